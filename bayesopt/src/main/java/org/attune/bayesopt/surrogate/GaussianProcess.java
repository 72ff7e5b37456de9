package org.attune.bayesopt.surrogate;

import org.attune.bayesopt.numerics.Cholesky;
import org.attune.bayesopt.numerics.LinearAlgebra;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Posterior of a Gaussian process with zero prior mean, given n observations.
 *
 * <pre>
 *   mean(x) = k(x)ᵀ K⁻¹ y,   variance(x) = k(x, x) - k(x)ᵀ K⁻¹ k(x),   k_i(x) = k(x, x_i),   K_ij = k(x_i, x_j) + σ² [i = j]
 * </pre>
 *
 * with the Cholesky factor L of K, v = L⁻¹ k, so that the variance is k(x, x) - |v|². Immutable;
 * prediction allocates its work arrays and is thread-safe.
 *
 * <p>Source: Rasmussen and Williams (2006), algorithm 2.1.
 */
public final class GaussianProcess implements Posterior {
    private final LinearAlgebra algebra;
    private final Covariance covariance;
    private final double[][] x; // warped
    private final double[] y;
    private final Cholesky factor;
    private final double[] alpha; // K⁻¹ y

    private GaussianProcess(
            LinearAlgebra algebra,
            Covariance covariance,
            double[][] x,
            double[] y,
            Cholesky factor) {
        this.algebra = algebra;
        this.covariance = covariance;
        this.x = x;
        this.y = y;
        this.factor = factor;
        this.alpha = factor.solve(y);
    }

    /**
     * Conditions on observations.
     *
     * @param x n places, of snapped coordinates
     * @param y n standardised outputs
     * @return empty where K has no Cholesky factor even with the jitter that {@link Cholesky}
     *     allows
     */
    public static Optional<GaussianProcess> condition(
            LinearAlgebra algebra, Covariance covariance, double[][] x, double[] y) {
        return conditionWarped(
                algebra,
                covariance,
                Arrays.stream(x).map(covariance::warped).toArray(double[][]::new),
                y);
    }

    private static Optional<GaussianProcess> conditionWarped(
            LinearAlgebra algebra, Covariance covariance, double[][] x, double[] y) {
        int n = y.length;
        double[] k = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                k[i * n + j] = covariance.value(x[i], x[j]);
                k[j * n + i] = k[i * n + j];
            }
            k[i * n + i] = covariance.variance(x[i]) + covariance.noise(x[i]);
        }
        return Cholesky.of(algebra, k, n)
                .map(f -> new GaussianProcess(algebra, covariance, x, y, f));
    }

    /**
     * Conditions on more observations.
     *
     * @param places of snapped coordinates
     * @param outputs standardised
     * @return empty as {@link #condition}
     */
    public Optional<GaussianProcess> with(List<double[]> places, double[] outputs) {
        double[][] allX = Arrays.copyOf(x, x.length + places.size());
        double[] allY = Arrays.copyOf(y, allX.length);
        for (int i = 0; i < places.size(); i++) {
            allX[x.length + i] = covariance.warped(places.get(i));
            allY[x.length + i] = outputs[i];
        }
        return conditionWarped(algebra, covariance, allX, allY);
    }

    @Override
    public int dimension() {
        return covariance.dimension();
    }

    /** Returns n, the number of observations. */
    public int observations() {
        return y.length;
    }

    @Override
    public void predict(double[] point, double[] out) {
        int n = y.length;
        double[] at = covariance.warped(point);
        double[] k = new double[n];
        double mean = 0;
        for (int i = 0; i < n; i++) {
            k[i] = covariance.value(at, x[i]);
            mean += k[i] * alpha[i];
        }
        algebra.solveLower(factor.lower(), n, k, 1);
        out[0] = mean;
        out[1] = Math.max(covariance.variance(at) - dot(k, k), 0);
    }

    @Override
    public void predict(
            double[] point, double[] out, double[] meanGradient, double[] varianceGradient) {
        int n = y.length;
        int dimension = covariance.dimension();
        double[] k = new double[n];
        double[][] slope = new double[n][dimension];
        double[] at = covariance.warped(point);
        double mean = 0;
        for (int i = 0; i < n; i++) {
            k[i] = covariance.valueAndGradient(at, x[i], slope[i]);
            mean += k[i] * alpha[i];
        }
        double[] solved = k.clone();
        algebra.solveLower(factor.lower(), n, solved, 1);
        out[0] = mean;
        out[1] = Math.max(covariance.variance(at) - dot(solved, solved), 0);
        algebra.solveLowerTransposed(factor.lower(), n, solved, 1); // K⁻¹ k
        for (int d = 0; d < dimension; d++) {
            double byMean = 0;
            double byVariance = 0;
            for (int i = 0; i < n; i++) {
                byMean += slope[i][d] * alpha[i];
                byVariance -= 2 * slope[i][d] * solved[i];
            }
            double chain = covariance.warpSlope(d, point[d]);
            meanGradient[d] = byMean * chain;
            varianceGradient[d] = byVariance * chain;
        }
    }

    /**
     * Predicts each observation from those of other configurations, without refitting
     * hyperparameters: repeats of a configuration are left out together, since each gives the
     * others away.
     *
     * <pre>
     *   mean_G = y_G - V [K⁻¹ y]_G,   variance_G = diag V,   V = ([K⁻¹]_GG)⁻¹   (of the observations, with their noise)
     * </pre>
     *
     * <p>Source: Rasmussen and Williams (2006), eqs. (5.10) to (5.12), for groups G.
     *
     * @return n rows of mean and variance
     */
    public double[][] leaveOneOut() {
        int n = y.length;
        double[] inverse = new double[n * n];
        algebra.inverseFromCholesky(factor.lower(), n, inverse);
        double[][] predictions = new double[n][];
        for (int[] group : repeats()) {
            int k = group.length;
            double[] block = new double[k * k];
            for (int i = 0; i < k; i++) {
                for (int j = 0; j < k; j++) {
                    block[i * k + j] = inverse[group[i] * n + group[j]];
                }
            }
            double[] v = new double[k * k];
            boolean known = algebra.cholesky(block, k); // not where rounding has eaten the noise
            if (known) {
                algebra.inverseFromCholesky(block, k, v);
            }
            for (int i = 0; i < k; i++) {
                double shift = 0;
                for (int j = 0; j < k; j++) {
                    shift += v[i * k + j] * alpha[group[j]];
                }
                double[] at = x[group[i]];
                predictions[group[i]] =
                        known
                                ? new double[] {y[group[i]] - shift, v[i * k + i]}
                                : new double[] {0, covariance.variance(at) + covariance.noise(at)};
            }
        }
        return predictions;
    }

    /** Returns the indices of the observations, those of one configuration together. */
    private List<int[]> repeats() {
        return IntStream.range(0, x.length)
                .boxed()
                .collect(
                        Collectors.groupingBy(
                                i -> Arrays.toString(x[i]),
                                LinkedHashMap::new,
                                Collectors.toList()))
                .values()
                .stream()
                .map(g -> g.stream().mapToInt(i -> i).toArray())
                .toList();
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
