package org.attune.tla;

import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.LearningSchedule;
import org.attune.bayesopt.surrogate.NormalMixture;
import org.attune.bayesopt.surrogate.RadialKernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Between what bounds a component of the optimum of a task is to be expected, by those of other
 * tasks. Few tasks do not say how smoothly optima depend on features, how far they vary, or how far
 * off each was found; a model that is sure of these promises far too much. So none of them is taken
 * for certain:
 *
 * <pre>
 *   u_i = m + s (g(f_i) + √r e_i),  g a Gaussian process of lengthscale ℓ, e_i normal,
 *   log p(u | ℓ, r, s) = -(n-1) log s - Q / 2s² - ½ log |C| - ½ log 1ᵀC⁻¹1,   C = K_ℓ + r I
 * </pre>
 *
 * with every m as likely, and Q the generalised sum of squares about its estimate. What is expected
 * is the mixture of the normal distributions of all ℓ, r and s of a grid, each as likely
 * beforehand.
 *
 * <p>Source: C. E. Rasmussen and C. K. I. Williams, "Gaussian Processes for Machine Learning", MIT
 * Press 2006, section 2.7, for the mean that is not known.
 */
final class OptimumRange {
    private static final double[] LENGTHSCALES = {0.15, 0.3, 0.6, 1.2, 2.4, 4.8};
    private static final double[] NOISES = {1e-4, 0.01, 0.05, 0.2, 1, 4}; // r
    private static final double[] DEVIATIONS = {0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28}; // s
    private static final int MOST = 100; // tasks

    private final int[] rows;
    private final List<Member> members = new ArrayList<>();

    /** What one ℓ and r say, whatever the components are: L⁻¹1, L⁻¹k and log |L|. */
    private record Member(
            double[] factor, double[] ones, double[] cross, double log, double noise) {}

    /**
     * Looks at tasks.
     *
     * @param features a row for each task, between 0 and 1
     * @param at those of the task to predict for
     */
    OptimumRange(double[][] features, double[] at) {
        this.rows = LearningSchedule.spread(features.length, MOST);
        int n = rows.length;
        LinearAlgebra algebra = LinearAlgebra.best();
        for (double lengthscale : LENGTHSCALES) {
            double[] same = new double[n * n];
            double[] cross = new double[n];
            for (int i = 0; i < n; i++) {
                cross[i] = correlation(features[rows[i]], at, lengthscale);
                for (int j = 0; j < n; j++) {
                    same[i * n + j] =
                            correlation(features[rows[i]], features[rows[j]], lengthscale);
                }
            }
            for (double noise : NOISES) {
                double[] factor = same.clone();
                for (int i = 0; i < n; i++) {
                    factor[i * n + i] += noise;
                }
                if (algebra.cholesky(factor, n)) {
                    double log =
                            IntStream.range(0, n)
                                    .mapToDouble(i -> Math.log(factor[i * n + i]))
                                    .sum();
                    double[] ones = new double[n];
                    Arrays.fill(ones, 1);
                    members.add(
                            new Member(
                                    factor,
                                    solved(algebra, factor, ones),
                                    solved(algebra, factor, cross.clone()),
                                    log,
                                    noise));
                }
            }
        }
    }

    private static double correlation(double[] a, double[] b, double lengthscale) {
        double squares = 0;
        for (int f = 0; f < a.length; f++) {
            squares += (a[f] - b[f]) * (a[f] - b[f]) / a.length;
        }
        return RadialKernel.MATERN52.value(squares / (lengthscale * lengthscale));
    }

    private static double[] solved(LinearAlgebra algebra, double[] factor, double[] b) {
        algebra.solveLower(factor, b.length, b, 1);
        return b;
    }

    private static double product(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /**
     * Returns the range in which a component is expected.
     *
     * @param u it of each task, between 0 and 1
     * @param share how probably
     * @return two bounds between 0 and 1
     */
    double[] of(double[] u, double share) {
        double[][] mixture = mixture(Arrays.stream(rows).mapToDouble(i -> u[i]).toArray());
        double tail = (1 - share) / 2;
        return new double[] {
            Math.clamp(NormalMixture.quantile(mixture, tail), 0, 1),
            Math.clamp(NormalMixture.quantile(mixture, 1 - tail), 0, 1)
        };
    }

    /** Returns rows of weight, mean and variance. */
    private double[][] mixture(double[] u) {
        var mixture = new ArrayList<double[]>();
        double largest = Double.NEGATIVE_INFINITY;
        for (Member m : members) {
            double[] b = solved(LinearAlgebra.best(), m.factor(), u.clone());
            double a = product(m.ones(), m.ones());
            double mean = product(m.ones(), b) / a;
            double squares = Math.max(product(b, b) - a * mean * mean, 0);
            double said = mean + product(m.cross(), b) - mean * product(m.cross(), m.ones());
            double unknown = 1 - product(m.cross(), m.ones());
            double variance = 1 + m.noise() - product(m.cross(), m.cross()) + unknown * unknown / a;
            for (double s : DEVIATIONS) {
                double log =
                        -(u.length - 1) * Math.log(s)
                                - squares / (2 * s * s)
                                - m.log()
                                - Math.log(a) / 2;
                largest = Math.max(largest, log);
                mixture.add(new double[] {log, said, s * s * Math.max(variance, m.noise())});
            }
        }
        double sum = 0;
        for (double[] row : mixture) {
            row[0] = Math.exp(row[0] - largest);
            sum += row[0];
        }
        for (double[] row : mixture) {
            row[0] /= sum;
        }
        return mixture.toArray(double[][]::new);
    }
}
