package org.attune.band;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RankCorrelationTest {
    /** 1 - 6 Σd² / (n (n² - 1)) with ranks 1 2 3 4 5 and 2 1 4 3 5: 1 - 6·4/120 = 0.8. */
    @Test
    void agreesWithTheClosedForm() {
        assertEquals(
                0.8,
                RankCorrelation.of(
                        new double[] {1, 10, 100, 1000, 1e4}, new double[] {0, -5, 7, 6, 99}),
                1e-15);
    }

    @Test
    void isOneForMonotoneAndMinusOneForReversed() {
        double[] x = {3, 1, 2, 8};
        assertEquals(1, RankCorrelation.of(x, new double[] {9, 1, 4, 64}), 1e-15);
        assertEquals(-1, RankCorrelation.of(x, new double[] {-3, -1, -2, -8}), 1e-15);
    }

    /** Ranks 1, 2.5, 2.5, 4 and 1, 2, 3, 4: 4.5 / √(4.5 · 5). */
    @Test
    void equalValuesShareTheirRank() {
        assertEquals(
                4.5 / Math.sqrt(22.5),
                RankCorrelation.of(new double[] {1, 2, 2, 3}, new double[] {1, 2, 3, 4}),
                1e-15);
    }

    @Test
    void saysNothingWhereNothingIsKnown() {
        assertTrue(Double.isNaN(RankCorrelation.of(new double[2], new double[2])));
        assertTrue(Double.isNaN(RankCorrelation.of(new double[4], new double[] {1, 2, 3, 4})));
        assertThrows(
                IllegalArgumentException.class,
                () -> RankCorrelation.of(new double[3], new double[4]));
    }
}
