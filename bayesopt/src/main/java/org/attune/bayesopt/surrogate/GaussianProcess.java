package org.attune.bayesopt.surrogate;

import org.attune.bayesopt.numerics.Cholesky;
import org.attune.bayesopt.numerics.LinearAlgebra;

import java.util.Optional;

/**
 * Posterior of a Gaussian process with zero prior mean, given n observations.
 *
 * <pre>
 *   mean(x) = k(x)ᵀ K⁻¹ y,   variance(x) = s² - k(x)ᵀ K⁻¹ k(x),   K = s² R + σ² I,   k_i(x) = s² ρ(r²(x, x_i))
 * </pre>
 *
 * with the Cholesky factor L of K, v = L⁻¹ k, so that the variance is s² - |v|². Immutable;
 * prediction allocates its work arrays and is thread-safe.
 *
 * <p>Source: Rasmussen and Williams (2006), algorithm 2.1.
 */
public final class GaussianProcess implements Posterior {
    private final LinearAlgebra algebra;
    private final Axes axes;
    private final RadialKernel kernel;
    private final Hyperparameters hyperparameters;
    private final double[] weight; // 1/ℓ²
    private final InputWarp warp;
    private final double[][] x; // warped
    private final double[] y;
    private final Cholesky factor;
    private final double[] alpha; // K⁻¹ y

    private GaussianProcess(
            LinearAlgebra algebra,
            Axes axes,
            RadialKernel kernel,
            Hyperparameters hyperparameters,
            double[][] x,
            double[] y,
            Cholesky factor) {
        this.algebra = algebra;
        this.axes = axes;
        this.kernel = kernel;
        this.hyperparameters = hyperparameters;
        this.weight = weights(hyperparameters);
        this.warp = new InputWarp(axes, hyperparameters.logA(), hyperparameters.logB());
        this.x = x;
        this.y = y;
        this.factor = factor;
        this.alpha = factor.solve(y);
    }

    /**
     * Conditions on observations.
     *
     * @param x n rows of D snapped coordinates
     * @param y n standardised outputs
     * @return empty where K has no Cholesky factor even with the jitter that {@link Cholesky}
     *     allows
     */
    public static Optional<GaussianProcess> condition(
            LinearAlgebra algebra,
            Axes axes,
            RadialKernel kernel,
            Hyperparameters hyperparameters,
            double[][] x,
            double[] y) {
        int n = y.length;
        double[] weight = weights(hyperparameters);
        double signal = hyperparameters.signalVariance();
        var warp = new InputWarp(axes, hyperparameters.logA(), hyperparameters.logB());
        double[][] warped = java.util.Arrays.stream(x).map(warp::values).toArray(double[][]::new);
        double[] covariance = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                double value =
                        signal * kernel.value(squaredDistance(axes, weight, warped[i], warped[j]));
                covariance[i * n + j] = value;
                covariance[j * n + i] = value;
            }
            covariance[i * n + i] = signal + hyperparameters.noiseVariance();
        }
        return Cholesky.of(algebra, covariance, n)
                .map(f ->
                        new GaussianProcess(algebra, axes, kernel, hyperparameters, warped, y, f));
    }

    @Override
    public int dimension() {
        return weight.length;
    }

    /** Returns n, the number of observations. */
    public int observations() {
        return y.length;
    }

    /** Returns the hyperparameters. */
    public Hyperparameters hyperparameters() {
        return hyperparameters;
    }

    @Override
    public void predict(double[] point, double[] out) {
        int n = y.length;
        double signal = hyperparameters.signalVariance();
        double[] at = warp.values(point);
        double[] k = new double[n];
        double mean = 0;
        for (int i = 0; i < n; i++) {
            k[i] = signal * kernel.value(squaredDistance(axes, weight, at, x[i]));
            mean += k[i] * alpha[i];
        }
        algebra.solveLower(factor.lower(), n, k, 1);
        out[0] = mean;
        out[1] = Math.max(signal - dot(k, k), 0);
    }

    @Override
    public void predict(
            double[] point, double[] out, double[] meanGradient, double[] varianceGradient) {
        int n = y.length;
        int dimension = weight.length;
        double signal = hyperparameters.signalVariance();
        double[] k = new double[n];
        double[] slope = new double[n];
        double[] at = warp.values(point);
        double mean = 0;
        for (int i = 0; i < n; i++) {
            double r2 = squaredDistance(axes, weight, at, x[i]);
            k[i] = signal * kernel.value(r2);
            slope[i] = 2 * signal * kernel.slope(r2);
            mean += k[i] * alpha[i];
        }
        double[] solved = k.clone();
        algebra.solveLower(factor.lower(), n, solved, 1);
        out[0] = mean;
        out[1] = Math.max(signal - dot(solved, solved), 0);
        algebra.solveLowerTransposed(factor.lower(), n, solved, 1); // K⁻¹ k
        for (int d = 0; d < dimension; d++) {
            double byMean = 0;
            double byVariance = 0;
            if (!axes.isCategorical(d)) {
                for (int i = 0; i < n; i++) {
                    double dk = slope[i] * weight[d] * (at[d] - x[i][d]);
                    byMean += dk * alpha[i];
                    byVariance -= 2 * dk * solved[i];
                }
            }
            double chain = warp.slope(d, point[d]);
            meanGradient[d] = byMean * chain;
            varianceGradient[d] = byVariance * chain;
        }
    }

    /**
     * Predicts each observation from the others, without refitting hyperparameters.
     *
     * <pre>
     *   mean_i = y_i - [K⁻¹ y]_i / [K⁻¹]_ii,   variance_i = 1 / [K⁻¹]_ii   (of the observation, with its noise)
     * </pre>
     *
     * <p>Source: Rasmussen and Williams (2006), eqs. (5.10) to (5.12).
     *
     * @return n rows of mean and variance
     */
    public double[][] leaveOneOut() {
        int n = y.length;
        double[] inverse = new double[n * n];
        algebra.inverseFromCholesky(factor.lower(), n, inverse);
        double[][] predictions = new double[n][2];
        for (int i = 0; i < n; i++) {
            predictions[i][1] = 1 / inverse[i * n + i];
            predictions[i][0] = y[i] - alpha[i] * predictions[i][1];
        }
        return predictions;
    }

    private static double[] weights(Hyperparameters hyperparameters) {
        double[] weight = hyperparameters.lengthscales();
        for (int d = 0; d < weight.length; d++) {
            weight[d] = 1 / (weight[d] * weight[d]);
        }
        return weight;
    }

    private static double squaredDistance(Axes axes, double[] weight, double[] a, double[] b) {
        double sum = 0;
        for (int d = 0; d < weight.length; d++) {
            sum += weight[d] * axes.squaredDifference(d, a[d], b[d]);
        }
        return sum;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
