package org.attune.bayesopt.surrogate;

import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.numerics.Vectors;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What a process says of its own observations, from K⁻¹ y and blocks of K⁻¹. */
final class OwnObservations {
    private OwnObservations() {}

    /** Entries of K⁻¹. */
    interface Inverse {
        double entry(int row, int column);
    }

    /**
     * Returns the log density of y with mean zero and covariance s K.
     *
     * @param alpha K⁻¹ y
     */
    static double logNormal(double[] y, double[] alpha, double logDeterminant, double s) {
        return -0.5
                * (Vectors.dot(y, alpha) / s
                        + logDeterminant
                        + y.length * Math.log(2 * Math.PI * s));
    }

    /**
     * Predicts observations, see {@link GaussianProcess#leaveOneOut}.
     *
     * @param x r places
     * @param y r outputs there
     * @param alpha r entries of K⁻¹ y
     * @param prior variances with the noise, for places of which nothing is known
     * @param inverse of r by r entries
     * @return r rows of mean and variance
     */
    static double[][] predictions(
            LinearAlgebra algebra,
            double[][] x,
            double[] y,
            double[] alpha,
            double[] prior,
            Inverse inverse) {
        double[][] predictions = new double[y.length][];
        for (int[] group : repeats(x)) {
            int k = group.length;
            double[] block = new double[k * k];
            for (int i = 0; i < k; i++) {
                for (int j = 0; j < k; j++) {
                    block[i * k + j] = inverse.entry(group[i], group[j]);
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
                int at = group[i];
                predictions[at] =
                        known
                                ? new double[] {y[at] - shift, v[i * k + i]}
                                : new double[] {0, prior[at]};
            }
        }
        return predictions;
    }

    /** Returns the indices of the observations, those of one configuration together. */
    private static List<int[]> repeats(double[][] x) {
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
}
