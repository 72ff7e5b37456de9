package org.attune.bayesopt.surrogate;

import org.attune.api.Generator;

/**
 * Priors and bounds of a Gaussian process' hyperparameters, for unit coordinates and standardised outputs.
 *
 * <p>The prior lengthscale grows with the square root of the dimension, so that the prior correlation of two random
 * points does not vanish in many dimensions (C. Hvarfner, E. O. Hellsten and L. Nardi, "Vanilla Bayesian optimization
 * performs great in high dimensions", ICML 2024, arXiv:2402.02229: location √2 + log(D)/2, scale √3).
 *
 * @param lengthscale of each axis
 * @param warp of a and b of the input warp
 * @param signal of s²
 * @param noise of σ²
 */
public record Priors(Prior lengthscale, Prior warp, Prior signal, Prior noise) {
    private static final double[] LENGTHSCALE_BOUNDS = {0.005, 100};
    private static final double[] WARP_BOUNDS = {0.1, 10};
    private static final double[] SIGNAL_BOUNDS = {0.01, 100};
    private static final double[] NOISE_BOUNDS = {1e-8, 4};

    /** Returns the priors for D axes. */
    public static Priors forDimension(int dimension) {
        return new Priors(
                new Prior(Knobs.d("lmean", -0.7) + 0.5 * Math.log(dimension), Knobs.d("lsd", 1.0)),
                new Prior(0, Knobs.d("wsd", 0.6)),
                new Prior(0, 1.0),
                new Prior(Math.log(Knobs.d("nmean", 1e-4)), Knobs.d("nsd", 2.5)));
    }

    /** Returns the logarithm of the joint density at theta; adds its gradient to {@code gradient}. */
    double logDensity(double[] theta, double[] gradient) {
        double sum = 0;
        for (int i = 0; i < theta.length; i++) {
            Prior prior = of(i, theta.length);
            sum += prior.logDensity(theta[i]);
            gradient[i] += prior.slope(theta[i]);
        }
        return sum;
    }

    /** Returns the vector of prior modes. */
    double[] mode(int dimension) {
        double[] theta = new double[3 * dimension + 2];
        for (int i = 0; i < theta.length; i++) {
            theta[i] = of(i, theta.length).mean();
        }
        return theta;
    }

    /** Returns a draw from the priors. */
    double[] sample(int dimension, Generator random) {
        double[] theta = new double[3 * dimension + 2];
        for (int i = 0; i < theta.length; i++) {
            Prior prior = of(i, theta.length);
            theta[i] = prior.mean() + prior.deviation() * random.nextGaussian();
        }
        return theta;
    }

    double[] lower(int dimension) {
        return bounds(dimension, 0);
    }

    double[] upper(int dimension) {
        return bounds(dimension, 1);
    }

    private static double[] bounds(int dimension, int side) {
        double[] bounds = new double[3 * dimension + 2];
        java.util.Arrays.fill(bounds, Math.log(LENGTHSCALE_BOUNDS[side]));
        java.util.Arrays.fill(bounds, dimension, 3 * dimension, Math.log(WARP_BOUNDS[side]));
        bounds[3 * dimension] = Math.log(SIGNAL_BOUNDS[side]);
        bounds[3 * dimension + 1] = Math.log(NOISE_BOUNDS[side]);
        return bounds;
    }

    private Prior of(int index, int length) {
        if (index >= length - 2) {
            return index == length - 2 ? signal : noise;
        }
        return index < (length - 2) / 3 ? lengthscale : warp;
    }
}
