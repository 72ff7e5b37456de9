package org.attune.bayesopt.surrogate;

import org.attune.bayesopt.numerics.StandardNormal;

/** Normal distributions at each point, of which one holds. */
@FunctionalInterface
public interface NormalMixture {
    int HALVINGS = 60;

    /**
     * Returns the components at a point.
     *
     * @param x D snapped coordinates
     * @return K rows of weight, mean and variance; the sum of the weights is 1
     */
    double[][] at(double[] x);

    /**
     * Returns what a mixture is below with a probability: F(z) = Σ_k p_k Φ((z - μ_k)/σ_k) = p, by
     * bisection between the quantiles of the components.
     *
     * @param mixture rows of weight, mean and variance
     */
    static double quantile(double[][] mixture, double p) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        double z = StandardNormal.quantile(p);
        for (double[] c : mixture) {
            double end = c[1] + Math.sqrt(c[2]) * z;
            low = Math.min(low, end);
            high = Math.max(high, end);
        }
        for (int i = 0; i < HALVINGS && low < high; i++) {
            double middle = (low + high) / 2;
            double below = 0;
            for (double[] c : mixture) {
                double off = middle - c[1];
                below += c[0] * (off == 0 ? 0.5 : StandardNormal.cdf(off / Math.sqrt(c[2])));
            }
            if (below < p) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }
}
