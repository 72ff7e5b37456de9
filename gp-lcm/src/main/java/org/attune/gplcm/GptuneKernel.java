package org.attune.gplcm;

import org.attune.bayesopt.surrogate.RadialKernel;

import java.util.List;
import java.util.Map;

/**
 * GPTune's covariance of outputs of several tasks, with the hyperparameters that it stores:
 *
 * <pre>
 *   k((x, i), (x', j)) = Σ_q v_q (w_qi w_qj + κ_qi [i = j]) c(r_q),   r_q² = Σ_d (x_d - x'_d)² / θ_qd²
 * </pre>
 *
 * with {@code c(r) = exp(-r²/2)} or a Matérn correlation, and on the diagonal the noise of the task
 * and a jitter. The guide prints {@code exp(-Σ δ²/l)}; this is what its code computes.
 *
 * @param radial {@code RBF}, {@code Matern12}, {@code Matern32} or {@code Matern52}
 * @param theta Q rows of D lengthscales, in GPTune's unit coordinates
 * @param variance Q
 * @param weight w, Q rows of T
 * @param kappa κ, Q rows of T, not negative
 * @param noise variances of T tasks
 * @param jitter what else is added to the diagonal
 */
record GptuneKernel(
        RadialKernel radial,
        double[][] theta,
        double[] variance,
        double[][] weight,
        double[][] kappa,
        double[] noise,
        double jitter) {
    /** Reads what an importer has put into a model record. */
    static GptuneKernel of(Map<?, ?> content) {
        return new GptuneKernel(
                radial(String.valueOf(content.get("kernel"))),
                rows(content, "lengthscales"),
                vector(content.get("variances"), "variances"),
                rows(content, "weights"),
                rows(content, "kappa"),
                vector(content.get("noise_variances"), "noise_variances"),
                vector(List.of(content.get("jitter")), "jitter")[0]);
    }

    private static RadialKernel radial(String name) {
        return switch (name) {
            case "RBF" -> RadialKernel.RBF;
            case "Matern12" -> RadialKernel.MATERN12;
            case "Matern32" -> RadialKernel.MATERN32;
            case "Matern52" -> RadialKernel.MATERN52;
            default ->
                    throw new IllegalArgumentException(
                            "The kernel '%s' of GPTune is not known. Known are RBF, Matern12, Matern32 and Matern52."
                                    .formatted(name));
        };
    }

    private static double[][] rows(Map<?, ?> content, String key) {
        return ((List<?>) content.get(key))
                .stream().map(row -> vector(row, key)).toArray(double[][]::new);
    }

    private static double[] vector(Object list, String key) {
        if (!(list instanceof List<?> values)
                || !values.stream().allMatch(Number.class::isInstance)) {
            throw new IllegalArgumentException("'%s' is %s, not numbers.".formatted(key, list));
        }
        return values.stream().mapToDouble(v -> ((Number) v).doubleValue()).toArray();
    }

    /** Returns k, without noise and jitter. */
    double value(double[] x, int i, double[] y, int j) {
        double sum = 0;
        for (int q = 0; q < theta.length; q++) {
            double squared = 0;
            for (int d = 0; d < x.length; d++) {
                double delta = (x[d] - y[d]) / theta[q][d];
                squared += delta * delta;
            }
            double between = weight[q][i] * weight[q][j] + (i == j ? kappa[q][i] : 0);
            sum += variance[q] * between * radial.value(squared);
        }
        return sum;
    }
}
