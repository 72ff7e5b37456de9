package org.attune.bayesopt.surrogate;

import org.attune.bayesopt.numerics.StandardNormal;

/** Normal distributions at each point, of which one holds. */
@FunctionalInterface
public interface NormalMixture {
    int MOST_STEPS = 200;
    double CLOSE = 1e-12; // of the distance between the components' quantiles

    /**
     * Returns the components at a point.
     *
     * @param x D snapped coordinates
     * @return K rows of weight, mean and variance; the sum of the weights is 1
     */
    double[][] at(double[] x);

    /**
     * Returns what a mixture is below with a probability: F(z) = Σ_k p_k Φ((z - μ_k)/σ_k) = p, by
     * Newton steps between the quantiles of the components, or halvings where these do not help.
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
        double close = CLOSE * (high - low);
        double at = (low + high) / 2;
        double off = Double.POSITIVE_INFINITY;
        for (int i = 0; i < MOST_STEPS && low < at && at < high; i++) {
            double below = 0;
            double density = 0;
            for (double[] c : mixture) {
                double deviation = Math.sqrt(c[2]);
                double from = at - c[1];
                double u = from == 0 ? 0 : from / deviation; // a deviation of 0 is a step
                below += c[0] * StandardNormal.cdf(u);
                density += deviation > 0 ? c[0] * StandardNormal.pdf(u) / deviation : 0;
            }
            if (below < p) {
                low = at;
            } else {
                high = at;
            }
            double newton = at - (below - p) / density;
            boolean helps = Math.abs(below - p) < off / 2 && low < newton && newton < high;
            if (helps && Math.abs(newton - at) <= close) {
                return newton;
            }
            off = Math.abs(below - p);
            at = helps ? newton : (low + high) / 2;
        }
        return at;
    }
}
