package org.attune.benchmarks.report;

import org.apache.commons.statistics.distribution.NormalDistribution;

import java.util.ArrayList;
import java.util.List;

/**
 * Nemenyi's test: two of k methods differ whose average ranks over n problems are at least CD = q
 * √(k(k+1)/(6n)) apart.
 *
 * <p>q is the quantile of the range of k independent standard normal variables, over √2. That range
 * is at most w with probability k ∫ φ(z) (Φ(z) - Φ(z - w))^(k-1) dz.
 *
 * <p>Sources: J. Demšar, "Statistical comparisons of classifiers over multiple data sets", JMLR 7
 * (2006); H. O. Hartley, "The range in random samples", Biometrika 32 (1942).
 */
final class Nemenyi {
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
    private static final double SPAN = 8.5; // φ beyond is below 1e-16
    private static final int STEPS = 1000;

    private Nemenyi() {}

    /**
     * Returns the critical difference.
     *
     * @param level of the family of all pairs, such as 0.05
     * @param methods k, at least 2
     * @param problems n, at least 1
     */
    static double criticalDifference(double level, int methods, int problems) {
        return q(level, methods) * Math.sqrt(methods * (methods + 1.0) / (6.0 * problems));
    }

    /** Returns q by bisection. */
    static double q(double level, int methods) {
        double low = 0;
        double high = 20;
        for (int i = 0; i < 60; i++) {
            double middle = (low + high) / 2;
            if (rangeBelow(middle, methods) < 1 - level) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2 / Math.sqrt(2);
    }

    /** Returns the probability of a range of at most w, by Simpson's rule. */
    static double rangeBelow(double w, int methods) {
        double h = 2 * SPAN / STEPS;
        double sum = 0;
        for (int i = 0; i <= STEPS; i++) {
            double z = -SPAN + i * h;
            double inside = NORMAL.cumulativeProbability(z) - NORMAL.cumulativeProbability(z - w);
            double weight = i == 0 || i == STEPS ? 1 : i % 2 == 1 ? 4 : 2;
            sum += weight * NORMAL.density(z) * Math.pow(inside, methods - 1);
        }
        return methods * sum * h / 3;
    }

    /**
     * Returns the largest sets of neighbours that cannot be told apart: first and last index of
     * each, sets of one left out.
     *
     * @param ranks ascending
     * @param difference from which on two ranks differ
     */
    static List<int[]> groups(double[] ranks, double difference) {
        var groups = new ArrayList<int[]>();
        int reached = 0;
        for (int first = 0; first < ranks.length; first++) {
            int last = first;
            while (last + 1 < ranks.length && ranks[last + 1] - ranks[first] < difference) {
                last++;
            }
            if (last > first && last > reached) {
                groups.add(new int[] {first, last});
                reached = last;
            }
        }
        return groups;
    }
}
