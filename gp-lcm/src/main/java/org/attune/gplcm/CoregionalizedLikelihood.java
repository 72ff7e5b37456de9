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
import java.util.List;
import java.util.stream.IntStream;

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
    private static final int WORTH_THREADS = 100; // observations
    private static final int BLOCKS = 4;

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
    private final int[] blocks; // where blocks of rows begin, and N
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
        int parts = n < WORTH_THREADS ? 1 : BLOCKS;
        blocks = IntStream.rangeClosed(0, parts).map(i -> block(i, parts)).toArray();
    }

    /** Returns where a block begins, so that all have about as many pairs of observations. */
    private int block(int index, int parts) {
        return (int) Math.round(n * Math.sqrt((double) index / parts));
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

    /** Returns 1/ℓ² of each latent function and axis. */
    private double[][] weights(double[] theta) {
        return IntStream.range(0, layout.tasks().latent())
                .map(layout::lengthscales)
                .mapToObj(from ->
                        Arrays.stream(theta, from, from + dimension)
                                .map(l -> Math.exp(-2 * l))
                                .toArray())
                .toArray(double[][]::new);
    }

    private double share(double[] theta, int q) {
        return 1 / (1 + Math.exp(-theta[layout.share(q)]));
    }

    private void fillCovariance(double[] theta, double[][] b) {
        double[][] weights = weights(theta);
        overBlocks().forEach(k -> fillRows(blocks[k], blocks[k + 1], theta, b, weights));
    }

    /** Blocks of rows: for threads, and the same ones in one, so that digits are the same. */
    private IntStream overBlocks() {
        IntStream all = IntStream.range(0, blocks.length - 1);
        return blocks.length > 2 ? all.parallel() : all;
    }

    private void fillRows(int from, int to, double[] theta, double[][] b, double[][] weights) {
        double[] k = density.covariance();
        for (int i = from; i < to; i++) {
            for (int j = 0; j <= i; j++) {
                k[i * n + j] = b[0][task[i] * tasks + task[j]];
            }
        }
        for (int q = 0; q < weights.length; q++) {
            double[] weight = weights[q];
            double share = share(theta, q);
            for (int i = from; i < to; i++) {
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
        for (int i = from; i < to; i++) {
            k[i * n + i] += noise[i].variance(Math.exp(theta[layout.noise() + task[i]]));
        }
    }

    private void fillGradient(double[] theta, double[][] b, InputWarp warp, double[] gradient) {
        double[][] weights = weights(theta);
        List<Sums> parts =
                overBlocks()
                        .mapToObj(k -> new Sums(blocks[k], blocks[k + 1], theta, b, weights))
                        .toList();
        Sums sums = parts.getFirst();
        parts.subList(1, parts.size()).forEach(sums::add); // in order, whatever the threads
        for (int t = 0; t < tasks; t++) {
            gradient[layout.noise() + t] = Math.exp(theta[layout.noise() + t]) * sums.byNoise[t];
        }
        for (int q = 0; q < weights.length; q++) {
            double share = share(theta, q);
            gradient[layout.share(q)] = share * (1 - share) * sums.byShare[q];
            for (int d = 0; d < dimension; d++) {
                gradient[layout.lengthscales(q) + d] = -2 * sums.byLengthscale[q][d];
            }
        }
        for (int d = 0; d < dimension; d++) {
            for (int i = 0; i < n; i++) {
                double byPlace = 2 * sums.pull[d][i];
                if (axes.isWarpable(d)) {
                    gradient[layout.logA() + d] += warp.byLogA(d, x[d][i]) * byPlace;
                    gradient[layout.logB() + d] += warp.byLogB(d, x[d][i]) * byPlace;
                }
                if (layout.isShifted()) {
                    gradient[layout.shift(task[i]) + d] += byPlace;
                }
            }
        }
        layout.tasks().addGradient(theta, layout.phi(), sums.byMatrix, gradient);
    }

    /** What the pairs of observations of a block of rows add to the derivatives. */
    private final class Sums {
        private final double[][] byMatrix;
        private final double[][] byLengthscale; // [q][axis], halved and with the other sign
        private final double[] byShare;
        private final double[] byNoise; // [task]
        private final double[][] pull; // Σ_j M_ij (w_i - w_j) / ℓ², of all q

        Sums(int from, int to, double[] theta, double[][] b, double[][] weights) {
            byMatrix = new double[b.length][tasks * tasks];
            byLengthscale = new double[weights.length][dimension];
            byShare = new double[weights.length];
            byNoise = new double[tasks];
            pull = new double[dimension][n];
            for (int i = from; i < to; i++) {
                double own = 0.5 * density.g(i, i);
                byNoise[task[i]] += own * noise[i].learned();
                for (double[] by : byMatrix) {
                    by[task[i] * tasks + task[i]] += own;
                }
                for (int j = 0; j < i; j++) { // each pair stands for two entries of K
                    byMatrix[0][task[i] * tasks + task[j]] += density.g(i, j);
                }
            }
            for (int q = 0; q < weights.length; q++) {
                add(from, to, q, share(theta, q), b[q + 1], weights[q]);
            }
        }

        private void add(int from, int to, int q, double share, double[] b, double[] weight) {
            double[] scaled = new double[dimension];
            double[] slopes = new double[dimension];
            double[] both = new double[2];
            for (int i = from; i < to; i++) {
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
                    byMatrix[q + 1][entry] += g * ((1 - share) * together + share * apart);
                    double m = g * b[entry];
                    byShare[q] += m * (apart - together);
                    double slope = (1 - share) * both[1];
                    for (int d = 0; d < dimension; d++) {
                        double by = m * (slope + share * slopes[d]);
                        byLengthscale[q][d] += by * scaled[d];
                        if (!axes.isCategorical(d)) {
                            double moved = by * weight[d] * (w[d][i] - w[d][j]);
                            pull[d][i] += moved;
                            pull[d][j] -= moved;
                        }
                    }
                }
            }
        }

        /** Adds the sums of the next block. */
        void add(Sums next) {
            add(byMatrix, next.byMatrix);
            add(byLengthscale, next.byLengthscale);
            add(byShare, next.byShare);
            add(byNoise, next.byNoise);
            add(pull, next.pull);
        }

        private static void add(double[][] to, double[][] more) {
            for (int i = 0; i < to.length; i++) {
                add(to[i], more[i]);
            }
        }

        private static void add(double[] to, double[] more) {
            for (int i = 0; i < to.length; i++) {
                to[i] += more[i];
            }
        }
    }
}
