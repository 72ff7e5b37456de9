package org.attune.benchmarks.problems;

import org.attune.api.Candidate;
import org.attune.api.FidelityParameter;
import org.attune.api.Generator;
import org.attune.api.Space;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;

/**
 * What cheap runs, at a tenth and at three tenths of the cost, make of the value of a full one:
 * they are shorter, by somewhat less than their cost, and the cheaper they are, the more their
 * values are tilted.
 */
final class CheapRuns {
    static final FidelityParameter LEVELS = FidelityParameter.levels("s", 0.1, 0.3, 1);

    private CheapRuns() {}

    /** Returns the factor of an instance, 1 for full runs. */
    static ToDoubleFunction<Candidate> factor(Space space, Generator random) {
        double[] slope = new double[space.dimension()];
        Arrays.setAll(slope, d -> 0.15 * random.nextGaussian());
        return c -> {
            double s = c.fidelity().value();
            double[] x = space.encode(c.configuration());
            double tilt = 0;
            for (int d = 0; d < x.length; d++) {
                tilt += slope[d] * (x[d] - 0.5);
            }
            return Math.pow(s, 0.7) * Math.max(1 + (1 - s) * tilt, 0.1);
        };
    }
}
