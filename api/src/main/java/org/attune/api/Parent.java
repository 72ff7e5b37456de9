package org.attune.api;

import java.util.Comparator;
import java.util.Optional;

/**
 * The run of the same configuration and task that a dearer one goes on from, in a problem whose
 * {@linkplain FidelityParameter#resume runs are resumed}. The dearer one costs what is missing:
 *
 * <pre>
 *   cost = share(level) - share(level of the parent)
 * </pre>
 *
 * @param trial its number in the study
 * @param reached the fidelity that it has reached
 */
public record Parent(long trial, Fidelity reached) {
    /**
     * Checks the number.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public Parent {
        if (trial < 1) {
            throw new IllegalArgumentException("No trial has the number %d.".formatted(trial));
        }
    }

    /**
     * Returns the run from which one of this candidate goes on: of those measured at a lower
     * fidelity the dearest, of several the one that ended last. Runs of other studies have left
     * nothing here, and those that were ended early may have left half of it.
     *
     * @return empty where there is none, or runs are not resumed
     */
    public static Optional<Parent> of(TuningProblem problem, Records records, Candidate candidate) {
        if (!problem.resumes()) {
            return Optional.empty();
        }
        double below = candidate.fidelity().value() - Fidelity.TOLERANCE;
        return records.finished().stream()
                .filter(t -> t.outcome() instanceof Outcome.Measured)
                .filter(t -> t.configuration().equals(candidate.configuration()))
                .filter(t -> t.task().equals(candidate.task()))
                .filter(t -> t.candidate().fidelity().value() < below)
                .filter(t -> !t.isEndedEarly() && !t.origin().isTakenOver())
                .max(Comparator.comparingDouble(t -> t.candidate().fidelity().value())) // the last
                .map(t -> new Parent(t.number(), t.candidate().fidelity()));
    }

    /** Returns what a run of this candidate costs after these records, in full runs. */
    public static double cost(TuningProblem problem, Records records, Candidate candidate) {
        double share = candidate.fidelity().value();
        return of(problem, records, candidate).map(p -> share - p.reached().value()).orElse(share);
    }
}
