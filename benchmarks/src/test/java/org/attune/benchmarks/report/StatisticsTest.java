package org.attune.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.benchmarks.Quantiles;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;

/** Formulas against printed tables, closed forms and other implementations. */
class StatisticsTest {
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    /**
     * Demšar's table 5a, for 2 to 10 methods: quantiles rounded to three digits, over √2, rounded
     * again, so that the last digit may be one off.
     */
    @Test
    void nemenyiAsPrinted() {
        double[] at5 = {1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164};
        double[] at10 = {1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920};
        for (int k = 2; k <= 10; k++) {
            assertEquals(at5[k - 2], Nemenyi.q(0.05, k), 1e-3, "k = " + k);
            assertEquals(at10[k - 2], Nemenyi.q(0.10, k), 1e-3, "k = " + k);
        }
    }

    /** Beyond the printed table: scipy 1.17, studentized_range.ppf(0.95, k, inf) / sqrt(2). */
    @Test
    void nemenyiAsScipy() {
        assertEquals(3.163684, Nemenyi.q(0.05, 10), 1e-6);
        assertEquals(3.391230, Nemenyi.q(0.05, 15), 1e-6);
        assertEquals(3.543799, Nemenyi.q(0.05, 20), 1e-6);
    }

    /** The range of two is |a - b|, whose deviation is √2: at most w with 2 Φ(w/√2) - 1. */
    @Test
    void rangeOfTwo() {
        assertEquals(0.6826894921370859, Nemenyi.rangeBelow(Math.sqrt(2), 2), 1e-10);
    }

    /** Demšar's worked example: four methods on 14 data sets, 2.569 √(20/84). */
    @Test
    void criticalDifferenceOfTheExample() {
        assertEquals(2.569 * Math.sqrt(20 / 84.0), Nemenyi.criticalDifference(0.05, 4, 14), 1e-3);
    }

    @Test
    void groupsAreTheLargestOnes() {
        List<int[]> groups = Nemenyi.groups(new double[] {1, 2, 3, 5, 5.5}, 1.5);
        assertEquals(3, groups.size());
        assertArrayEquals(new int[] {0, 1}, groups.get(0));
        assertArrayEquals(new int[] {1, 2}, groups.get(1));
        assertArrayEquals(new int[] {3, 4}, groups.get(2));
        assertTrue(Nemenyi.groups(new double[] {1, 3, 5}, 2).isEmpty(), "2 apart is different");
    }

    /** With ties; scipy 1.17, friedmanchisquare, and f.sf of Iman and Davenport's F = 11.652. */
    @Test
    void friedmanAsScipy() {
        double[][] values = {{1.5, 2, 3}, {1, 1, 2}, {4, 3, 5}, {1, 2, 2}, {0.5, 0.7, 0.9}};
        Friedman test = Friedman.of(Ranks.of(values));
        assertEquals(7.444444444444447, test.chiSquared(), 1e-12);
        assertEquals(0.02418017437647035, test.p(), 1e-12);
        assertEquals(0.004265218716659026, test.davenport(), 1e-12);
    }

    @Test
    void friedmanAtTheEnds() {
        assertEquals(1, Friedman.of(new double[][] {{1.5, 1.5}, {1.5, 1.5}}).davenport());
        assertEquals(0, Friedman.of(new double[][] {{1, 2, 3}, {1, 2, 3}}).davenport());
    }

    /** By hand: values within one part in a million share a rank, no value is the last. */
    @Test
    void ranksWithTies() {
        double[][] ranks =
                Ranks.of(
                        new double[][] {
                            {1.0, 1.0000005, 3.0, 2.0},
                            {-5, -4, -5, INFINITY},
                            {0.1, 0.2, 0.3, 0.4},
                            {INFINITY, 1, INFINITY, 2}
                        });
        assertArrayEquals(new double[] {1.5, 1.5, 4, 3}, ranks[0]);
        assertArrayEquals(new double[] {1.5, 3, 1.5, 4}, ranks[1]);
        assertArrayEquals(new double[] {1, 2, 3, 4}, ranks[2]);
        assertArrayEquals(new double[] {3.5, 1, 3.5, 2}, ranks[3]);
        assertArrayEquals(
                new double[] {7.5 / 4, 7.5 / 4, 3, 13 / 4.0}, Ranks.averages(ranks), 1e-15);
    }

    /** Runs entirely apart cannot change places, however they are drawn. */
    @Test
    void theSpreadIsThatOfTheSeeds() {
        var apart =
                new Sample(
                        2,
                        List.of("p"),
                        List.of("a", "b"),
                        new double[][][] {{{1, 2, 3}, {4, 5, 6}}});
        assertEquals(0, Ranks.spread(apart)[0].deviation());
        var mixed =
                new Sample(
                        2,
                        List.of("p"),
                        List.of("a", "b"),
                        new double[][][] {{{1, 2, 9}, {4, 5, 6}}});
        Ranks.Spread spread = Ranks.spread(mixed)[0];
        assertEquals(1, spread.average());
        assertTrue(spread.deviation() > 0.1 && spread.upper() == 2, spread.toString());
        assertEquals(Arrays.toString(Ranks.spread(mixed)), Arrays.toString(Ranks.spread(mixed)));
    }

    @Test
    void quantilesWithInfinities() {
        double[] values = {3, INFINITY, 1, 2};
        assertEquals(1, Quantiles.of(values, 0));
        assertEquals(1.75, Quantiles.of(values, 0.25));
        assertEquals(2.5, Quantiles.median(values));
        assertEquals(INFINITY, Quantiles.of(values, 0.75));
        assertEquals(INFINITY, Quantiles.median(new double[] {INFINITY, INFINITY}));
        assertEquals(7, Quantiles.median(new double[] {7}));
    }

    @Test
    void seedsAreJoined() {
        assertEquals("0-2, 5, 7-8", Format.ranges(List.of(2L, 0L, 1L, 5L, 8L, 7L, 7L)));
        assertEquals("", Format.ranges(List.of()));
    }
}
