package org.attune.bayesopt.regimes;

import org.attune.api.Generator;
import org.attune.api.Seed;
import org.attune.bayesopt.numerics.Cholesky;
import org.hipparchus.special.Gamma;

import java.util.Arrays;

/**
 * A Bayesian mixture of normal distributions whose weights are those of a Dirichlet process, by
 * variational inference: how many components are used is inferred.
 *
 * <pre>
 *   v_k ~ Beta(1, α),  π_k = v_k Π_{j&lt;k} (1 - v_j),  c_i ~ π,
 *   Λ_k ~ Wishart(W_0, ν_0),  μ_k | Λ_k ~ N(m_0, (β_0 Λ_k)⁻¹),  x_i | c_i = k ~ N(μ_k, Λ_k⁻¹)
 * </pre>
 *
 * <p>The posterior is approximated by q(v) q(μ, Λ) q(c), truncated at K components (v_K = 1), whose
 * factors are updated in turn in closed form. No update lowers the evidence's lower bound L = E[log
 * p(x, c, v, μ, Λ)] - E[log q]. With r_ik = q(c_i = k), N_k = Σ_i r_ik:
 *
 * <pre>
 *   q(v_k) = Beta(1 + N_k, α + Σ_{j&gt;k} N_j)
 *   q(μ_k, Λ_k): β_k = β_0 + N_k,  ν_k = ν_0 + N_k,  m_k = (β_0 m_0 + N_k x̄_k) / β_k,
 *     W_k⁻¹ = W_0⁻¹ + N_k S_k + β_0 N_k / β_k (x̄_k - m_0)(x̄_k - m_0)ᵀ
 *   log r_ik = E[log π_k] + ½ E[log |Λ_k|] - D/2 log 2π - ½ (D/β_k + ν_k (x_i - m_k)ᵀ W_k (x_i - m_k)) + const.
 * </pre>
 *
 * <p>m_0 is the mean of all rows, W_0⁻¹ / ν_0 their covariance, ν_0 = D, β_0 = 1 (as scikit-learn
 * has them, with which the published cGP works).
 *
 * <p>Sources: D. M. Blei and M. I. Jordan, "Variational inference for Dirichlet process mixtures",
 * Bayesian Analysis 1 (2006), doi:10.1214/06-BA104, section 3; C. M. Bishop, "Pattern Recognition
 * and Machine Learning" (2006), section 10.2 and eqs. (10.58) to (10.77), (B.79), (B.82).
 */
public final class VariationalMixture {
    private static final int MOST_STEPS = 500;
    private static final double CONVERGED = 1e-8; // of the bound, for each row
    private static final double RIDGE = 1e-6; // of the prior's covariance

    private final double[][] x;
    private final double concentration; // α
    private final double[] center; // m_0
    private final double[] spread; // W_0⁻¹
    private final double degrees; // ν_0
    private final double tightness; // β_0
    private final double[][] r;
    private double[] bounds = new double[0];

    /** What is believed of one component. */
    private record Component(double beta, double nu, double[] mean, Cholesky inverseScale) {
        /** Returns E[log |Λ|]. */
        double logPrecision() {
            int dimension = mean.length;
            double sum = dimension * Math.log(2) - inverseScale.logDeterminant();
            for (int d = 0; d < dimension; d++) {
                sum += Gamma.digamma((nu - d) / 2);
            }
            return sum;
        }
    }

    private VariationalMixture(
            double[][] x,
            double concentration,
            double[] center,
            double[] spread,
            double degrees,
            double tightness,
            double[][] r) {
        this.x = x;
        this.concentration = concentration;
        this.center = center;
        this.spread = spread;
        this.degrees = degrees;
        this.tightness = tightness;
        this.r = r;
    }

    /**
     * Fits a mixture.
     *
     * @param x n rows of D numbers, at least one
     * @param components K, the largest number of them
     * @param concentration α, positive
     * @param random decides where the fit starts
     */
    public static VariationalMixture fit(
            double[][] x, int components, double concentration, Generator random) {
        double[][] start =
                MixtureMoments.start(x, Math.max(Math.min(components, x.length), 1), random);
        double[][] all = new double[x.length][1];
        Arrays.stream(all).forEach(row -> row[0] = 1);
        int dimension = x[0].length;
        double[] mean = MixtureMoments.mean(x, all, 0, x.length);
        double[] spread = MixtureMoments.scatter(x, all, 0, mean);
        for (int d = 0; d < spread.length; d++) {
            spread[d] *= (double) dimension / Math.max(x.length - 1, 1);
        }
        for (int d = 0; d < dimension; d++) {
            spread[d * (dimension + 1)] += RIDGE;
        }
        return fit(x, concentration, mean, spread, dimension, 1, start);
    }

