package org.attune.band;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Spearman's correlation of ranks; equal values share the mean of their ranks. */
final class RankCorrelation {
    private static final int FEWEST = 3;

    private RankCorrelation() {}

    /** Returns it, in [-1, 1]; NaN with fewer than three pairs, or where one side is constant. */
    static double of(double[] a, double[] b) {
        if (a.length != b.length) {
            throw new IllegalArgumentException(
                    "%d values cannot be paired with %d.".formatted(a.length, b.length));
        }
        if (a.length < FEWEST) {
            return Double.NaN;
        }
        double[] r = ranks(a);
        double[] s = ranks(b);
        double middle = (a.length + 1) / 2.0;
        double both = 0;
        double first = 0;
        double second = 0;
        for (int i = 0; i < r.length; i++) {
            both += (r[i] - middle) * (s[i] - middle);
            first += (r[i] - middle) * (r[i] - middle);
            second += (s[i] - middle) * (s[i] - middle);
        }
        return first == 0 || second == 0 ? Double.NaN : both / Math.sqrt(first * second);
    }

    private static double[] ranks(double[] values) {
        int[] order =
                IntStream.range(0, values.length)
                        .boxed()
                        .sorted(Comparator.comparingDouble(i -> values[i]))
                        .mapToInt(i -> i)
                        .toArray();
        double[] ranks = new double[values.length];
        for (int from = 0; from < order.length; ) {
            int to = from;
            while (to < order.length && values[order[to]] == values[order[from]]) {
                to++;
            }
            double shared = (from + 1 + to) / 2.0;
            for (int i : Arrays.copyOfRange(order, from, to)) {
                ranks[i] = shared;
            }
            from = to;
        }
        return ranks;
    }
}
