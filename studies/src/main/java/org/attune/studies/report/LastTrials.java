package org.attune.studies.report;

import org.attune.api.Fidelity;
import org.attune.api.Origin;
import org.attune.api.Trial;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Whether the last fifth of the trials of a study has found anything. */
public final class LastTrials {
    private static final double LATE =
            0.8; // part of the trials, from which on the best is a late one

    private static final int FEWEST = 8; // trials of a task whose last fifth says anything

    private LastTrials() {}

    /**
     * Returns whether one of the last trials of a task was better than all before it, of several
     * objectives whether one is of the front. Further digits of the best by a quadratic do not
     * count.
     */
    public static boolean isLate(TaskSummary task) {
        Set<Long> found =
                task.best().isPresent()
                        ? better(task)
                        : task.front().stream().map(Trial::number).collect(Collectors.toSet());
        return last(task).stream()
                .anyMatch(t -> found.contains(t.number()) && !t.origin().equals(Origin.REFINED));
    }

    /** Returns the numbers of the trials that were better than all before them. */
    private static Set<Long> better(TaskSummary task) {
        var ranks = new HashMap<Long, Integer>();
        task.ranked().forEach(t -> ranks.put(t.number(), ranks.size()));
        int least = ranks.size();
        var better = new HashSet<Long>();
        for (Trial t : task.trials()) {
            int rank = ranks.getOrDefault(t.number(), least);
            if (rank < least) {
                least = rank;
                better.add(t.number());
            }
        }
        return better;
    }

    /** Returns the last trials of a task that have ended, by what they cost; one at least. */
    private static List<Trial> last(TaskSummary task) {
        double from = LATE * task.cost() - Fidelity.TOLERANCE;
        double before = 0;
        var last = new ArrayList<Trial>();
        for (Trial t : task.trials()) {
            if (before >= from) {
                last.add(t);
            }
            before += t.cost();
        }
        if (last.isEmpty() && !task.trials().isEmpty()) {
            last.add(task.trials().getLast());
        }
        return last;
    }

    /** Returns whether a task has so few trials that the last of them tell nothing of more. */
    public static boolean areFew(List<TaskSummary> tasks) {
        return tasks.stream().anyMatch(t -> t.trials().size() < FEWEST);
    }

    /**
     * Returns what the last trials say of more of them; empty where one of them was the best of a
     * task so far, or no trial is usable.
     */
    public static Optional<String> foundNothing(List<TaskSummary> tasks) {
        List<Trial> last = tasks.stream().flatMap(t -> last(t).stream()).toList();
        boolean usable =
                tasks.stream().anyMatch(t -> !t.ranked().isEmpty() || !t.front().isEmpty());
        if (!usable || tasks.stream().anyMatch(LastTrials::isLate)) {
            return Optional.empty();
        }
        boolean refined =
                tasks.stream().anyMatch(t -> t.best().filter(last(t)::contains).isPresent());
        boolean elsewhere =
                !last.isEmpty() && last.stream().allMatch(t -> t.origin().equals(Origin.ELSEWHERE));
        return Optional.of(
                "The last fifth of the trials%s found %s%s%s."
                        .formatted(
                                elsewhere
                                        ? " looked far from all others, since nothing is"
                                                + " expected near the best, and"
                                        : "",
                                refined ? "at most further digits of the best" : "nothing better",
                                tasks.size() == 1 ? "" : " in any task",
                                areFew(tasks)
                                        ? "; after so few, more of them may well find more"
                                        : ": more of them may find "
                                                + (elsewhere
                                                        ? "only what a small region hides"
                                                        : "little")));
    }
}
