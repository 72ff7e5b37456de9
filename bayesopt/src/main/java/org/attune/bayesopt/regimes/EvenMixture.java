package org.attune.bayesopt.regimes;

import org.attune.bayesopt.surrogate.Posterior;

import java.util.List;

/**
 * Mean and variance of a mixture of S posteriors, each of which counts as much:
 *
 * <pre>
 *   μ = Σ_s μ_s / S,   σ² = Σ_s (σ²_s + (μ_s - μ)²) / S
 * </pre>
 *
 * <p>The variance is by differences from the mean, of which squares lose nothing.
 *
 * @param parts S of them, of one dimension, at least one
 */
record EvenMixture(List<Posterior> parts) implements Posterior {
    /** Copies the list. */
    EvenMixture {
        parts = List.copyOf(parts);
    }

    @Override
    public int dimension() {
        return parts.getFirst().dimension();
    }

    /**
     * Returns mean and variance.
     *
     * @param each S rows of mean and variance
     */
    static double[] moments(double[][] each) {
        double mean = 0;
        for (double[] m : each) {
            mean += m[0] / each.length;
        }
        double variance = 0;
        for (double[] m : each) {
            variance += (m[1] + (m[0] - mean) * (m[0] - mean)) / each.length;
        }
        return new double[] {mean, variance};
    }

    @Override
    public void predict(double[] x, double[] out) {
        double[][] each = new double[parts.size()][2];
        for (int s = 0; s < each.length; s++) {
            parts.get(s).predict(x, each[s]);
        }
        System.arraycopy(moments(each), 0, out, 0, 2);
    }

    @Override
    public void predict(
            double[] x, double[] out, double[] meanGradient, double[] varianceGradient) {
        int size = parts.size();
        double[][] each = new double[size][2];
        double[][][] slopes = new double[size][2][x.length];
        for (int s = 0; s < size; s++) {
            parts.get(s).predict(x, each[s], slopes[s][0], slopes[s][1]);
        }
        System.arraycopy(moments(each), 0, out, 0, 2);
        for (int d = 0; d < x.length; d++) {
            double byMean = 0;
            double byVariance = 0;
            for (int s = 0; s < size; s++) {
                byMean += slopes[s][0][d];
                // the terms by the mean cancel: Σ (μ_s - μ) = 0
                byVariance += slopes[s][1][d] + 2 * (each[s][0] - out[0]) * slopes[s][0][d];
            }
            meanGradient[d] = byMean / size;
            varianceGradient[d] = byVariance / size;
        }
    }
}
