package org.attune.sensitivity;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;

/**
 * Means of statistics over R independent replicates, of K functions; and indices, which are
 * functions of these means.
 *
 * <p>The estimate of an index is its mean over the functions. Its interval has two parts: what the
 * points miss, s², by the jackknife over replicates, and, of several functions, how they differ, p²
 * (the uncertainty of a model whose draws they are):
 *
 * <pre>
 *   half = t √(s² + (1 + 1/K) p²),   p² = max(0, v - (w - s²))
 * </pre>
 *
 * with v the variance of the K indices and w the mean of their own sampling variances. The degrees
 * of freedom of t are those of Satterthwaite for the two parts, R - 1 and K - 1.
 *
 * <p>Sources: B. Efron and C. Stein, Ann. Statist. 9 (1981) (jackknife); L. Le Gratiet, C.
 * Cannamela and B. Iooss, "A Bayesian approach for global sensitivity analysis of (multi-fidelity)
 * computer codes", SIAM/ASA J. Uncertainty Quantification 2 (2014), doi:10.1137/130926869; F. E.
 * Satterthwaite, Biometrics Bulletin 2 (1946).
 */
final class Replicates {
    private final double[][][] means; // [function][replicate][statistic]

    /**
     * Takes the means.
     *
     * @param means a row of R rows of statistics for each of the K functions
     */
    Replicates(double[][][] means) {
        this.means = means;
    }

    /** Returns the estimate of an index. */
    Estimate estimate(ToDoubleFunction<double[]> index) {
        int functions = means.length;
        int replicates = means[0].length;
        double[] each = new double[functions];
        double[] withoutOne = new double[replicates]; // means over the functions
        double own = 0;
        for (int k = 0; k < functions; k++) {
            each[k] = index.applyAsDouble(mean(means[k], -1));
            double[] left = new double[replicates];
            for (int r = 0; r < replicates; r++) {
                left[r] = index.applyAsDouble(mean(means[k], r));
                withoutOne[r] += left[r] / functions;
            }
            own += jackknife(left) / functions;
        }
        double value = Arrays.stream(each).average().orElseThrow();
        double sampling = jackknife(withoutOne);
        double between = functions > 1 ? squares(each) / (functions - 1) : 0;
        double belief = Math.max(0, between - (own - sampling)) * (1 + 1.0 / functions);
        double variance = sampling + belief;
        if (!(variance > 0)) {
            return new Estimate(value, variance);
        }
        double degrees =
                variance
                        * variance
                        / (sampling * sampling / (replicates - 1)
                                + (functions > 1 ? belief * belief / (functions - 1) : 0));
        return new Estimate(value, StudentT.halfWidth95(degrees) * Math.sqrt(variance));
    }

    /**
     * Returns the estimate of a mean: of a statistic beside the centre of its function.
     *
     * @param centres one for each function, which differ as their means do
     */
    Estimate mean(int statistic, double[] centres) {
        double middle = Arrays.stream(centres).average().orElseThrow();
        double[][][] beside = new double[means.length][means[0].length][];
        for (int k = 0; k < beside.length; k++) {
            for (int r = 0; r < beside[k].length; r++) {
                beside[k][r] = new double[] {means[k][r][statistic] + (centres[k] - middle)};
            }
        }
        Estimate estimate = new Replicates(beside).estimate(s -> s[0]);
        return new Estimate(middle + estimate.value(), estimate.half());
    }

    /** Returns the means over all replicates but one. */
    private static double[] mean(double[][] rows, int without) {
        double[] mean = new double[rows[0].length];
        int count = without < 0 ? rows.length : rows.length - 1;
        for (int r = 0; r < rows.length; r++) {
            for (int s = 0; r != without && s < mean.length; s++) {
                mean[s] += rows[r][s] / count;
            }
        }
        return mean;
    }

    private static double jackknife(double[] withoutOne) {
        return squares(withoutOne) * (withoutOne.length - 1) / withoutOne.length;
    }

    private static double squares(double[] values) {
        double average = Arrays.stream(values).average().orElseThrow();
        return Arrays.stream(values).map(v -> (v - average) * (v - average)).sum();
    }
}
