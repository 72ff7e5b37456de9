package org.attune.bayesopt.numerics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SampleStatisticsTest {
    /**
     * Ranks 1, 2.5, 2.5, 4 and 4, 1, 2.5, 2.5: Σ of products about 2.5 is -2.25, of squares 4.5.
     */
    @Test
    void rankCorrelationByHand() {
        assertEquals(
                -0.5,
                SampleStatistics.rankCorrelation(
                        new double[] {1, 2, 2, 9}, new double[] {8, 3, 5, 5}),
                1e-12);
        assertEquals(
                0, SampleStatistics.rankCorrelation(new double[] {1, 1}, new double[] {2, 3}), 0);
    }

    @Test
    void medianByHand() {
        assertEquals(3, SampleStatistics.median(new double[] {9, 1, 3}));
        assertEquals(2, SampleStatistics.median(new double[] {9, 1, 3, 0}));
        assertEquals(1.5e308, SampleStatistics.median(new double[] {1.6e308, 1.4e308}), 1e295);
        assertEquals(Double.NaN, SampleStatistics.median(new double[0]));
    }
}
