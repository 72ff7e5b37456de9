package org.attune.benchmarks.problems;

import org.attune.api.Outcome;

import java.util.Objects;

/**
 * What one run gave.
 *
 * @param outcome what the tuner is told
 * @param truths values without noise, which no tuner sees, of each objective in their order; NaN
 *     where nothing was measured
 */
public record Measurement(Outcome outcome, double[] truths) {
    /** Rejects a missing outcome. */
    public Measurement {
        Objects.requireNonNull(outcome, "outcome");
        truths = truths.clone();
    }

    /** Makes the measurement of a problem with one objective. */
    public Measurement(Outcome outcome, double truth) {
        this(outcome, new double[] {truth});
    }

    /** Returns the value of the first objective without noise. */
    public double truth() {
        return truths[0];
    }
}
