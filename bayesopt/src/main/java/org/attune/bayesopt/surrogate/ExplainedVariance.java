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
    private final int n;
    private final double[] t; // lower triangle by rows

    /**
     * Takes the matrix.
     *
     * @param t n × n by rows, of which the lower triangle counts
     */
    ExplainedVariance(int n, double[] t) {
        this.n = n;
        this.t = t;
    }

    /**
     * Returns |T k|².
     *
     * @param k n covariances of f at a place with f at the n places
     */
    public double of(double[] k) {
        double sum = 0;
        int i = 0;
        for (; i + 1 < n; i += 2) {
            int first = i * n;
            int second = first + n;
            double s0 = 0;
            double s1 = 0;
            double t0 = 0;
            double t1 = 0;
            for (int j = 0; j < i; j += 2) { // i is even
                s0 = Math.fma(t[first + j], k[j], s0);
                s1 = Math.fma(t[first + j + 1], k[j + 1], s1);
                t0 = Math.fma(t[second + j], k[j], t0);
                t1 = Math.fma(t[second + j + 1], k[j + 1], t1);
            }
            double s = Math.fma(t[first + i], k[i], s0 + s1);
            double next = Math.fma(t[second + i], k[i], t0);
            next = Math.fma(t[second + i + 1], k[i + 1], next + t1);
            sum += s * s + next * next;
        }
        if (i < n) {
            double s = row(i, k);
            sum += s * s;
        }
        return sum;
    }

    /**
     * Returns the same, and half of its derivatives by the covariances.
     *
     * @param halfSlope receives n of them, Tᵀ T k
     */
    public double of(double[] k, double[] halfSlope) {
        Arrays.fill(halfSlope, 0, n, 0);
        double sum = 0;
        for (int i = 0; i < n; i++) {
            double v = row(i, k);
            sum += v * v;
            for (int j = 0; j <= i; j++) {
                halfSlope[j] += v * t[i * n + j];
            }
        }
        return sum;
    }

    private double row(int i, double[] k) {
        double s = 0;
        for (int j = 0; j <= i; j++) {
            s = Math.fma(t[i * n + j], k[j], s);
        }
        return s;
    }
}
