package org.attune.bayesopt.surrogate;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Seed;
import org.attune.api.Space;

import java.util.List;

/** Small mixed data sets for tests. */
final class TestData {
    /** Two reals, an integer, an ordinal and a category. */
    static final Space MIXED =
            Space.of(
                    List.of(
                            Parameter.real("x", 0, 1),
                            Parameter.real("w", 0.01, 10),
                            Parameter.integer("n", 1, 64),
                            Parameter.ordinal("o", List.of(1, 2, 4)),
                            Parameter.categorical("c", List.of("a", "b", "c"))));

    static final Axes AXES = new Axes(MIXED, false);

    /** Where the variances stand in theta. */
    static final int SIGNAL = 15;

    static final int SHARE = 16;
    static final int NOISE = 17;

    private TestData() {}

    /** Returns n canonical points. */
    static double[][] points(int n, long seed) {
        Generator random = new Seed(seed).generator("points", n);
        double[][] x = new double[n][];
        for (int i = 0; i < n; i++) {
            x[i] = MIXED.encode(MIXED.sample(random));
        }
        return x;
    }

    /** Returns n outputs that depend on the points, with a little noise. */
    static double[] outputs(double[][] x, long seed) {
        Generator random = new Seed(seed).generator("outputs", x.length);
        double[] y = new double[x.length];
        for (int i = 0; i < y.length; i++) {
            y[i] =
                    Math.sin(4 * x[i][0])
                            + x[i][1] * x[i][2]
                            + (x[i][4] > 0.5 ? 0.5 : 0)
                            + 0.05 * random.nextGaussian();
        }
        return y;
    }

    /** Returns the variance k(x, x) of the prior. */
    static double variance(double[] theta) {
        return Math.exp(theta[SIGNAL]);
    }

    /** Returns a vector of hyperparameters near the prior. */
    static double[] theta(long seed) {
        return prior(RadialKernel.MATERN52).layout().sample(new Seed(seed).generator("theta", 0));
    }

    /** Returns the prior of processes of {@link #AXES}. */
    static ProcessPrior prior(RadialKernel kernel) {
        return ProcessPrior.of(AXES, kernel, Priors.informative(AXES, true), 0);
    }

    /** Returns the logarithm of the prior density of a vector of hyperparameters. */
    static double logDensity(ProcessPrior prior, double[] theta) {
        return prior.layout().logDensity(theta, new double[theta.length]);
    }
}
