package org.attune.bayesopt.surrogate;

import java.util.ArrayList;
import java.util.List;

/**
 * What may be believed of failures before any run: a covariance of the f of a {@link
 * ProbitProcess}, and its mean m.
 *
 * <pre>
 *   k(a, b) = s² ρ(a, b) + t (l(a, b) + c l(a, b)²) + b²
 * </pre>
 *
 * <p>Soft ones have an s² of 0.5, 1.5 or 4, so that no answer of a few runs is ever certain: a
 * place on which alone two runs have failed is expected to fail about every second time. Half of
 * these have a {@link StraightLine} l besides, t = s²: what runs out of memory or of time mostly
 * does so beyond some sum of sizes or of their logarithms, and a stationary kernel forgets that a
 * step away from the runs.
 *
 * <p>Sharp ones, with t up to 3e6, know limits that all runs keep. Between runs that fail and
 * others a small step apart, soft ones make even odds all around, sharp ones a line, or with c a
 * curve of second degree, that can be followed.
 *
 * @param variance s²
 * @param trend t
 * @param bend c
 * @param meanVariance b²
 * @param mean m, by which one run of four fails
 * @param share how probable it is beforehand, beside the others
 */
record FailureBelief(
        double variance,
        double trend,
        double bend,
        double meanVariance,
        double mean,
        double share) {
    private static final double[] SOFT = {0.5, 1.5, 4}; // s²
    private static final double SOFT_MEAN = -1.5; // the same for all
    private static final double[] SHARP = {300, 3e4, 3e6}; // t
    private static final double[] BENDS = {0, 0.3};
    private static final double BESIDE = 4; // s² of sharp ones
    private static final double QUARTILE = -0.6745; // of a standard normal density
    private static final double SHARP_SHARE = 0.15; // that of a soft one being 1

    /**
     * Returns all of them.
     *
     * @param isLined whether there is a straight line
     */
    static List<FailureBelief> all(boolean isLined) {
        var all = new ArrayList<FailureBelief>();
        for (double variance : SOFT) {
            all.add(new FailureBelief(variance, 0, 0, 1, SOFT_MEAN, 1));
            if (isLined) {
                all.add(new FailureBelief(variance, variance, 0, 1, SOFT_MEAN, 1));
            }
        }
        for (double bend : BENDS) {
            for (double trend : isLined ? SHARP : new double[0]) {
                double mean = QUARTILE * Math.sqrt(1 + BESIDE + 2 * trend);
                all.add(new FailureBelief(BESIDE, trend, bend, trend, mean, SHARP_SHARE));
            }
        }
        return all;
    }

    /** Returns whether it knows limits that all runs keep. */
    boolean isSharp() {
        return trend > BESIDE;
    }

    /** Returns the deviation of f where l is 1, about. */
    double deviation() {
        return Math.sqrt(variance + trend + meanVariance);
    }

    /**
     * Returns k of two places.
     *
     * @param correlation ρ
     * @param line l
     */
    double covariance(double correlation, double line) {
        return variance * correlation + trend * line * (1 + bend * line) + meanVariance;
    }

    /** Returns its derivative by l. */
    double slopeByLine(double line) {
        return trend * (1 + 2 * bend * line);
    }
}
