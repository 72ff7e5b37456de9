package org.attune.bayesopt.surrogate;

import org.attune.api.Generator;
import org.attune.api.Predictor.Draws;
import org.attune.bayesopt.numerics.Cholesky;
import org.attune.bayesopt.numerics.Vectors;

import java.util.Arrays;

/**
 * Functions drawn from the posterior of a Gaussian process: a draw of the prior, corrected by what
 * it misses of what is known at m places z.
 *
 * <pre>
 *   f(x) = g(x) + k(x, z)ᵀ v,   g(x) = √s w·φ(x)
 * </pre>
 *
 * with the {@link Features} φ of the prior, s the factor of all variances and one column v for each
 * draw. Means are exact; variances are as good as the features, which are the same for all draws.
 *
 * <p>Source: J. T. Wilson, V. Borovitskiy, A. Terenin, P. Mostowsky and M. P. Deisenroth,
 * "Efficiently sampling functions from Gaussian process posteriors", ICML 2020, arXiv:2002.09309.
 */
final class PathwiseDraws implements Draws {
    private final Covariance covariance;
    private final double[][] places; // z, warped
    private final Features features;
    private final double[][] weights; // of each draw, w √s
    private final double[][] columns; // of each draw, v

    private PathwiseDraws(
            Covariance covariance, double[][] places, Features features, double[][] weights) {
        this.covariance = covariance;
        this.places = places;
        this.features = features;
        this.weights = weights;
        this.columns = new double[weights.length][];
    }

    private static PathwiseDraws prior(
            Covariance covariance,
            double scale,
            double[][] places,
            int count,
            int basis,
            Generator random) {
        Features features = covariance.features(basis, random);
        double[][] weights = new double[count][features.size()];
        for (double[] w : weights) {
            Arrays.setAll(w, i -> Math.sqrt(scale) * random.nextGaussian());
        }
        return new PathwiseDraws(covariance, places, features, weights);
    }

    /**
     * Draws from the exact posterior: v = K⁻¹ (y - g(z) - ε) with the noise ε of the observations.
     *
     * @param x n warped places
     * @param y n outputs
     * @param noise n variances, without the factor
     * @param factor of K, without the factor of all variances
     * @param basis number of features of the prior
     */
    static Draws exact(
            Covariance covariance,
            double scale,
            double[][] x,
            double[] y,
            double[] noise,
            Cholesky factor,
            int count,
            int basis,
            Generator random) {
        PathwiseDraws draws = prior(covariance, scale, x, count, basis, random);
        double[][] g = draws.priorValues(x);
        for (int k = 0; k < count; k++) {
            double[] off = new double[y.length];
            for (int i = 0; i < off.length; i++) {
                off[i] = y[i] - g[k][i] - Math.sqrt(scale * noise[i]) * random.nextGaussian();
            }
            draws.columns[k] = factor.solve(off);
        }
        return draws;
    }

    /**
     * Draws from the posterior by inducing places: v = L⁻ᵀ (u - L⁻¹ g(z)), u ~ N(c, s B⁻¹).
     *
     * @param inducing m warped places
     * @param lower factor L of their covariances
     * @param posterior factor of B
     * @param c mean of u
     * @param basis number of features of the prior
     */
    static Draws induced(
            Covariance covariance,
            double scale,
            double[][] inducing,
            Cholesky lower,
            Cholesky posterior,
            double[] c,
            int count,
            int basis,
            Generator random) {
        PathwiseDraws draws = prior(covariance, scale, inducing, count, basis, random);
        double[][] g = draws.priorValues(inducing);
        for (int k = 0; k < count; k++) {
            double[] u = new double[c.length];
            Arrays.setAll(u, j -> Math.sqrt(scale) * random.nextGaussian());
            u = posterior.solveLowerTransposed(u);
            double[] known = lower.solveLower(g[k]);
            for (int j = 0; j < u.length; j++) {
                u[j] += c[j] - known[j];
            }
            draws.columns[k] = lower.solveLowerTransposed(u);
        }
        return draws;
    }

    /** Takes places as they come. */
    @Override
    public double[][] values(double[][] x) {
        double[][] warped = Arrays.stream(x).map(covariance::warped).toArray(double[][]::new);
        double[][] values = priorValues(warped);
        double[] k = new double[places.length];
        for (int i = 0; i < x.length; i++) {
            for (int j = 0; j < k.length; j++) {
                k[j] = covariance.value(warped[i], places[j]);
            }
            for (int draw = 0; draw < values.length; draw++) {
                values[draw][i] += Vectors.dot(columns[draw], k);
            }
        }
        return values;
    }

    /** Returns g at warped places. */
    private double[][] priorValues(double[][] x) {
        double[][] values = new double[weights.length][x.length];
        double[] phi = new double[features.size()];
        for (int i = 0; i < x.length; i++) {
            features.write(x[i], phi, 0);
            for (int draw = 0; draw < weights.length; draw++) {
                values[draw][i] = Vectors.dot(weights[draw], phi);
            }
        }
        return values;
    }
}
