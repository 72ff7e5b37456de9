package org.attune.bayesopt.numerics;

import java.util.Arrays;

/** Statistics of samples by the order of their values. */
public final class SampleStatistics {
    private SampleStatistics() {}

    /** Returns the median, the mean of the middle two of an even number; NaN of nothing. */
    public static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        return n == 0 ? Double.NaN : sorted[(n - 1) / 2] / 2 + sorted[n / 2] / 2;
    }

    /**
     * Returns Spearman's correlation of two samples of one size, equal values sharing their mean
     * rank; 0 where one side is constant.
     */
    public static double rankCorrelation(double[] a, double[] b) {
        double[] p = ranks(a);
        double[] q = ranks(b);
        double both = 0;
        double first = 0;
        double second = 0;
        for (int i = 0; i < p.length; i++) {
            both += p[i] * q[i];
            first += p[i] * p[i];
            second += q[i] * q[i];
        }
        return first == 0 || second == 0 ? 0 : both / Math.sqrt(first * second);
    }

    /** Returns ranks less their mean: half of how many values are smaller than are larger. */
    private static double[] ranks(double[] values) {
        return Arrays.stream(values)
                .map(v -> Arrays.stream(values).map(w -> Math.signum(v - w)).sum() / 2)
                .toArray();
    }
}
