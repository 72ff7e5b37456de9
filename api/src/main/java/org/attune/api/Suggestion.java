package org.attune.api;

import java.util.Objects;

/**
 * A configuration that a tuner wants to see evaluated.
 *
 * @param candidate what to evaluate
 * @param origin by which technique
 * @param logExpectedGain natural logarithm of the improvement that the tuner expects, in a unit in
 *     which tasks can be compared, such as standard deviations of each one's outputs; NaN where it
 *     expects nothing in particular
 */
public record Suggestion(Candidate candidate, Origin origin, double logExpectedGain) {
    /** Rejects missing parts. */
    public Suggestion {
        Objects.requireNonNull(candidate, "candidate");
        Objects.requireNonNull(origin, "origin");
    }

    /** Returns a suggestion without an expectation. */
    public Suggestion(Candidate candidate, Origin origin) {
        this(candidate, origin, Double.NaN);
    }
}
