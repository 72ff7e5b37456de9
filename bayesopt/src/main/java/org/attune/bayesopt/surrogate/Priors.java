package org.attune.bayesopt.surrogate;

import org.attune.api.Parameter;
import org.attune.api.Scale;

import java.util.Arrays;
import java.util.stream.IntStream;
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
    private static final double LOG_ORDER = 1; // of each metric; most say little
    private static final double WARP_DEVIATION = 0.2; // with heavy tails
    private static final double SHARE_DEVIATION = 1; // of log w/(1-w)
    private static final double NOISE = 1e-4;
    private static final double NOISE_DEVIATION = 2.5;

    private static final double[] LENGTHSCALE_BOUNDS = {0.005, 100};
    private static final double[] WARP_BOUNDS = {0.1, 10};
    private static final double[] SIGNAL_BOUNDS = {0.01, 100};
    private static final double[] SHARE_BOUNDS = {-6, 6};
    private static final double[] NOISE_BOUNDS = {1e-8, 4};

    private static final double WIDE_DEVIATION = 30;
    private static final double WIDE_NOISE = 1e-6;
    private static final double[] WIDE_NOISE_BOUNDS = {1e-8, 1e-5};
    private static final double NO_SHARE = -40;

    private final Axes axes;
    private final boolean informative;
    private final boolean additive;
    private final boolean trended;
    private final int ridges;
    private final boolean aligned;
    private final double shareMode; // of log w/(1-w)

    private Priors(
            Axes axes,
            boolean informative,
            boolean additive,
            boolean trended,
            int ridges,
            boolean aligned,
            double shareMode) {
        this.axes = axes;
        this.informative = informative;
        this.additive = additive;
        this.trended = trended;
        this.ridges = ridges;
        this.aligned = aligned;
        this.shareMode = shareMode;
    }

    /**
     * Returns priors so wide that the posterior mode is the maximum of the likelihood, and the
     * search for it starts at lengthscales 1 and signal variance 1, with a noise that stays as good
     * as absent, as in GPTune.
     *
     * @param additive whether a share of the variance may be a sum over axes
     */
    public static Priors wide(Axes axes, boolean additive) {
        return new Priors(axes, false, additive, false, 0, false, 0);
    }

    /**
     * Returns priors that make a sensible model of a few observations.
     *
     * @param additive whether a share of the variance may be a sum over axes
     */
    public static Priors informative(Axes axes, boolean additive) {
        return new Priors(axes, true, additive, false, 0, false, 0);
    }

    /** Returns these priors and that of a {@link TrendKernel}, where one pays. */
    public Priors withTrend() {
        boolean pays = TrendKernel.pays(axes);
        return new Priors(axes, informative, additive, pays, ridges, aligned, shareMode);
    }

    /** Returns these priors and those of so many {@link RidgeKernel}s, where they pay. */
    public Priors withRidges(int count) {
        int some = RidgeKernel.pays(axes) ? count : 0;
        return new Priors(axes, informative, additive, trended, some, aligned, shareMode);
    }

    /** Returns these priors with that of an {@link AlignmentKernel}, where one pays, or without. */
    public Priors withAlignment(boolean one) {
        boolean pays = one && !Alignment.of(axes).isEmpty();
        return new Priors(axes, informative, additive, trended, ridges, pays, shareMode);
    }

    /**
     * Returns these priors with another median of the share w of the variance that may be a sum
     * over axes; by default it is 1/2.
     *
     * @throws IllegalArgumentException if it is not between 0 and 1
     */
    public Priors withShareAround(double median) {
        if (!(median > 0 && median < 1)) {
            throw new IllegalArgumentException(
                    "The median of a share lies between 0 and 1, not at %s.".formatted(median));
        }
        double mode = Math.log(median / (1 - median));
        return new Priors(axes, informative, additive, trended, ridges, aligned, mode);
    }

    /** Returns whether there is a trend. */
    boolean isTrended() {
        return trended;
    }

    /** Returns how many ridges there are. */
    int ridges() {
        return ridges;
    }

    /**
     * Returns the priors of which the likeliest is taken: with none to all of the ridges, and where
     * alignment may matter without a ridge and with one. Their numbers of hyperparameters differ.
     */
    Stream<Priors> compared() {
        Stream<Priors> plain =
                IntStream.rangeClosed(0, ridges).mapToObj(r -> withRidges(r).withAlignment(false));
        return aligned
                ? Stream.concat(
                        plain,
                        IntStream.rangeClosed(0, Math.min(ridges, 1)).mapToObj(this::withRidges))
                : plain;
    }

    /** Returns whether there is an {@link AlignmentKernel}. */
    public boolean isAligned() {
        return aligned;
    }

    private Prior orWide(Prior prior) {
        return informative ? prior : new Prior(0, WIDE_DEVIATION);
    }

    /** Returns the logarithms of the lengthscales of a group of axes. */
    public Block lengthscales(int[] group) {
        double byDimension = 0.5 * Math.log(group.length);
        return Arrays.stream(group)
                .mapToObj(d -> {
                    double log =
                            axes.isCategorical(d)
                                    ? LOG_CATEGORY
                                    : axes.isPosition(d) ? LOG_ORDER : LOG_LENGTHSCALE;
                    return Block.logarithms(
                            1, orWide(new Prior(log + byDimension, 1)), LENGTHSCALE_BOUNDS);
                })
                .reduce(Block.NONE, Block::then);
    }

    /** Returns log a of the {@link InputWarp} of each axis. */
    public Block warpA() {
        return IntStream.range(0, axes.dimension())
                .mapToObj(d -> warp(axes.isWarpable(d) ? logA(axes.parameter(d)) : 0))
                .reduce(Block.NONE, Block::then);
    }

    /** Returns log b of the {@link InputWarp} of each axis. */
    public Block warpB() {
        return warp(0).times(axes.dimension());
    }

    private Block warp(double middle) {
        return Block.logarithms(1, orWide(new Prior(middle, WARP_DEVIATION, true)), WARP_BOUNDS);
    }

    /** Returns the logarithm of the signal variance s². */
    public Block signal() {
        return Block.logarithms(1, orWide(new Prior(0, 1)), SIGNAL_BOUNDS);
    }

    /** Returns log w/(1-w) of the additive share w. */
    public Block share() {
        return additive
                ? Block.of(
                        1,
                        orWide(new Prior(shareMode, SHARE_DEVIATION)),
                        SHARE_BOUNDS[0],
                        SHARE_BOUNDS[1])
                : Block.of(1, new Prior(NO_SHARE, 1), NO_SHARE, NO_SHARE);
    }

    /** Returns the logarithm of the noise variance σ². */
    public Block noise() {
        return informative
                ? Block.logarithms(1, new Prior(Math.log(NOISE), NOISE_DEVIATION), NOISE_BOUNDS)
                : Block.logarithms(
                        1, new Prior(Math.log(WIDE_NOISE), WIDE_DEVIATION), WIDE_NOISE_BOUNDS);
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
