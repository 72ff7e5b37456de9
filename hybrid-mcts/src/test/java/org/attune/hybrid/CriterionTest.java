package org.attune.hybrid;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CriterionTest {
    /** Penalties of AIC, BIC and HQC over -2, for n = 20. */
    @Test
    void penaltiesAreTheirFormulas() {
        assertEquals(0, Criterion.LOGLIK.penalty(20));
        assertEquals(1, Criterion.AIC.penalty(20));
        assertEquals(Math.log(20) / 2, Criterion.BIC.penalty(20), 1e-15);
        assertEquals(Math.log(Math.log(20)), Criterion.HQC.penalty(20), 1e-15);
    }

    /** Ranks 3, 1, 2 of the likelihoods and 1, 3, 2 of the gains, half-way: factor 1. */
    @Test
    void theCustomOneAddsRanks() {
        assertArrayEquals(
                new double[] {4, 4, 4},
                Criterion.custom(new double[] {-1, -9, -5}, new double[] {-30, 2, 1}, 0.5),
                1e-15);
        assertArrayEquals(
                new double[] {3, 1, 2},
                Criterion.custom(new double[] {-1, -9, -5}, new double[] {-30, 2, 1}, 0),
                1e-15);
    }
}
