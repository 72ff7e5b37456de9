package org.attune.api;

import java.util.Objects;

/**
 * What is evaluated: a configuration for a task at a fidelity.
 *
 * @param task values of the task parameters, canonical
 * @param configuration values of the tuned parameters, canonical
 * @param fidelity share of the full cost
 */
public record Candidate(Point task, Point configuration, Fidelity fidelity) {
    /** Rejects missing parts. */
    public Candidate {
        Objects.requireNonNull(task, "task");
        Objects.requireNonNull(configuration, "configuration");
        Objects.requireNonNull(fidelity, "fidelity");
    }

    /** Returns the candidate at full fidelity. */
    public static Candidate of(Point task, Point configuration) {
        return new Candidate(task, configuration, Fidelity.FULL);
    }
}
