package org.attune.studies.report;

import org.attune.api.Origin;
import org.attune.api.Trial;

import java.util.Locale;
import java.util.Optional;

/**
 * How much of the space of a task was looked at, where its tuner has looked away from the best
 * trials.
 *
 * @param spread trials that are spread over the space: those of the design, given ones, and those
 *     made elsewhere
 * @param trials that have ended
 */
record Coverage(long spread, int trials) {
    private static final double SURE = 0.9;

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
        return Optional.of(new Coverage(spread, task.trials().size()));
    }

    /**
     * Returns the share of the space of a region that as many uniform trials meet with a
     * probability of 0.9: the solution of 1 - (1 - s)^n = 0.9.
     */
    double region() {
        return 1 - Math.pow(1 - SURE, 1.0 / spread);
    }

    String words() {
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
