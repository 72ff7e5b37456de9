package org.attune.bayesopt.surrogate;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Scale;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Priors and bounds of a Gaussian process' hyperparameters, for unit coordinates and standardised
 * outputs.
 *
 * <p>The prior lengthscale grows with the square root of the dimension, so that the prior
 * correlation of two random points does not vanish in many dimensions (C. Hvarfner, E. O. Hellsten
 * and L. Nardi, "Vanilla Bayesian optimization performs great in high dimensions", ICML 2024,
 * arXiv:2402.02229).
 *
 * <p>The prior input warp of a positive parameter that spans a large factor on a linear scale lies
 * half-way to the logarithm: block sizes and process counts act by their ratios more often than by
 * their differences. Priors of input warps have heavy tails: most axes need none, some a strong
 * one.
 */
public final class Priors {
    // prior medians, in one dimension, and deviations of logarithms: chosen by docs/ablation.md
    private static final double LOG_LENGTHSCALE = -1.5;
    private static final double LOG_CATEGORY = 0;
    private static final double WARP_DEVIATION = 0.2; // with heavy tails
    private static final double SHARE_DEVIATION = 1; // of log w/(1-w); the median of w is 1/2
    private static final double NOISE = 1e-4;
    private static final double NOISE_DEVIATION = 2.5;

    private static final double START_NOISE = 0.1;

    private static final double[] LENGTHSCALE_BOUNDS = {0.005, 100};
    private static final double[] WARP_BOUNDS = {0.1, 10};
    private static final double[] SIGNAL_BOUNDS = {0.01, 100};
    private static final double[] SHARE_BOUNDS = {-6, 6};
    private static final double[] NOISE_BOUNDS = {1e-8, 4};

    private static final double WIDE_DEVIATION = 30;
    private static final double WIDEST_DRAW = 3;
    private static final double WIDE_NOISE = 1e-6;
    private static final double[] WIDE_NOISE_BOUNDS = {1e-8, 1e-5};
    private static final double NO_SHARE = -40;

    private final int dimension;
    private final Prior[] priors; // in the order of theta
    private final double[] lower;
    private final double[] upper;
    private final boolean trended;

    private Priors(int dimension, Prior[] priors, double[] noiseBounds, boolean additive) {
        this.trended = false;
        this.dimension = dimension;
        this.priors = priors;
        lower = bounds(0, noiseBounds);
        upper = bounds(1, noiseBounds);
        if (!additive) {
            int share = 3 * dimension + 1;
            priors[share] = new Prior(NO_SHARE, 1);
            lower[share] = NO_SHARE;
            upper[share] = NO_SHARE;
        }
    }

    private Priors(Priors base, boolean trended, Prior[] more, double[] least, double[] most) {
        this.trended = trended;
        dimension = base.dimension;
        priors = joined(base.priors, more);
        lower = joined(base.lower, least);
        upper = joined(base.upper, most);
    }

    /** Returns these priors followed by that of a {@link QuadraticTrend}, where one pays. */
    public Priors withTrend(Axes axes) {
        return trended || !QuadraticTrend.pays(axes)
                ? this
                : new Priors(
                        this,
                        true,
                        new Prior[] {QuadraticTrend.PRIOR},
                        new double[] {QuadraticTrend.bound(0)},
                        new double[] {QuadraticTrend.bound(1)});
    }

    /** Returns these priors followed by those of {@link ModelCovariance}. */
    public Priors with(int models) {
        return models == 0
                ? this
                : new Priors(
                        this,
                        trended,
                        ModelCovariance.priors(models),
                        ModelCovariance.bounds(models, 0),
                        ModelCovariance.bounds(models, 1));
    }

    /** Returns whether the hyperparameter after those of the axes is that of a trend. */
    boolean isTrended() {
        return trended;
    }

    /** Returns where the hyperparameters of {@link ModelCovariance} begin. */
    int byModels() {
        return 3 * dimension + (trended ? 4 : 3);
    }

    private static Prior[] joined(Prior[] a, Prior[] b) {
        return Stream.concat(Arrays.stream(a), Arrays.stream(b)).toArray(Prior[]::new);
    }

    private static double[] joined(double[] a, double[] b) {
        return DoubleStream.concat(Arrays.stream(a), Arrays.stream(b)).toArray();
    }

