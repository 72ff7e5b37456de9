package org.attune.bayesopt.surrogate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.bayesopt.numerics.StandardNormal;
import org.junit.jupiter.api.Test;

class NormalScoresTest {
    /** Of four outputs the scores are the quantiles of 1/8, 3/8, 5/8, 7/8. */
    @Test
    void matchesClosedForm() {
        NormalScores scores = NormalScores.of(new double[] {7, 1, 2, 1000});
        assertEquals(StandardNormal.quantile(0.125), scores.value(1), 1e-15);
        assertEquals(StandardNormal.quantile(0.375), scores.value(2), 1e-15);
        assertEquals(StandardNormal.quantile(0.875), scores.value(1000), 1e-15);
        double middle = (StandardNormal.quantile(0.375) + StandardNormal.quantile(0.625)) / 2;
        assertEquals(middle, scores.value(4.5), 1e-15);
    }

    @Test
    void equalOutputsShareTheMeanOfTheirRanks() {
        NormalScores scores = NormalScores.of(new double[] {5, 3, 5, 9});
        assertEquals(0, scores.value(5), 1e-15, "ranks 2 and 3 of 4 are the median");
    }

    @Test
    void anOutlierIsNoMoreThanTheWorst() {
        double[] near = {1, 2, 3, 4, 5, 6, 7, 8};
        double[] far = {1, 2, 3, 4, 5, 6, 7, 1e12};
        for (int i = 0; i < 8; i++) {
            assertEquals(
                    NormalScores.of(near).value(near[i]), NormalScores.of(far).value(far[i]), 0);
        }
    }

    /** Below the best, by the first quarter of eight knots: from 1 to 3. */
    @Test
    void goesOnBelowTheBestAsFastAsTheGoodOnesAreSpread() {
        NormalScores scores = NormalScores.of(new double[] {1, 2, 3, 4, 5, 6, 7, 1e12});
        double slope = (scores.value(3) - scores.value(1)) / 2;
        assertEquals(scores.value(1) - 4 * slope, scores.value(-3), 1e-14);
        assertEquals(-3, scores.inverse(scores.value(-3)), 1e-12);
    }

    @Test
    void inverseComesBackEverywhere() {
        NormalScores scores = NormalScores.of(new double[] {0.1, 0.4, 0.5, 3, 3, 20});
        for (double y = -10; y < 50; y += 0.37) {
            assertEquals(y, scores.inverse(scores.value(y)), 1e-11);
            assertTrue(scores.value(y + 0.37) > scores.value(y));
        }
    }

    @Test
    void oneOutputHasSlopeOne() {
        NormalScores scores = NormalScores.of(new double[] {4, 4});
        assertEquals(-1, scores.value(3), 1e-15);
        assertEquals(3, scores.inverse(-1), 1e-15);
    }

    @Test
    void slopesStayFiniteBetweenNearlyEqualOutputs() {
        NormalScores scores = NormalScores.of(new double[] {0, Double.MIN_VALUE, 1});
        assertTrue(Double.isFinite(scores.slope(0)) && Double.isFinite(scores.value(-1)));
    }
}
