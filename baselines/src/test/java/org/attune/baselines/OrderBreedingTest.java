package org.attune.baselines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.jenetics.util.RandomRegistry;

import org.attune.api.Seed;
import org.attune.bayesopt.surrogate.Axes;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.HashSet;

class OrderBreedingTest {
    private static final Axes.Order ORDER = new Axes.Order(1, 6);

    private static double[] at(int... positions) {
        double[] x = new double[8];
        for (int i = 0; i < 6; i++) {
            x[1 + i] = (positions[i] + 0.5) / 6;
        }
        x[0] = 0.3;
        x[7] = 0.7;
        return x;
    }

    private static void assertOrder(double[] x) {
        double[] sorted = Arrays.copyOfRange(x, 1, 7);
        Arrays.sort(sorted);
        assertArrayEquals(Arrays.copyOfRange(at(0, 1, 2, 3, 4, 5), 1, 7), sorted, 1e-12);
        assertEquals(0.3, x[0]);
        assertEquals(0.7, x[7]);
    }

    /** Children are orders, and have items where a parent has them more often than by chance. */
    @Test
    void childrenAreOrdersOfTheirParents() {
        var random = new Seed(1).generator("mate", 0);
        int inherited = 0;
        for (int n = 0; n < 300; n++) {
            double[] a = at(0, 1, 2, 3, 4, 5);
            double[] b = at(3, 5, 0, 4, 1, 2);
            double[] first = a.clone();
            double[] second = b.clone();
            RandomRegistry.with(random).run(() -> OrderBreeding.mate(ORDER, first, second));
            assertOrder(first);
            assertOrder(second);
            for (int d = 1; d < 7; d++) {
                inherited += first[d] == a[d] || first[d] == b[d] ? 1 : 0;
            }
        }
        assertTrue(inherited > 300 * 6 * 0.6, () -> "of 1800"); // by chance a third
    }

    @Test
    void mutantsAreOtherOrders() {
        var random = new Seed(2).generator("mutate", 0);
        var seen = new HashSet<String>();
        for (int n = 0; n < 300; n++) {
            double[] x = at(0, 1, 2, 3, 4, 5);
            RandomRegistry.with(random).run(() -> OrderBreeding.mutate(ORDER, x, random));
            assertOrder(x);
            seen.add(Arrays.toString(x));
        }
        assertTrue(seen.size() > 20, () -> "" + seen.size());
    }
}