    /**
     * Returns priors so wide that the posterior mode is the maximum of the likelihood, and the
     * search for it starts at lengthscales 1 and signal variance 1, with a noise that stays as good
     * as absent, as in GPTune.
     *
     * @param additive whether a share of the variance may be a sum over axes
     */
    public static Priors wide(Axes axes, boolean additive) {
        var priors = new Prior[3 * axes.dimension() + 3];
        Arrays.fill(priors, new Prior(0, WIDE_DEVIATION));
        priors[priors.length - 1] = new Prior(Math.log(WIDE_NOISE), WIDE_DEVIATION);
        return new Priors(axes.dimension(), priors, WIDE_NOISE_BOUNDS, additive);
    }

    /**
     * Returns priors that make a sensible model of a few observations.
     *
     * @param additive whether a share of the variance may be a sum over axes
     */
    public static Priors informative(Axes axes, boolean additive) {
        int dimension = axes.dimension();
        var priors = new Prior[3 * dimension + 3];
        double byDimension = 0.5 * Math.log(dimension);
        for (int d = 0; d < dimension; d++) {
            double log = axes.isCategorical(d) ? LOG_CATEGORY : LOG_LENGTHSCALE;
            priors[d] = new Prior(log + byDimension, 1);
            double logA = axes.isWarpable(d) ? logA(axes.parameter(d)) : 0;
            priors[dimension + d] = new Prior(logA, WARP_DEVIATION, true);
            priors[2 * dimension + d] = new Prior(0, WARP_DEVIATION, true);
        }
        priors[3 * dimension] = new Prior(0, 1);
        priors[3 * dimension + 1] = new Prior(0, SHARE_DEVIATION);
        priors[3 * dimension + 2] = new Prior(Math.log(NOISE), NOISE_DEVIATION);
        return new Priors(dimension, priors, NOISE_BOUNDS, additive);
    }

    /**
     * Returns the logarithm of the joint density at theta; adds its gradient to {@code gradient}.
     */
    double logDensity(double[] theta, double[] gradient) {
        double sum = 0;
        for (int i = 0; i < theta.length; i++) {
            sum += priors[i].logDensity(theta[i]);
            gradient[i] += priors[i].slope(theta[i]);
        }
        return sum;
    }

    /** Returns the prior of one entry of theta. */
    public Prior prior(int entry) {
        return priors[entry];
    }

    /** Returns the vector of prior modes. */
    public double[] mode() {
        return Arrays.stream(priors).mapToDouble(Prior::mean).toArray();
    }

    /**
     * Returns the prior mode with much noise. At the mode itself the posterior is flat along the
     * noise where short lengthscales explain all that is seen, and a search from there stays
     * without noise.
     */
    double[] noisy() {
        double[] theta = mode();
        int noise = 3 * dimension + 2;
        theta[noise] = Math.min(Math.log(START_NOISE), upper[noise]);
        return theta;
    }

    /** Returns a draw from the priors, from a narrower one where a prior is wide. */
    double[] sample(Generator random) {
        return Arrays.stream(priors)
                .mapToDouble(p ->
                        p.mean() + Math.min(p.deviation(), WIDEST_DRAW) * random.nextGaussian())
                .toArray();
    }

    /** Returns the smallest values of theta. */
    public double[] lower() {
        return lower.clone();
    }

    /** Returns the largest values of theta. */
    public double[] upper() {
        return upper.clone();
    }

    private double[] bounds(int side, double[] noise) {
        double[] bounds = new double[3 * dimension + 3];
        Arrays.fill(bounds, Math.log(LENGTHSCALE_BOUNDS[side]));
        Arrays.fill(bounds, dimension, 3 * dimension, Math.log(WARP_BOUNDS[side]));
        bounds[3 * dimension] = Math.log(SIGNAL_BOUNDS[side]);
        bounds[3 * dimension + 1] = SHARE_BOUNDS[side];
        bounds[3 * dimension + 2] = Math.log(noise[side]);
        return bounds;
    }

    /**
     * Returns log a of the warp half-way to the one that puts the geometric mean of the bounds in
     * the middle.
     */
    private static double logA(Parameter parameter) {
        double ratio =
                switch (parameter) {
                    case Parameter.Int i when i.scale() == Scale.LINEAR && i.lower() > 0 ->
                            (i.upper() + 0.5) / (i.lower() - 0.5);
                    case Parameter.Real r when r.scale() == Scale.LINEAR && r.lower() > 0 ->
                            r.upper() / r.lower();
                    default -> 1;
                };
        if (ratio < 8) {
            return 0;
        }
        double middle = (Math.sqrt(ratio) - 1) / (ratio - 1);
        return 0.5 * Math.log(Math.log(0.5) / Math.log(middle));
    }
}
