package org.attune.bayesopt.surrogate;

import org.attune.bayesopt.numerics.BoxLbfgs;
import org.attune.bayesopt.numerics.LinearAlgebra;

/**
 * Negative log posterior of a Gaussian process' hyperparameters, with its gradient.
 *
 * <pre>
 *   -log p(θ | y) = ½ yᵀ K⁻¹ y + ½ log |K| + n/2 log 2π - log p(θ) + const,   K = s² R(ℓ) + σ² I
 *   ∂/∂θ_j of the likelihood's part = ½ tr((K⁻¹ - α αᵀ) ∂K/∂θ_j),             α = K⁻¹ y
 * </pre>
 *
 * <p>The squared differences of all pairs are computed once, axis by axis; an evaluation costs one Cholesky
 * factorisation, one inverse and O(n² D). Not thread-safe: it owns its work arrays.
 *
 * <p>Source: Rasmussen and Williams (2006), eqs. (5.8) and (5.9).
 */
final class MarginalLikelihood implements BoxLbfgs.Objective {
    private static final double LOG_2PI = Math.log(2 * Math.PI);

    private final LinearAlgebra algebra;
    private final RadialKernel kernel;
    private final Priors priors;
    private final double[] y;
    private final int n;
    private final int dimension;
    private final double[][] squared; // [axis][pair], pair (i, j) with j < i at i(i-1)/2 + j
    private final double[] r2;
    private final double[] slope;
    private final double[] factor;
    private final double[] inverse;
    private final double[] alpha;

    /**
     * Prepares the evaluation.
     *
     * @param x n rows of D snapped coordinates
     * @param y n standardised outputs
     */
    MarginalLikelihood(
            LinearAlgebra algebra,
            Axes axes,
            RadialKernel kernel,
            Priors priors,
            double[][] x,
            double[] y) {
        this.algebra = algebra;
        this.kernel = kernel;
        this.priors = priors;
        this.y = y;
        this.n = y.length;
        this.dimension = axes.dimension();
        int pairs = n * (n - 1) / 2;
        squared = new double[dimension][pairs];
        for (int d = 0; d < dimension; d++) {
            for (int i = 1, p = 0; i < n; i++) {
                for (int j = 0; j < i; j++, p++) {
                    squared[d][p] = axes.squaredDifference(d, x[i][d], x[j][d]);
                }
            }
        }
        r2 = new double[pairs];
        slope = new double[pairs];
        factor = new double[n * n];
        inverse = new double[n * n];
        alpha = new double[n];
    }

    @Override
    public double valueAndGradient(double[] theta, double[] gradient) {
        double signal = Math.exp(theta[dimension]);
        double noise = Math.exp(theta[dimension + 1]);
        fillDistances(theta);
        for (int i = 0, p = 0; i < n; i++) {
            for (int j = 0; j < i; j++, p++) {
                factor[i * n + j] = signal * kernel.value(r2[p]);
            }
            factor[i * n + i] = signal + noise;
        }
        if (!algebra.cholesky(factor, n)) {
            return Double.NaN;
        }
        algebra.inverseFromCholesky(factor, n, inverse);
        double fit = 0;
        double logDeterminant = 0;
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int j = 0; j < n; j++) {
                sum += inverse[i * n + j] * y[j];
            }
            alpha[i] = sum;
            fit += sum * y[i];
            logDeterminant += 2 * Math.log(factor[i * n + i]);
        }
        fillGradient(signal, noise, theta, gradient);
        double negativePrior = -subtractPrior(theta, gradient);
        return 0.5 * (fit + logDeterminant + n * LOG_2PI) + negativePrior;
    }

    private void fillDistances(double[] theta) {
        java.util.Arrays.fill(r2, 0);
        for (int d = 0; d < dimension; d++) {
            double weight = Math.exp(-2 * theta[d]);
            double[] axis = squared[d];
            for (int p = 0; p < r2.length; p++) {
                r2[p] += weight * axis[p];
            }
        }
    }

    private void fillGradient(double signal, double noise, double[] theta, double[] gradient) {
        double bySignal = 0;
        double trace = 0;
        for (int i = 0, p = 0; i < n; i++) {
            for (int j = 0; j < i; j++, p++) {
                double g = inverse[i * n + j] - alpha[i] * alpha[j];
                bySignal += g * kernel.value(r2[p]); // both triangles, times the half in front
                slope[p] = g * kernel.slope(r2[p]);
            }
            trace += inverse[i * n + i] - alpha[i] * alpha[i];
        }
        for (int d = 0; d < dimension; d++) {
            double[] axis = squared[d];
            double sum = 0;
            for (int p = 0; p < slope.length; p++) {
                sum += slope[p] * axis[p];
            }
            gradient[d] = -2 * signal * Math.exp(-2 * theta[d]) * sum;
        }
        gradient[dimension] = signal * (bySignal + 0.5 * trace);
        gradient[dimension + 1] = 0.5 * noise * trace;
    }

    private double subtractPrior(double[] theta, double[] gradient) {
        double[] byPrior = new double[theta.length];
        double logPrior = priors.logDensity(theta, byPrior);
        for (int i = 0; i < theta.length; i++) {
            gradient[i] -= byPrior[i];
        }
        return logPrior;
    }
}