    /**
     * Fits a mixture with a prior of the caller's.
     *
     * @param center m_0
     * @param spread W_0⁻¹, D × D by rows, positive definite
     * @param degrees ν_0, above D - 1
     * @param tightness β_0, positive
     * @param start n rows of K responsibilities; not changed
     */
    static VariationalMixture fit(
            double[][] x,
            double concentration,
            double[] center,
            double[] spread,
            double degrees,
            double tightness,
            double[][] start) {
        double[][] r = Arrays.stream(start).map(double[]::clone).toArray(double[][]::new);
        var mixture =
                new VariationalMixture(x, concentration, center, spread, degrees, tightness, r);
        mixture.iterate();
        return mixture;
    }

    /** Returns a clustering by such mixtures, the best bound of a few starts. */
    public static Clustering clustering(int components, double concentration, int starts) {
        return (samples, seed) -> {
            VariationalMixture best = null;
            for (int s = 0; s < starts; s++) {
                var mixture = fit(samples.rows(), components, concentration, start(seed, s));
                best = best == null || mixture.bound() > best.bound() ? mixture : best;
            }
            return best.partition();
        };
    }

    private static Generator start(Seed seed, int index) {
        return seed.generator("mixture", index);
    }

    private void iterate() {
        double[] trace = new double[MOST_STEPS];
        int steps = 0;
        while (steps < MOST_STEPS) {
            Component[] components = components();
            double[][] beta = sticks();
            trace[steps] = step(components, beta);
            steps++;
            if (steps > 1 && trace[steps - 1] - trace[steps - 2] < CONVERGED * x.length) {
                break;
            }
        }
        bounds = Arrays.copyOf(trace, steps);
    }

    private Component[] components() {
        double[] counts = MixtureMoments.counts(r);
        Component[] components = new Component[counts.length];
        Arrays.setAll(components, k -> component(k, counts[k]));
        return components;
    }

    private Component component(int k, double count) {
        int dimension = center.length;
        double[] mean = MixtureMoments.mean(x, r, k, count);
        double[] inverse = MixtureMoments.scatter(x, r, k, mean);
        double beta = tightness + count;
        double[] middle = new double[dimension];
        for (int a = 0; a < dimension; a++) {
            middle[a] = (tightness * center[a] + count * mean[a]) / beta;
            for (int b = 0; b < dimension; b++) {
                inverse[a * dimension + b] +=
                        spread[a * dimension + b]
                                + tightness
                                        * count
                                        / beta
                                        * (mean[a] - center[a])
                                        * (mean[b] - center[b]);
            }
        }
        return new Component(
                beta, degrees + count, middle, MixtureMoments.factor(inverse, dimension));
    }

    /** Returns a and b of the Beta distributions of v_1, ..., v_{K-1}. */
    private double[][] sticks() {
        double[] counts = MixtureMoments.counts(r);
        double[][] beta = new double[counts.length - 1][];
        double after = 0;
        for (int k = counts.length - 1; k >= 0; k--) {
            if (k < beta.length) {
                beta[k] = new double[] {1 + counts[k], concentration + after};
            }
            after += counts[k];
        }
        return beta;
    }

    /** Returns E[log π_k]. */
    private static double[] logWeights(double[][] beta) {
        double[] logs = new double[beta.length + 1];
        double rest = 0;
        for (int k = 0; k < beta.length; k++) {
            double both = Gamma.digamma(beta[k][0] + beta[k][1]);
            logs[k] = rest + Gamma.digamma(beta[k][0]) - both;
            rest += Gamma.digamma(beta[k][1]) - both;
        }
        logs[beta.length] = rest;
        return logs;
    }

