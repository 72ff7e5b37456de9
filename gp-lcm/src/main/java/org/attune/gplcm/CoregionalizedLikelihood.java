package org.attune.gplcm;

import org.attune.bayesopt.numerics.BoxLbfgs;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Hyperparameters;
import org.attune.bayesopt.surrogate.InputWarp;
import org.attune.bayesopt.surrogate.ModelCovariance;
import org.attune.bayesopt.surrogate.NormalDensity;
import org.attune.bayesopt.surrogate.ObservationNoise;
import org.attune.bayesopt.surrogate.Prior;
import org.attune.bayesopt.surrogate.RadialKernel;

import java.util.Arrays;

/**
 * Negative log posterior of the hyperparameters of the linear coregionalization model, with its
 * gradient.
 *
 * <pre>
 *   -log p(θ | z) = ½ zᵀ K⁻¹ z + ½ log |K| + N/2 log 2π - log p(θ) + const,
 *   K_ij = B_0[t_i, t_j] + Σ_q B_q[t_i, t_j] ((1 - w_q) R_q + w_q A_q)_ij + (a_i σ²_{t_i} + d_i²) [i = j]
 * </pre>
 *
 * <p>With G = K⁻¹ - α αᵀ, α = K⁻¹ z, the derivative by an entry of B_q is half the sum of G_ij
 * k_q(i, j) over the observations i of one task and j of the other; those by lengthscales and warps
 * follow as for one task, with G_ij B_q[t_i, t_j] in place of G_ij. An evaluation costs one
 * Cholesky factorisation, one inverse and O(N² D Q). Not thread-safe: it owns its work arrays.
 */
final class CoregionalizedLikelihood implements BoxLbfgs.Objective {
    private final NormalDensity density;
    private final Layout layout;
    private final RadialKernel kernel;
    private final Axes axes;
    private final Prior[] priors;
    private final double[][] x; // [axis][observation]
    private final int[] task;
    private final int n;
    private final int dimension;
    private final int tasks;
    private final double[][] w; // warped x
    private final double[][] models;
    private final ObservationNoise[] noise; // a and d

    /**
     * Prepares the evaluation.
     *
     * @param x N rows of D snapped coordinates
     * @param task N indices of tasks
     * @param models N rows of what performance models say, empty without models
     * @param z N standardised outputs
     * @param noise of each, on their scale
     */
    CoregionalizedLikelihood(
            LinearAlgebra algebra,
            Layout layout,
            RadialKernel kernel,
            double[][] x,
            int[] task,
            double[][] models,
            double[] z,
            ObservationNoise[] noise) {
        this.models = models;
        this.noise = noise;
        this.density = new NormalDensity(algebra, z);
        this.layout = layout;
        this.kernel = kernel;
        this.axes = layout.axes();
        this.priors = layout.priors();
        this.task = task;
        this.n = z.length;
        this.dimension = axes.dimension();
        this.tasks = layout.tasks().tasks();
        this.x = new double[dimension][n];
        for (int i = 0; i < n; i++) {
            for (int d = 0; d < dimension; d++) {
                this.x[d][i] = x[i][d];
            }
        }
        w = new double[dimension][n];
    }

    @Override
    public double valueAndGradient(double[] theta, double[] gradient) {
        double[][] b = layout.tasks().matrices(theta, layout.phi());
        InputWarp warp = warp(theta);
        fillCovariance(theta, b);
        var byModels = new ModelCovariance(theta, layout.byModels(), layout.models());
        byModels.addTo(density.covariance(), models);
        double negativeLog = density.negativeLog();
        if (Double.isNaN(negativeLog)) {
            return Double.NaN;
        }
        Arrays.fill(gradient, 0);
        fillGradient(theta, b, warp, gradient);
        byModels.addGradient(density, models, gradient, layout.byModels());
        double logPrior = 0;
        for (int i = 0; i < theta.length; i++) {
            logPrior += priors[i].logDensity(theta[i]);
            gradient[i] -= priors[i].slope(theta[i]);
        }
        return negativeLog - logPrior;
    }

    private InputWarp warp(double[] theta) {
        Hyperparameters any = layout.latent(theta, 0, 0);
        var warp = new InputWarp(axes, any.logA(), any.logB());
        for (int d = 0; d < dimension; d++) {
            for (int i = 0; i < n; i++) {
                w[d][i] = warp.value(d, x[d][i]) + layout.shift(theta, task[i], d);
            }
        }
        return warp;
    }

    private double[] weights(double[] theta, int q) {
        int from = layout.lengthscales(q);
        return Arrays.stream(theta, from, from + dimension).map(l -> Math.exp(-2 * l)).toArray();
    }

