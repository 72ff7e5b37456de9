package org.attune.bayesopt.surrogate;

import java.util.Arrays;

/**
 * By how much the answers to a {@link ProbitProcess} lower the variance of f at other places, for
 * many of them: T = L⁻¹ W^½ is computed once, and a place costs one product with it.
 *
 * <pre>
 *   explained(k) = |T k|²,   its derivatives by k: 2 Tᵀ T k
 * </pre>
 */
public final class ExplainedVariance {
    private final double[][] rows; // of T, with zeros above the diagonal
    private final double[][] columns;

    /**
     * Takes the matrix.
     *
     * @param t n × n by rows, of which the lower triangle counts
     */
    ExplainedVariance(int n, double[] t) {
        rows = new double[n][n];
        columns = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                rows[i][j] = t[i * n + j];
                columns[j][i] = t[i * n + j];
            }
        }
    }

    /**
     * Returns |T k|².
     *
     * @param k n covariances of f at a place with f at the n places
     */
    public double of(double[] k) {
        return square(root(k));
    }

    /**
     * Returns the same, and half of its derivatives by the covariances.
     *
     * @param halfSlope receives n of them, Tᵀ T k
     */
    public double of(double[] k, double[] halfSlope) {
        int n = rows.length;
        double[] v = root(k);
        Arrays.fill(halfSlope, 0, n, 0);
        int i = 0;
        for (; i + 3 < n; i += 4) {
            add(rows, i, v, halfSlope, 0, i + 4);
        }
        for (; i < n; i++) {
            add(rows[i], v[i], halfSlope, 0, i + 1);
        }
        return square(v);
    }

    /** Returns |T e_i|²: what is explained at a place that varies with the answer i alone, by 1. */
    double ofAnswer(int i) {
        return square(columns[i]);
    }

    /** Returns T k, whose square is what is explained. */
    double[] root(double[] k) {
        int n = columns.length;
        double[] v = new double[n];
        int j = 0;
        for (; j + 3 < n; j += 4) {
            add(columns, j, k, v, j, n);
        }
        for (; j < n; j++) {
            add(columns[j], k[j], v, j, n);
        }
        return v;
    }

    /** Adds four lines from this one on, each by its weight, in a form that is vectorised. */
    private static void add(
            double[][] lines, int first, double[] weights, double[] sum, int from, int to) {
        double[] a = lines[first];
        double[] b = lines[first + 1];
        double[] c = lines[first + 2];
        double[] d = lines[first + 3];
        double byA = weights[first];
        double byB = weights[first + 1];
        double byC = weights[first + 2];
        double byD = weights[first + 3];
        for (int i = from; i < to; i++) {
            sum[i] =
                    Math.fma(
                            byD,
                            d[i],
                            Math.fma(byC, c[i], Math.fma(byB, b[i], Math.fma(byA, a[i], sum[i]))));
        }
    }

    private static void add(double[] line, double weight, double[] sum, int from, int to) {
        for (int i = from; i < to; i++) {
            sum[i] = Math.fma(weight, line[i], sum[i]);
        }
    }

    private static double square(double[] v) {
        double even = 0;
        double odd = 0;
        int i = 0;
        for (; i + 1 < v.length; i += 2) {
            even = Math.fma(v[i], v[i], even);
            odd = Math.fma(v[i + 1], v[i + 1], odd);
        }
        return i < v.length ? Math.fma(v[i], v[i], even + odd) : even + odd;
    }
}
