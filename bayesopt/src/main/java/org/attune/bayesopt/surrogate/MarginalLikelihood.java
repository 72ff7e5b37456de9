package org.attune.bayesopt.surrogate;

import org.attune.bayesopt.numerics.BoxLbfgs;
import org.attune.bayesopt.numerics.LinearAlgebra;

import java.util.Arrays;

/**
 * Negative log posterior of a Gaussian process' hyperparameters, with its gradient.
 *
 * <pre>
 *   -log p(θ | y) = ½ yᵀ K⁻¹ y + ½ log |K| + n/2 log 2π - log p(θ) + const,   K = s² ((1 - w) R + w A) + v Q + diag(a_i σ² + d_i²)
 *   ∂/∂θ_j of the likelihood's part = ½ tr(G ∂K/∂θ_j),   G = K⁻¹ - α αᵀ,   α = K⁻¹ y
 * </pre>
 *
 * <p>R and A are the two parts of {@link SpaceCovariance}, v Q is the {@link QuadraticTrend} where
 * there is one, a and d the {@link ObservationNoise}. With the slope ρ' of the correlation, M_ij =
 * G_ij s² ((1 - w) ρ'(r²_ij) + w ρ'(D q_ij)) and warped coordinates w of one axis, all derivatives
 * of that axis follow from t_i = Σ_j M_ij (w_i - w_j): by log ℓ it is -2 Σ_i w_i t_i / ℓ², and by a
 * parameter of the warp 2 Σ_i (∂w_i) t_i / ℓ². An evaluation costs one Cholesky factorisation, one
 * inverse and O(n² D). Not thread-safe: it owns its work arrays.
 *
 * <p>Source: Rasmussen and Williams (2006), eqs. (5.8) and (5.9).
 */
final class MarginalLikelihood implements BoxLbfgs.Objective {
    private final Axes axes;
    private final RadialKernel kernel;
    private final Priors priors;
    private final double[][] x; // [axis][observation]
    private final NormalDensity density;
    private final int n;
    private final int dimension;
    private final double[][] w; // warped x
    private final double[] together; // correlation of all axes, likewise
    private final double[] togetherSlope; // its derivative by r², likewise
    private final double[] apart; // mean of the axes' own correlations, likewise
    private final double[] products; // t of the trend, n × n, lower triangle; empty without one
    private final double[] weighted; // G, n × n, lower triangle
    private final double[] slope; // M of one axis, n × n, full
    private final double[][] models; // n rows, empty without models
    private final ObservationNoise[] noise;

    /**
     * Prepares the evaluation.
     *
     * @param x n rows of D snapped coordinates
     * @param models n rows of what performance models say, see {@link ModelCovariance}; none
     *     without models
     * @param y n standardised outputs
     * @param noise of each, on their scale
     */
    MarginalLikelihood(
            LinearAlgebra algebra,
            Axes axes,
            RadialKernel kernel,
            Priors priors,
            double[][] x,
            double[][] models,
            double[] y,
            ObservationNoise[] noise) {
        this.models = models;
        this.noise = noise;
        this.density = new NormalDensity(algebra, y);
        this.axes = axes;
        this.kernel = kernel;
        this.priors = priors;
        this.n = y.length;
        this.dimension = axes.dimension();
        this.x = new double[dimension][n];
        for (int i = 0; i < n; i++) {
            for (int d = 0; d < dimension; d++) {
                this.x[d][i] = x[i][d];
            }
        }
        w = new double[dimension][n];
        together = new double[n * n];
        togetherSlope = new double[n * n];
        apart = new double[n * n];
        products = new double[priors.isTrended() ? n * n : 0];
        weighted = new double[n * n];
        slope = new double[n * n];
    }