    private double share(double[] theta, int q) {
        return 1 / (1 + Math.exp(-theta[layout.share(q)]));
    }

    private void fillCovariance(double[] theta, double[][] b) {
        double[] k = density.covariance();
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                k[i * n + j] = b[0][task[i] * tasks + task[j]];
            }
        }
        for (int q = 0; q < layout.tasks().latent(); q++) {
            double[] weight = weights(theta, q);
            double share = share(theta, q);
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < i; j++) {
                    double r2 = 0;
                    double apart = 0;
                    for (int d = 0; d < dimension; d++) {
                        double scaled = weight[d] * axes.squaredDifference(d, w[d][i], w[d][j]);
                        r2 += scaled;
                        apart += kernel.value(dimension * scaled);
                    }
                    k[i * n + j] +=
                            b[q + 1][task[i] * tasks + task[j]]
                                    * ((1 - share) * kernel.value(r2) + share * apart / dimension);
                }
                k[i * n + i] += b[q + 1][task[i] * tasks + task[i]];
            }
        }
        for (int i = 0; i < n; i++) {
            k[i * n + i] += noise[i].variance(Math.exp(theta[layout.noise() + task[i]]));
        }
    }

    private void fillGradient(double[] theta, double[][] b, InputWarp warp, double[] gradient) {
        double[][] byMatrix = new double[b.length][tasks * tasks];
        for (int i = 0; i < n; i++) {
            double own = 0.5 * density.g(i, i);
            int entry = task[i] * tasks + task[i];
            for (double[] by : byMatrix) {
                by[entry] += own;
            }
            gradient[layout.noise() + task[i]] +=
                    own * noise[i].learned() * Math.exp(theta[layout.noise() + task[i]]);
            for (int j = 0; j < i; j++) { // each pair stands for two entries of K
                byMatrix[0][task[i] * tasks + task[j]] += density.g(i, j);
            }
        }
        double[][] pull = new double[dimension][n]; // Σ_j M_ij (w_i - w_j) / ℓ², of all q
        for (int q = 0; q < layout.tasks().latent(); q++) {
            fillGradient(theta, q, b[q + 1], byMatrix[q + 1], pull, gradient);
        }
        for (int d = 0; d < dimension; d++) {
            if (axes.isWarpable(d)) {
                for (int i = 0; i < n; i++) {
                    gradient[layout.logA() + d] += 2 * warp.byLogA(d, x[d][i]) * pull[d][i];
                    gradient[layout.logB() + d] += 2 * warp.byLogB(d, x[d][i]) * pull[d][i];
                }
            }
        }
        if (layout.isShifted()) {
            for (int i = 0; i < n; i++) {
                for (int d = 0; d < dimension; d++) {
                    gradient[layout.shift(task[i]) + d] += 2 * pull[d][i];
                }
            }
        }
        layout.tasks().addGradient(theta, layout.phi(), byMatrix, gradient);
    }

    /** Adds the derivatives by the hyperparameters of one latent function. */
    private void fillGradient(
            double[] theta,
            int q,
            double[] b,
            double[] byMatrix,
            double[][] pull,
            double[] gradient) {
        double[] weight = weights(theta, q);
        double share = share(theta, q);
        double[] scaled = new double[dimension];
        double[] slopes = new double[dimension];
        double[] byLengthscale = new double[dimension];
        double[] both = new double[2];
        double byShare = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                double r2 = 0;
                double apart = 0;
                for (int d = 0; d < dimension; d++) {
                    scaled[d] = weight[d] * axes.squaredDifference(d, w[d][i], w[d][j]);
                    r2 += scaled[d];
                    kernel.valueAndSlope(dimension * scaled[d], both);
                    apart += both[0];
                    slopes[d] = both[1];
                }
                apart /= dimension;
                kernel.valueAndSlope(r2, both);
                double together = both[0];
                int entry = task[i] * tasks + task[j];
                double g = density.g(i, j);
                byMatrix[entry] += g * ((1 - share) * together + share * apart);
                double m = g * b[entry];
                byShare += m * (apart - together);
                double slope = (1 - share) * both[1];
                for (int d = 0; d < dimension; d++) {
                    double by = m * (slope + share * slopes[d]);
                    byLengthscale[d] += by * scaled[d];
                    if (!axes.isCategorical(d)) {
                        double moved = by * weight[d] * (w[d][i] - w[d][j]);
                        pull[d][i] += moved;
                        pull[d][j] -= moved;
                    }
                }
            }
        }
        gradient[layout.share(q)] = share * (1 - share) * byShare;
        for (int d = 0; d < dimension; d++) {
            gradient[layout.lengthscales(q) + d] = -2 * byLengthscale[d];
        }
    }
}
