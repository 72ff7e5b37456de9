package org.attune.studies.report;

import org.attune.api.Origin;
import org.attune.api.Point;
import org.attune.api.Trial;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How much of the space of a task was looked at, where its tuner has looked away from the best
 * trials.
 *
 * @param spread trials that are spread over the space: those of the design, given ones, and those
 *     made elsewhere
 * @param trials that have ended
 * @param usedUp how many admissible configurations there are, where each has been tried; else 0
 */
record Coverage(long spread, int trials, int usedUp) {
    private static final double SURE = 0.9;
    private static final int LISTED = 10_000; // which takes milliseconds

    /** Returns the coverage of a task; empty where the tuner has never looked elsewhere. */
    static Optional<Coverage> of(TaskSummary task) {
        if (task.trials().stream().noneMatch(t -> t.origin().equals(Origin.ELSEWHERE))) {
            return Optional.empty();
        }
        long spread =
                task.trials().stream()
                        .map(Trial::origin)
                        .filter(o -> o.phase() != Origin.Phase.MODEL && !o.isTakenOver())
                        .count();
        return Optional.of(new Coverage(spread, task.trials().size(), usedUp(task)));
    }

    /** Returns how many configurations there are, where each has been tried in full; else 0. */
    private static int usedUp(TaskSummary task) {
        Set<Point> tried =
                task.trials().stream()
                        .filter(Trial::isFull)
                        .map(Trial::configuration)
                        .collect(Collectors.toSet());
        List<Point> all =
                task.problem().parameterSpace().points(LISTED).orElse(List.of()).stream()
                        .filter(p -> task.problem().admits(task.task(), p))
                        .toList();
        return tried.containsAll(all) ? all.size() : 0;
    }

    /**
     * Returns the share of the space of a region that as many uniform trials meet with a
     * probability of 0.9: the solution of 1 - (1 - s)^n = 0.9.
     */
    double region() {
        return 1 - Math.pow(1 - SURE, 1.0 / spread);
    }

    String words() {
        if (usedUp > 0) {
            return "all of it: each of %d admissible configurations has been tried."
                    .formatted(usedUp);
        }
        return String.format(
                Locale.ROOT,
                "%d of %d trials are spread over the space: a region that fills %.2g %% of it would"
                        + " have been met with a probability of %.1f.",
                spread,
                trials,
                100 * region(),
                SURE);
    }
}
