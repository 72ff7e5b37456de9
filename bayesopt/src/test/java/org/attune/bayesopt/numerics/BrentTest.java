package org.attune.bayesopt.numerics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BrentTest {
    /** x log x is least at 1/e; cosh(x - 0.3) at 0.3; |x - 2| has a kink. */
    @Test
    void findsKnownMinima() {
        var entropy = Brent.minimize(x -> x * Math.log(x), 0, 1, 1e-9, 100);
        assertEquals(1 / Math.E, entropy.x(), 1e-8);
        assertEquals(-1 / Math.E, entropy.value(), 1e-15);
        assertTrue(entropy.evaluations() < 30, entropy.toString());
        assertEquals(0.3, Brent.minimize(x -> Math.cosh(x - 0.3), -4, 9, 1e-9, 100).x(), 1e-7);
        assertEquals(2, Brent.minimize(x -> Math.abs(x - 2), -4, 9, 1e-9, 200).x(), 1e-8);
    }

    @Test
    void approachesTheEnds() {
        assertEquals(-3, Brent.minimize(x -> x, -3, 5, 1e-8, 200).x(), 1e-7);
        assertEquals(5, Brent.minimize(x -> -x, -3, 5, 1e-8, 200).x(), 1e-7);
        assertEquals(4, Brent.minimize(x -> x * x, 4, 4, 1e-8, 200).x());
    }

    @Test
    void treatsNaNAsHighAndCountsEvaluations() {
        int[] calls = {0};
        var result =
                Brent.minimize(
                        x -> {
                            calls[0]++;
                            return x > 2 ? Double.NaN : (x - 0.4) * (x - 0.4);
                        },
                        0,
                        4,
                        1e-8,
                        60);
        assertEquals(0.4, result.x(), 1e-6);
        assertEquals(calls[0], result.evaluations());
        assertEquals(7, Brent.minimize(Math::cosh, -1, 2, 1e-12, 7).evaluations());
    }

    @Test
    void rejectsBadInput() {
        assertThrows(IllegalArgumentException.class, () -> Brent.minimize(x -> x, 1, 0, 1e-8, 10));
        assertThrows(
                IllegalArgumentException.class,
                () -> Brent.minimize(x -> x, 0, Double.NaN, 1e-8, 10));
        assertThrows(
                IllegalArgumentException.class,
                () -> Brent.minimize(x -> x, 0, Double.POSITIVE_INFINITY, 1e-8, 10));
        assertThrows(IllegalArgumentException.class, () -> Brent.minimize(x -> x, 0, 1, 0, 10));
        assertThrows(IllegalArgumentException.class, () -> Brent.minimize(x -> x, 0, 1, 1e-8, 0));
    }
}
