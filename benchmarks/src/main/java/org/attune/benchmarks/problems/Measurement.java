package org.attune.benchmarks.problems;

import org.attune.api.FailureCause;
import org.attune.api.Outcome;
import org.attune.api.Seed;

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

    /**
     * Measures a value times a log-normal factor: y exp(noise z), z standard normal. A run whose
     * value is NaN has failed.
     *
     * @param noise 0 for a deterministic function
     */
    static Measurement disturbed(double value, double noise, long noiseSeed) {
        if (Double.isNaN(value)) {
            return new Measurement(
                    Outcome.failed(FailureCause.CRASH, "outside the region where it runs"), value);
        }
        double factor =
                noise == 0
                        ? 1
                        : Math.exp(
                                noise * new Seed(noiseSeed).generator("noise", 0).nextGaussian());
        return new Measurement(Outcome.measured(BenchmarkProblem.OUTPUT, value * factor), value);
    }

    /** Returns what is known of a run whose value is its seconds, and which is ended after some. */
    Measurement within(double limit) {
        if (!(outcome instanceof Outcome.Measured m)) {
            return this;
        }
        double seconds = m.outputs().get(BenchmarkProblem.OUTPUT).getFirst();
        return seconds <= limit
                ? new Measurement(m.taking(seconds), truths)
                : new Measurement(
                        new Outcome.Failed(FailureCause.TIMEOUT, "it was ended", limit),
                        Double.NaN);
    }

    /** Returns the value of the first objective without noise. */
    public double truth() {
        return truths[0];
    }
}
