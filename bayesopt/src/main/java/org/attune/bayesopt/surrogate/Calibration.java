package org.attune.bayesopt.surrogate;

import java.util.stream.IntStream;

/**
 * Corrects the variances of a process by its own errors. The likelihood judges a process by all its
 * observations at once, and where its shape is wrong it may promise too much or too little of a
 * single one. With c the mean squared error of predicting each observation from the others, in
 * predicted deviations,
 *
 * <pre>
 *   c = (1/n) Σ_i (z_i - μ_-i)² / v_-i
 * </pre>
 *
 * the variances of signal and noise are multiplied by c: means stay, and the same sum is 1
 * afterwards. What this is worth is in docs/ablation.md.
 *
 * <p>Source: F. Bachoc, "Cross validation and maximum likelihood estimations of hyper-parameters of
 * Gaussian processes with model misspecification", Computational Statistics and Data Analysis 66
 * (2013).
 */
public final class Calibration {
    private static final int FEWEST = 8; // observations
    private static final double LIMIT = 4; // either way

    private Calibration() {}

    /**
     * Returns c, within a factor of 4 of 1; 1 with fewer than 8 observations, which say too little.
     *
     * @param process of n observations
     * @param z those
     */
    public static double factor(GaussianProcess process, double[] z) {
        return z.length < FEWEST
                ? 1
                : factor(process.leaveOneOut(IntStream.range(0, z.length).toArray()), z);
    }

    /** Returns c of n rows of mean μ_-i and variance v_-i, within a factor of 4 of 1. */
    static double factor(double[][] leftOut, double[] z) {
        double sum = 0;
        for (int i = 0; i < z.length; i++) {
            double off = z[i] - leftOut[i][0];
            sum += off * off / leftOut[i][1];
        }
        double factor = sum / z.length;
        return Double.isNaN(factor) ? 1 : Math.clamp(factor, 1 / LIMIT, LIMIT);
    }
}
