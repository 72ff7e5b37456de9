package org.attune.benchmarks;

import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Mann and Whitney's rank test of two samples, of which smaller values are better, and Holm's
 * correction for several tests: S. Holm, "A simple sequentially rejective multiple test procedure",
 * Scandinavian Journal of Statistics 6 (1979).
 */
public final class RankTest {
    private RankTest() {}

    /**
     * Returns the one-sided probability of values as bad as the first sample's, were they no worse
     * than the second's.
     *
     * @param mine values; +∞ where nothing was measured
     * @param other likewise
     */
    public static double worse(double[] mine, double[] other) {
        return MannWhitneyUTest.withDefaults()
                .with(AlternativeHypothesis.GREATER_THAN)
                .test(finite(mine), finite(other))
                .getPValue();
    }

    /** Returns the p of n values that are all worse than m others: 1 / C(n + m, n). */
    public static double least(int n, int m) {
        double ways = 1;
        for (int i = 1; i <= n; i++) {
            ways *= (double) (m + i) / i;
        }
        return 1 / ways;
    }

    /** Returns which of the tests are significant at this level of their family, in their order. */
    public static boolean[] holm(double[] p, double level) {
        var significant = new boolean[p.length];
        int[] byP =
                IntStream.range(0, p.length)
                        .boxed()
                        .sorted(Comparator.comparingDouble(i -> p[i]))
                        .mapToInt(i -> i)
                        .toArray();
        for (int i = 0; i < p.length && p[byP[i]] <= level / (p.length - i); i++) {
            significant[byP[i]] = true;
        }
        return significant;
    }

    /** Replaces infinities, which ranks cannot tell from the largest number. */
    private static double[] finite(double[] values) {
        return Arrays.stream(values).map(v -> Math.min(v, Double.MAX_VALUE)).toArray();
    }
}
