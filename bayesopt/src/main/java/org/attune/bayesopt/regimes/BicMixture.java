package org.attune.bayesopt.regimes;

import org.attune.api.Generator;
import org.attune.bayesopt.numerics.Cholesky;

import java.util.Arrays;

/**
 * A mixture of normal distributions by expectation maximisation, with as many components as the
 * Bayesian information criterion wants.
 *
 * <pre>
 *   BIC = -2 log L + p log n,   p = K - 1 + K D + K D (D + 1) / 2
 * </pre>
 *
 * <p>Covariances have a ridge of 1e-3 of the rows' mean variance, so that no component collapses
 * onto a row.
 *
 * <p>Sources: C. M. Bishop, "Pattern Recognition and Machine Learning" (2006), section 9.2; C.
 * Fraley and A. E. Raftery, "Model-based clustering", JASA 97 (2002), for the choice.
 */
public final class BicMixture {
    private static final int MOST_STEPS = 300;
    private static final double CONVERGED = 1e-8; // of the log likelihood, for each row
    private static final double RIDGE = 1e-3;

    private final double[][] r;
    private final double bic;

    private BicMixture(double[][] r, double bic) {
        this.r = r;
        this.bic = bic;
    }

    /**
     * Fits a mixture of K components.
     *
     * @param x n rows of D numbers
     * @param random decides where the fit starts
     */
    public static BicMixture fit(double[][] x, int components, Generator random) {
        int n = x.length;
        int dimension = x[0].length;
        double[][] r = MixtureMoments.start(x, Math.min(components, n), random);
        double ridge = ridge(x);
        double last = Double.NEGATIVE_INFINITY;
        for (int step = 0; step < MOST_STEPS; step++) {
            double next = step(x, r, ridge);
            boolean done = next - last < CONVERGED * n;
            last = next;
            if (done) {
                break;
            }
        }
        int k = r[0].length;
        double parameters = k - 1 + k * dimension + k * dimension * (dimension + 1) / 2.0;
        return new BicMixture(r, parameters * Math.log(n) - 2 * last);
    }

    /** Returns the best mixture of 1 to {@code most} components, each from a few starts. */
    public static BicMixture best(double[][] x, int most, int starts, Generator random) {
        BicMixture best = fit(x, 1, random);
        for (int k = 2; k <= Math.min(most, x.length); k++) {
            for (int s = 0; s < starts; s++) {
                BicMixture next = fit(x, k, random);
                best = next.bic < best.bic ? next : best;
            }
        }
        return best;
    }

    /** Returns a clustering by such mixtures. */
    public static Clustering clustering(int most, int starts) {
        return (samples, seed) ->
                best(samples.rows(), most, starts, seed.generator("mixture", 0)).partition();
    }

    private static double ridge(double[][] x) {
        double[][] all = new double[x.length][1];
        Arrays.stream(all).forEach(row -> row[0] = 1);
        double[] scatter =
                MixtureMoments.scatter(x, all, 0, MixtureMoments.mean(x, all, 0, x.length));
        int dimension = x[0].length;
        double trace = 0;
        for (int d = 0; d < dimension; d++) {
            trace += scatter[d * (dimension + 1)];
        }
        return Math.max(RIDGE * trace / dimension / x.length, 1e-12);
    }

    /** Maximises, then expects; returns the log likelihood of what was maximised. */
    private static double step(double[][] x, double[][] r, double ridge) {
        int dimension = x[0].length;
        double[] counts = MixtureMoments.counts(r);
        double[][] logs = new double[x.length][counts.length];
        double[] off = new double[dimension];
        for (int k = 0; k < counts.length; k++) {
            double[] mean = MixtureMoments.mean(x, r, k, counts[k]);
            double[] covariance = MixtureMoments.scatter(x, r, k, mean);
            for (int d = 0; d < covariance.length; d++) {
                covariance[d] /= Math.max(counts[k], Double.MIN_NORMAL);
            }
            for (int d = 0; d < dimension; d++) {
                covariance[d * (dimension + 1)] += ridge;
            }
            Cholesky factor = MixtureMoments.factor(covariance, dimension);
            double constant =
                    Math.log(counts[k] / x.length)
                            - 0.5 * (dimension * Math.log(2 * Math.PI) + factor.logDeterminant());
            for (int i = 0; i < x.length; i++) {
                for (int d = 0; d < dimension; d++) {
                    off[d] = x[i][d] - mean[d];
                }
                logs[i][k] = constant - 0.5 * MixtureMoments.quadratic(factor, off);
            }
        }
        double sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += MixtureMoments.normalize(logs[i]);
            r[i] = logs[i];
        }
        return sum;
    }

    /** Returns the criterion; smaller is better. */
    public double bic() {
        return bic;
    }

    /** Returns the most probable component of each row. */
    public Partition partition() {
        return MixtureMoments.partition(r);
    }

    @Override
    public String toString() {
        return "mixture of " + partition();
    }
}
