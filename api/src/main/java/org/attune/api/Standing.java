package org.attune.api;

import org.attune.api.Study.State;
import org.attune.api.Study.Status;

import java.util.LinkedHashSet;
import java.util.List;

/** Says what can be done next in a study, and why. */
final class Standing {
    private Standing() {}

    /**
     * Returns the state of a study.
     *
     * @param heard what its tuner has said of these records
     */
    static Status of(Conditions conditions, Records records, Draft.Answers heard) {
        StudyRecord setUp = conditions.setUp();
        int pending = Study.pending(records).size();
        List<Point> open = heard.open(conditions, records);
        List<Stop> stops = conditions.stops(records);
        if (open.isEmpty() && pending == 0) {
            return new Status(State.DONE, done(setUp, heard, stops));
        }
        boolean waits = heard.waiting().keySet().containsAll(open);
        if (open.isEmpty() || waits && pending > 0) {
            String why =
                    !heard.waiting().isEmpty()
                            ? String.join("; ", new LinkedHashSet<>(heard.waiting().values()))
                            : stops.isEmpty()
                                    ? "no more trials can be proposed"
                                    : Stop.words(stops);
            return new Status(
                    State.WAIT,
                    "%s; %d %s pending".formatted(why, pending, pending == 1 ? "is" : "are"));
        }
        return new Status(
                State.RUN,
                open.size() == 1
                        ? "1 task has trials left"
                        : "%d tasks have trials left".formatted(open.size()));
    }

    private static String done(StudyRecord setUp, Draft.Answers heard, List<Stop> stops) {
        String told = heard.done().orElseGet(() -> allTold(setUp));
        return stops.isEmpty()
                ? told
                : Stop.words(stops)
                        + (stops.size() < setUp.tasks().size() ? "; other tasks: " + told : "");
    }

    private static String allTold(StudyRecord setUp) {
        if (setUp.trials() == 1) {
            return "the trial of each task has been told";
        }
        return setUp.allocation() == Allocation.EQUAL
                ? "all %d trials per task have been told".formatted(setUp.trials())
                : "all %d trials have been told".formatted(setUp.trials() * setUp.tasks().size());
    }
}
