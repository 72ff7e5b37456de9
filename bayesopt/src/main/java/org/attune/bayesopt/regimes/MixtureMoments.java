package org.attune.bayesopt.regimes;

import org.attune.api.Generator;
import org.attune.bayesopt.numerics.Cholesky;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.numerics.Vectors;

import java.util.Arrays;

/** Weighted counts, means and scatters of rows, and where a mixture's fit starts. */
final class MixtureMoments {
    private MixtureMoments() {}

    /**
     * Returns N_k = Σ_i r_ik.
     *
     * @param r n rows of K responsibilities
     */
    static double[] counts(double[][] r) {
        double[] counts = new double[r[0].length];
        for (double[] row : r) {
            for (int k = 0; k < counts.length; k++) {
                counts[k] += row[k];
            }
        }
        return counts;
    }

    /** Returns Σ_i r_ik x_i / N_k; 0 where N_k is. */
    static double[] mean(double[][] x, double[][] r, int k, double count) {
        double[] mean = new double[x[0].length];
        for (int i = 0; i < x.length; i++) {
            for (int d = 0; d < mean.length; d++) {
                mean[d] += r[i][k] * x[i][d];
            }
        }
        for (int d = 0; d < mean.length; d++) {
            mean[d] /= Math.max(count, Double.MIN_NORMAL);
        }
        return mean;
    }

    /** Returns Σ_i r_ik (x_i - mean)(x_i - mean)ᵀ, D × D by rows. */
    static double[] scatter(double[][] x, double[][] r, int k, double[] mean) {
        int dimension = mean.length;
        double[] scatter = new double[dimension * dimension];
        for (int i = 0; i < x.length; i++) {
            for (int a = 0; a < dimension; a++) {
                for (int b = 0; b < dimension; b++) {
                    scatter[a * dimension + b] +=
                            r[i][k] * (x[i][a] - mean[a]) * (x[i][b] - mean[b]);
                }
            }
        }
        return scatter;
    }

    /** Returns the factor of a positive definite matrix, to which jitter may have been added. */
    static Cholesky factor(double[] matrix, int dimension) {
        return Cholesky.of(LinearAlgebra.best(), matrix, dimension)
                .orElseThrow(() ->
                        new IllegalStateException(
                                "A scatter matrix is not positive definite: %s."
                                        .formatted(Arrays.toString(matrix))));
    }

    /** Returns vᵀ A⁻¹ v of a factored A. */
    static double quadratic(Cholesky factor, double[] v) {
        return Vectors.dot(v, factor.solve(v));
    }

    /**
     * Returns responsibilities to start from: each row belongs to the nearest of K centres, which
     * are drawn one after another with a probability that grows with the squared distance to the
     * nearest one before (k-means++: D. Arthur and S. Vassilvitskii, SODA 2007).
     */
    static double[][] start(double[][] x, int components, Generator random) {
        int[] nearest = new int[x.length];
        double[] distance = new double[x.length];
        Arrays.fill(distance, Double.POSITIVE_INFINITY);
        int center = random.nextInt(x.length);
        for (int k = 0; k < components; k++) {
            double sum = 0;
            for (int i = 0; i < x.length; i++) {
                double d = Vectors.squaredDistance(x[i], x[center]);
                if (d < distance[i]) {
                    distance[i] = d;
                    nearest[i] = k;
                }
                sum += distance[i];
            }
            double left = random.nextDouble() * sum;
            center = x.length - 1;
            for (int i = 0; i < x.length; i++) {
                left -= distance[i];
                if (left < 0) {
                    center = i;
                    break;
                }
            }
        }
        double[][] r = new double[x.length][components];
        for (int i = 0; i < x.length; i++) {
            r[i][nearest[i]] = 1;
        }
        return r;
    }

    /** Turns K logarithms into shares whose sum is 1, and returns the logarithm of their sum. */
    static double normalize(double[] logs) {
        double top = Arrays.stream(logs).max().orElseThrow();
        double sum = 0;
        for (double log : logs) {
            sum += Math.exp(log - top);
        }
        double all = top + Math.log(sum);
        for (int k = 0; k < logs.length; k++) {
            logs[k] = Math.exp(logs[k] - all);
        }
        return all;
    }

    /** Returns the most probable component of each row. */
    static Partition partition(double[][] r) {
        return Partition.of(Arrays.stream(r).mapToInt(MixtureWeights::mostProbable).toArray());
    }
}