    @Override
    public double valueAndGradient(double[] theta, double[] gradient) {
        Hyperparameters h = Hyperparameters.of(theta, dimension);
        int count = models.length == 0 ? 0 : models[0].length;
        int from = priors.byModels();
        var trend =
                new QuadraticTrend(
                        axes, priors.isTrended() ? Math.exp(theta[3 * dimension + 3]) : 0);
        var byModels = new ModelCovariance(theta, from, count);
        var warp = new InputWarp(axes, h.logA(), h.logB());
        double[] weight = Arrays.stream(h.lengthscales()).map(l -> 1 / (l * l)).toArray();
        fillCorrelations(warp, weight);
        double share = h.additiveShare();
        double[] k = density.covariance();
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                int at = i * n + j;
                double correlation = (1 - share) * together[at] + share * apart[at];
                k[at] = h.signalVariance() * correlation;
            }
            k[i * n + i] = h.signalVariance() + noise[i].variance(h.noiseVariance());
        }
        if (priors.isTrended()) {
            addTrend(trend, k);
        }
        if (count > 0) {
            byModels.addTo(k, models);
        }
        double negativeLog = density.negativeLog();
        if (Double.isNaN(negativeLog)) {
            return Double.NaN;
        }
        fillVarianceGradient(h, gradient);
        fillAxisGradient(h, warp, weight, gradient);
        if (priors.isTrended()) {
            fillTrendGradient(trend, warp, gradient);
        }
        if (count > 0) {
            Arrays.fill(gradient, from, theta.length, 0);
            byModels.addGradient(density, models, gradient, from);
        }
        double logPrior = subtractPrior(theta, gradient);
        return negativeLog - logPrior;
    }

    private void fillCorrelations(InputWarp warp, double[] weight) {
        Arrays.fill(together, 0);
        Arrays.fill(apart, 0);
        for (int d = 0; d < dimension; d++) {
            double[] at = w[d];
            for (int i = 0; i < n; i++) {
                at[i] = warp.value(d, x[d][i]);
            }
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < i; j++) {
                    double scaled = weight[d] * axes.squaredDifference(d, at[i], at[j]);
                    together[i * n + j] += scaled;
                    apart[i * n + j] += kernel.value(dimension * scaled) / dimension;
                }
            }
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                double r2 = together[i * n + j];
                together[i * n + j] = kernel.value(r2);
                togetherSlope[i * n + j] = kernel.slope(r2);
            }
        }
    }

    private void fillVarianceGradient(Hyperparameters h, double[] gradient) {
        double byTogether = 0;
        double byApart = 0;
        double trace = 0;
        double byNoise = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                int at = i * n + j;
                double g = density.g(i, j);
                weighted[at] = g;
                byTogether += g * together[at]; // both triangles, times the half in front
                byApart += g * apart[at];
            }
            double g = density.g(i, i);
            trace += g;
            byNoise += noise[i].learned() * g;
        }
        double signal = h.signalVariance();
        double share = h.additiveShare();
        gradient[3 * dimension] =
                signal * ((1 - share) * byTogether + share * byApart + 0.5 * trace);
        gradient[3 * dimension + 1] = signal * share * (1 - share) * (byApart - byTogether);
        gradient[3 * dimension + 2] = 0.5 * h.noiseVariance() * byNoise;
    }

    /** Fills M of one axis, symmetric. */
    private void fillSlope(Hyperparameters h, int axis, double weight) {
        double all = h.signalVariance() * (1 - h.additiveShare());
        double one = h.signalVariance() * h.additiveShare(); // over D, times the inner D
        double[] at = w[axis];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                double q = weight * axes.squaredDifference(axis, at[i], at[j]);
                int entry = i * n + j;
                double k = all * togetherSlope[entry] + one * kernel.slope(dimension * q);
                slope[entry] = weighted[entry] * k;
                slope[j * n + i] = slope[entry];
            }
            slope[i * n + i] = 0;
        }
    }

    private void fillAxisGradient(
            Hyperparameters h, InputWarp warp, double[] weight, double[] gradient) {
        for (int d = 0; d < dimension; d++) {
            fillSlope(h, d, weight[d]);
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

    private void addTrend(QuadraticTrend trend, double[] k) {
        double[][] rows = rows();
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                double t = trend.product(rows[i], rows[j]);
                products[i * n + j] = t;
                k[i * n + j] += trend.variance() * t * t;
            }
        }
    }

    private double[][] rows() {
        double[][] rows = new double[n][dimension];
        for (int d = 0; d < dimension; d++) {
            for (int i = 0; i < n; i++) {
                rows[i][d] = w[d][i];
            }
        }
        return rows;
    }

    /** Fills the derivative by log v, and adds what warps change in the trend. */
    private void fillTrendGradient(QuadraticTrend trend, InputWarp warp, double[] gradient) {
        double[][] rows = rows();
        double byVariance = 0;
        double[] byW = new double[dimension];
        for (int i = 0; i < n; i++) {
            Arrays.fill(byW, 0);
            for (int j = 0; j < n; j++) {
                double t = products[Math.max(i, j) * n + Math.min(i, j)];
                double g = density.g(Math.max(i, j), Math.min(i, j));
                byVariance += 0.5 * g * t * t;
                for (int d = 0; d < dimension; d++) {
                    byW[d] += g * trend.slope(d, t, rows[j]);
                }
            }
            for (int d = 0; d < dimension; d++) {
                if (axes.isWarpable(d)) {
                    gradient[dimension + d] += byW[d] * warp.byLogA(d, x[d][i]);
                    gradient[2 * dimension + d] += byW[d] * warp.byLogB(d, x[d][i]);
                }
            }
        }
        gradient[3 * dimension + 3] = trend.variance() * byVariance;
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
