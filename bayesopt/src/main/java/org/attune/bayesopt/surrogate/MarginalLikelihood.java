package org.attune.bayesopt.surrogate;

import org.attune.bayesopt.numerics.BoxLbfgs;
import org.attune.bayesopt.numerics.LinearAlgebra;

import java.util.Arrays;

/**
 * Negative log posterior of a Gaussian process' hyperparameters, with its gradient.
 *
 * <pre>
 *   -log p(θ | y) = ½ yᵀ K⁻¹ y + ½ log |K| + n/2 log 2π - log p(θ) + const,   K = s² R + σ² I
 *   ∂/∂θ_j of the likelihood's part = ½ tr(G ∂K/∂θ_j),   G = K⁻¹ - α αᵀ,   α = K⁻¹ y
 * </pre>
 *
 * <p>With the slope ρ' of the correlation by r², M_ij = G_ij s² ρ'(r²_ij) and warped coordinates w
 * of one axis, all derivatives of that axis follow from t_i = Σ_j M_ij (w_i - w_j): by log ℓ it is
 * -2 Σ_i w_i t_i / ℓ², and by a parameter of the warp 2 Σ_i (∂w_i) t_i / ℓ². An evaluation costs
 * one Cholesky factorisation, one inverse and O(n² D). Not thread-safe: it owns its work arrays.
 *
 * <p>Source: Rasmussen and Williams (2006), eqs. (5.8) and (5.9).
 */
final class MarginalLikelihood implements BoxLbfgs.Objective {
    private static final double LOG_2PI = Math.log(2 * Math.PI);

    private final LinearAlgebra algebra;
    private final Axes axes;
    private final RadialKernel kernel;
    private final Priors priors;
    private final double[][] x; // [axis][observation]
    private final double[] y;
    private final int n;
    private final int dimension;
    private final double[][] w; // warped x
    private final double[] r2; // n × n, lower triangle
    private final double[] correlation;
    private final double[] slope; // M, n × n, full
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
        this.axes = axes;
        this.kernel = kernel;
        this.priors = priors;
        this.y = y;
        this.n = y.length;
        this.dimension = axes.dimension();
        this.x = new double[dimension][n];
        for (int i = 0; i < n; i++) {
            for (int d = 0; d < dimension; d++) {
                this.x[d][i] = x[i][d];
            }
        }
        w = new double[dimension][n];
        r2 = new double[n * n];
        correlation = new double[n * n];
        slope = new double[n * n];
        factor = new double[n * n];
        inverse = new double[n * n];
        alpha = new double[n];
    }

    @Override
    public double valueAndGradient(double[] theta, double[] gradient) {
        Hyperparameters h = Hyperparameters.of(theta);
        var warp = new InputWarp(axes, h.logA(), h.logB());
        double[] weight = Arrays.stream(h.lengthscales()).map(l -> 1 / (l * l)).toArray();
        fillDistances(warp, weight);
        double signal = h.signalVariance();
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                correlation[i * n + j] = kernel.value(r2[i * n + j]);
                factor[i * n + j] = signal * correlation[i * n + j];
            }
            factor[i * n + i] = signal + h.noiseVariance();
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
        fillVarianceGradient(signal, h.noiseVariance(), gradient);
        fillAxisGradient(warp, weight, gradient);
        double logPrior = subtractPrior(theta, gradient);
        return 0.5 * (fit + logDeterminant + n * LOG_2PI) - logPrior;
    }

    private void fillDistances(InputWarp warp, double[] weight) {
        Arrays.fill(r2, 0);
        for (int d = 0; d < dimension; d++) {
            double[] at = w[d];
            for (int i = 0; i < n; i++) {
                at[i] = warp.value(d, x[d][i]);
            }
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < i; j++) {
                    r2[i * n + j] += weight[d] * axes.squaredDifference(d, at[i], at[j]);
                }
            }
        }
    }

    private void fillVarianceGradient(double signal, double noise, double[] gradient) {
        double bySignal = 0;
        double trace = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                int at = i * n + j;
                double g = inverse[at] - alpha[i] * alpha[j];
                bySignal += g * correlation[at]; // both triangles, times the half in front
                slope[at] = g * signal * kernel.slope(r2[at]);
                slope[j * n + i] = slope[at];
            }
            slope[i * n + i] = 0;
            trace += inverse[i * n + i] - alpha[i] * alpha[i];
        }
        gradient[3 * dimension] = signal * (bySignal + 0.5 * trace);
        gradient[3 * dimension + 1] = 0.5 * noise * trace;
    }

    private void fillAxisGradient(InputWarp warp, double[] weight, double[] gradient) {
        for (int d = 0; d < dimension; d++) {
            double byLengthscale = 0;
            double byA = 0;
            double byB = 0;
            boolean categorical = axes.isCategorical(d);
            boolean warped = axes.isWarpable(d);
            double[] at = w[d];
            for (int i = 0; i < n; i++) {
                double t = 0;
                int row = i * n;
                if (categorical) {
                    for (int j = 0; j < n; j++) {
                        t += at[i] == at[j] ? 0 : slope[row + j];
                    }
                    byLengthscale += 0.5 * t;
                } else {
                    for (int j = 0; j < n; j++) {
                        t += slope[row + j] * (at[i] - at[j]);
                    }
                    byLengthscale += at[i] * t;
                }
                if (warped) {
                    byA += warp.byLogA(d, x[d][i]) * t;
                    byB += warp.byLogB(d, x[d][i]) * t;
                }
            }
            gradient[d] = -2 * weight[d] * byLengthscale;
            gradient[dimension + d] = 2 * weight[d] * byA;
            gradient[2 * dimension + d] = 2 * weight[d] * byB;
        }
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
