package org.attune.api;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Kendall's test of a trend: whether later values of a series tend to be larger, or smaller, than
 * earlier ones. Without ties its distribution does not depend on that of the values.
 *
 * <p>S is the number of pairs in which the later value is larger, less those in which it is
 * smaller. Under exchangeable values without ties the number of inversions, (n(n-1)/2 - S)/2, has
 * the counts c_n(k) = Σ c_{n-1}(k - j) of permutations, j from 0 to n - 1; the p-value is two-sided
 * and exact. Ties make S smaller, and the test cautious.
 *
 * <p>Source: M. G. Kendall, "A new measure of rank correlation", Biometrika 30 (1938); the slope:
 * P. K. Sen, JASA 63 (1968), doi:10.1080/01621459.1968.10480934.
 */
final class KendallTest {
    private static final Map<Integer, double[]> SHARES = new ConcurrentHashMap<>(); // by n

    private KendallTest() {}

    /** Returns the p-value of a series. */
    static double p(double[] values) {
        int n = values.length;
        int s = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                s += Double.compare(values[j], values[i]);
            }
        }
        int pairs = n * (n - 1) / 2;
        double[] shares = SHARES.computeIfAbsent(n, KendallTest::shares);
        double tail = 0; // inversions so few that S is at least as large
        for (int k = 0; k <= (pairs - Math.abs(s)) / 2; k++) {
            tail += shares[k];
        }
        return Math.min(1, 2 * tail);
    }

    /** Returns the share of the permutations of n with each number of inversions. */
    private static double[] shares(int n) {
        double[] shares = {1};
        for (int m = 2; m <= n; m++) {
            double[] next = new double[m * (m - 1) / 2 + 1];
            for (int k = 0; k < shares.length; k++) {
                for (int j = 0; j < m; j++) {
                    next[k + j] += shares[k] / m;
                }
            }
            shares = next;
        }
        return shares;
    }

    /** Returns the median of the slopes between all pairs, for each step of the series. */
    static double slope(double[] values) {
        int n = values.length;
        double[] slopes = new double[n * (n - 1) / 2];
        int k = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                slopes[k++] = (values[j] - values[i]) / (j - i);
            }
        }
        Arrays.sort(slopes);
        return (slopes[(k - 1) / 2] + slopes[k / 2]) / 2;
    }
}
