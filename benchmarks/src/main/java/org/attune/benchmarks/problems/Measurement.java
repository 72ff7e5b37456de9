package org.attune.benchmarks.problems;

import org.attune.api.Outcome;

import java.util.Objects;

/**
 * What one run gave.
 *
 * @param outcome what the tuner is told
 * @param truth value without noise, which no tuner sees; NaN where nothing was measured
 */
public record Measurement(Outcome outcome, double truth) {
    /** Rejects a missing outcome. */
    public Measurement {
        Objects.requireNonNull(outcome, "outcome");
    }
}
