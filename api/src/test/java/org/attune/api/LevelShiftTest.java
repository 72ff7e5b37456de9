package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;

class LevelShiftTest {
    private static double[] normal(int n, long seed) {
        Generator random = new Seed(seed).generator("level shift test", n);
        double[] values = new double[n];
        for (int i = 0; i < n; i++) {
            values[i] = random.nextGaussian();
        }
        return values;
    }

    /** With one split the statistic is Student's t with 2 degrees of freedom, in closed form. */
    @Test
    void fourValuesGiveTheTestOfStudent() {
        int steps = 0;
        for (long seed = 0; seed < 200; seed++) {
            double[] y = normal(4, seed);
            double difference = (y[2] + y[3] - y[0] - y[1]) / 2;
            double squares = ((y[0] - y[1]) * (y[0] - y[1]) + (y[2] - y[3]) * (y[2] - y[3])) / 2;
            double t = Math.abs(difference) / Math.sqrt(squares / 2);
            double exact = 1 - t / Math.sqrt(t * t + 2);
            LevelShift shift = LevelShift.of(y);
            if (!shift.gradual() && shift.p() < 1) {
                double error = 2 * 5 * Math.sqrt(exact * (1 - exact) / 10_000);
                assertEquals(2 * exact, shift.p(), error + 1e-3);
                assertEquals(difference, shift.difference(), 1e-12);
                steps++;
            }
        }
        assertTrue(steps > 30, steps + " series were compared");
    }

    /** Two tests at half the level each have at most the level, and nearly as much. */
    @Test
    void oneLookIsWrongAsOftenAsItSays() {
        int series = 4000;
        int wrong = 0;
        for (long seed = 0; seed < series; seed++) {
            wrong += LevelShift.of(normal(9, seed)).p() < 0.1 ? 1 : 0;
        }
        double deviation = Math.sqrt(0.1 * 0.9 / series);
        assertTrue(wrong <= (0.1 + 4 * deviation) * series, wrong + " of " + series);
        assertTrue(wrong >= 0.05 * series, wrong + " of " + series);
    }

    @Test
    void manyLooksAtTheLevelOfStudiesAreSeldomWrong() {
        int series = 1000;
        int wrong = 0;
        for (long seed = 0; seed < series; seed++) {
            wrong += LevelShift.changes(normal(16, seed), DriftChange.LEVEL).isEmpty() ? 0 : 1;
        }
        assertTrue(wrong <= 0.05 * series, wrong + " of " + series);
    }

    /** A program without noise had a machine that was 1e-13 % faster. */
    @Test
    void equalValuesHaveNoChange() {
        for (int k = 1; k <= 100; k++) {
            double[] same = new double[12];
            Arrays.fill(same, Math.log(k));
            assertEquals(List.of(), LevelShift.changes(same, DriftChange.LEVEL), "of " + k);
        }
    }

    @Test
    void findsAStepWhereItIs() {
        double[] y = {0, 0.1, -0.1, 0.05, 2, 2.1, 1.9, 2.05};
        LevelShift shift = LevelShift.of(y);
        assertFalse(shift.gradual());
        assertEquals(4, shift.split());
        assertEquals(2, shift.difference(), 0.01);
        List<LevelShift.Found> found = LevelShift.changes(y, DriftChange.LEVEL);
        assertEquals(1, found.size());
        assertEquals(4, found.getFirst().first());
    }

    @Test
    void findsATrend() {
        double[] y = {0, 1.1, 1.9, 3.2, 3.9, 5, 6.1, 7, 8.2, 9};
        LevelShift shift = LevelShift.of(y);
        assertTrue(shift.gradual());
        assertEquals(9, shift.difference(), 0.3);
        assertEquals(4 / 3628800.0, shift.p(), 1e-12); // two of 10! orders, doubled
    }

    @Test
    void oneOutlierIsNoChange() {
        double[] y = {0, 0.1, -0.1, 0.05, 0.02, -0.05, 0.07, 5};
        assertEquals(List.of(), LevelShift.changes(y, DriftChange.LEVEL));
        double[] first = {5, 0.1, -0.1, 0.05, 0.02, -0.05, 0.07, 0};
        assertEquals(List.of(), LevelShift.changes(first, DriftChange.LEVEL));
    }

    @Test
    void equalValuesAreNoChangeAndAStepWithoutNoiseIsOne() {
        assertEquals(1, LevelShift.of(new double[] {3, 3, 3, 3, 3}).p());
        assertTrue(LevelShift.of(new double[] {3, 3, 3, 4, 4, 4}).p() < 0.001);
    }

    @Test
    void refusesTooFew() {
        assertThrows(IllegalArgumentException.class, () -> LevelShift.of(new double[3]));
    }

    /** All orders of five values, one by one. */
    @Test
    void kendallCountsPermutations() {
        double[] order = {1, 4, 2, 3, 5};
        int extreme = 0;
        int all = 0;
        int here = Math.abs(concordance(order));
        for (double[] permutation : permutations(new double[] {1, 2, 3, 4, 5}, 0)) {
            extreme += Math.abs(concordance(permutation)) >= here ? 1 : 0;
            all++;
        }
        assertEquals(120, all);
        assertEquals(extreme / 120.0, KendallTest.p(order), 1e-12);
    }

    private static int concordance(double[] y) {
        int s = 0;
        for (int i = 0; i < y.length; i++) {
            for (int j = 0; j < i; j++) {
                s += y[i] > y[j] ? 1 : -1;
            }
        }
        return s;
    }

    private static List<double[]> permutations(double[] values, int from) {
        if (from == values.length) {
            return List.of(values.clone());
        }
        var all = new java.util.ArrayList<double[]>();
        for (int i = from; i < values.length; i++) {
            double[] next = values.clone();
            next[from] = values[i];
            next[i] = values[from];
            all.addAll(permutations(next, from + 1));
        }
        return all;
    }
}