    /**
     * Updates the responsibilities, and returns the bound after that: then Σ_k r_ik (log ρ_ik - log
     * r_ik) = log Σ_k ρ_ik, and the rest are the divergences of the other factors from their
     * priors.
     */
    private double step(Component[] components, double[][] beta) {
        int dimension = center.length;
        double[] logWeights = logWeights(beta);
        double[] constants = new double[components.length];
        for (int k = 0; k < constants.length; k++) {
            constants[k] =
                    logWeights[k]
                            + 0.5 * components[k].logPrecision()
                            - 0.5 * dimension * Math.log(2 * Math.PI)
                            - 0.5 * dimension / components[k].beta();
        }
        double bound = 0;
        double[] off = new double[dimension];
        for (int i = 0; i < x.length; i++) {
            for (int k = 0; k < constants.length; k++) {
                for (int d = 0; d < dimension; d++) {
                    off[d] = x[i][d] - components[k].mean()[d];
                }
                r[i][k] =
                        constants[k]
                                - 0.5
                                        * components[k].nu()
                                        * MixtureMoments.quadratic(
                                                components[k].inverseScale(), off);
            }
            bound += MixtureMoments.normalize(r[i]);
        }
        for (double[] ab : beta) {
            bound -= divergence(ab[0], ab[1], 1, concentration);
        }
        for (Component component : components) {
            bound -= divergence(component);
        }
        return bound;
    }

    /** Returns the divergence KL(Beta(a, b) | Beta(a0, b0)). */
    private static double divergence(double a, double b, double a0, double b0) {
        return logBeta(a0, b0)
                - logBeta(a, b)
                + (a - a0) * Gamma.digamma(a)
                + (b - b0) * Gamma.digamma(b)
                + (a0 - a + b0 - b) * Gamma.digamma(a + b);
    }

    private static double logBeta(double a, double b) {
        return Gamma.logGamma(a) + Gamma.logGamma(b) - Gamma.logGamma(a + b);
    }

    /** Returns the divergence of a normal and Wishart distribution from the prior one. */
    private double divergence(Component c) {
        int dimension = center.length;
        double logPrecision = c.logPrecision();
        double[] off = new double[dimension];
        Arrays.setAll(off, d -> c.mean()[d] - center[d]);
        double ofMean =
                0.5
                        * (dimension * (tightness / c.beta() - 1 - Math.log(tightness / c.beta()))
                                + tightness
                                        * c.nu()
                                        * MixtureMoments.quadratic(c.inverseScale(), off));
        double trace = 0; // of W_0⁻¹ W_k
        double[] column = new double[dimension];
        for (int a = 0; a < dimension; a++) {
            for (int b = 0; b < dimension; b++) {
                column[b] = spread[b * dimension + a];
            }
            trace += c.inverseScale().solve(column)[a];
        }
        double logPrior = MixtureMoments.factor(spread.clone(), dimension).logDeterminant();
        double ofPrecision =
                logNormalizer(-c.inverseScale().logDeterminant(), c.nu(), dimension)
                        - logNormalizer(-logPrior, degrees, dimension)
                        + 0.5 * (c.nu() - degrees) * logPrecision
                        - 0.5 * c.nu() * (dimension - trace);
        return ofMean + ofPrecision;
    }

    /** Returns log B(W, ν), Bishop (B.79), by the logarithm of the determinant of W. */
    private static double logNormalizer(double logScale, double nu, int dimension) {
        double sum =
                -0.5 * nu * logScale
                        - 0.5 * nu * dimension * Math.log(2)
                        - 0.25 * dimension * (dimension - 1) * Math.log(Math.PI);
        for (int d = 0; d < dimension; d++) {
            sum -= Gamma.logGamma((nu - d) / 2);
        }
        return sum;
    }

    /** Returns the bound L of the logarithm of the evidence. */
    public double bound() {
        return bounds[bounds.length - 1];
    }

    /** Returns the bound after each step; it never falls. */
    public double[] bounds() {
        return bounds.clone();
    }

    /** Returns E[π_k] of the K components. */
    public double[] weights() {
        double[][] beta = sticks();
        double[] weights = new double[beta.length + 1];
        double rest = 1;
        for (int k = 0; k < beta.length; k++) {
            double share = beta[k][0] / (beta[k][0] + beta[k][1]);
            weights[k] = rest * share;
            rest *= 1 - share;
        }
        weights[beta.length] = rest;
        return weights;
    }

    /** Returns the most probable component of each row. */
    public Partition partition() {
        return MixtureMoments.partition(r);
    }

    @Override
    public String toString() {
        return "mixture with weights " + Arrays.toString(weights());
    }
}
