package org.attune.bayesopt.surrogate;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Prior covariance by what performance models say of two configurations, u and v, on scales of
 * order one: outputs may follow the models in straight lines, and in a curve.
 *
 * <pre>
 *   k(u, v) = Σ_j b_j u_j v_j + c ρ(r²),   r² = Σ_j (u_j - v_j)² / ℓ_j²,   ρ the Matérn correlation 5/2
 * </pre>
 *
 * <p>Hyperparameters are {@code (log b_1, …, log b_M, log c, log ℓ_1, …, log ℓ_M)}, length 2 M + 1
 * for M models. The straight lines alone are a prior mean Σ_j β_j u_j with β_j ~ N(0, b_j):
 * Rasmussen and Williams (2006), section 2.7.
 */
public final class ModelCovariance {
    private static final RadialKernel KERNEL = RadialKernel.MATERN52;

    // prior means and deviations of logarithms
    private static final Prior SLOPE = new Prior(-1, 2);
    private static final Prior CURVE = new Prior(-2, 1.5);
    private static final Prior LENGTHSCALE = new Prior(0.5, 0.7);

    private static final double[] VARIANCE_BOUNDS = {1e-6, 100};
    private static final double[] LENGTHSCALE_BOUNDS = {0.05, 100};

    private final double[] slope; // b
    private final double curve; // c
    private final double[] weight; // 1/ℓ²

    /**
     * Reads the hyperparameters from a vector.
     *
     * @param theta a vector that contains them
     * @param from where they begin
     * @param models M
     */
    public ModelCovariance(double[] theta, int from, int models) {
        this(theta, from, models, 1);
    }

    /**
     * Reads the hyperparameters from a vector.
     *
     * @param factor by which variances are multiplied
     */
    public ModelCovariance(double[] theta, int from, int models, double factor) {
        if (models == 0) {
            slope = new double[0];
            weight = slope;
            curve = 0;
            return;
        }
        slope = new double[models];
        weight = new double[models];
        Arrays.setAll(slope, j -> factor * Math.exp(theta[from + j]));
        curve = factor * Math.exp(theta[from + models]);
        Arrays.setAll(weight, j -> Math.exp(-2 * theta[from + models + 1 + j]));
    }

    /** Returns how many hyperparameters there are. */
    public static int size(int models) {
        return models == 0 ? 0 : 2 * models + 1;
    }

    /** Returns the prior of each hyperparameter. */
    public static Prior[] priors(int models) {
        return IntStream.range(0, size(models))
                .mapToObj(i -> i < models ? SLOPE : i == models ? CURVE : LENGTHSCALE)
                .toArray(Prior[]::new);
    }

    /** Returns the smallest (side 0) or largest (side 1) value of each hyperparameter. */
    public static double[] bounds(int models, int side) {
        double[] bounds = new double[size(models)];
        Arrays.fill(bounds, Math.log(LENGTHSCALE_BOUNDS[side]));
        Arrays.fill(
                bounds, 0, Math.min(models + 1, bounds.length), Math.log(VARIANCE_BOUNDS[side]));
        return bounds;
    }

    /** Returns k of the M entries of a and b from {@code at} on. */
    double value(double[] a, double[] b, int at) {
        double line = 0;
        double r2 = 0;
        for (int j = 0; j < slope.length; j++) {
            double u = a[at + j];
            double v = b[at + j];
            line += slope[j] * u * v;
            r2 += weight[j] * (u - v) * (u - v);
        }
        return line + curve * KERNEL.value(r2);
    }

    /** Returns the derivative of k(u, u) by u_j. */
    double varianceSlope(int model, double u) {
        return 2 * slope[model] * u;
    }

    /** Like {@link #value}; {@code gradient} receives, from {@code to} on, M derivatives by a. */
    double valueAndGradient(double[] a, double[] b, int at, double[] gradient, int to) {
        double line = 0;
        double r2 = 0;
        for (int j = 0; j < slope.length; j++) {
            double u = a[at + j];
            double v = b[at + j];
            line += slope[j] * u * v;
            r2 += weight[j] * (u - v) * (u - v);
        }
        double by = 2 * curve * KERNEL.slope(r2);
        for (int j = 0; j < slope.length; j++) {
            gradient[to + j] = slope[j] * b[at + j] + by * weight[j] * (a[at + j] - b[at + j]);
        }
        return line + curve * KERNEL.value(r2);
    }

    /** Adds k of n rows of M values to the lower triangle of an n × n matrix. */
    public void addTo(double[] matrix, double[][] u) {
        for (int i = 0; slope.length > 0 && i < u.length; i++) {
            for (int j = 0; j <= i; j++) {
                matrix[i * u.length + j] += value(u[i], u[j], 0);
            }
        }
    }

    /**
     * Adds the derivatives of -log p by the hyperparameters.
     *
     * @param from where they begin
     */
    public void addGradient(NormalDensity density, double[][] u, double[] gradient, int from) {
        int models = slope.length;
        double[] both = new double[2];
        for (int i = 0; models > 0 && i < u.length; i++) {
            for (int j = 0; j <= i; j++) {
                double g = (i == j ? 0.5 : 1) * density.g(i, j);
                double r2 = 0;
                for (int d = 0; d < models; d++) {
                    double off = u[i][d] - u[j][d];
                    r2 += weight[d] * off * off;
                    gradient[from + d] += g * slope[d] * u[i][d] * u[j][d];
                }
                KERNEL.valueAndSlope(r2, both);
                gradient[from + models] += g * curve * both[0];
                for (int d = 0; d < models; d++) {
                    double off = u[i][d] - u[j][d];
                    gradient[from + models + 1 + d] -=
                            2 * g * curve * both[1] * weight[d] * off * off;
                }
            }
        }
    }
}
