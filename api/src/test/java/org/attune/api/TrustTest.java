package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TrustTest {
    private static Trust of(int trials, double skill, double ranks) {
        return new Trust(trials, 0.1, 1, skill, ranks, 0.5, 0.9, 0.1, "");
    }

    /** Of 100 trials, a skill of 1.5/√100 and a rank correlation of 3/√100 may be luck. */
    @Test
    void luckIsNoPrediction() {
        assertFalse(of(100, 0.14, 0.29).predicts());
        assertTrue(of(100, 0.16, 0.29).isSkilled());
        assertTrue(of(100, 0.16, 0.29).predicts());
        assertFalse(of(100, -3, 0.31).isSkilled());
        assertTrue(of(100, -3, 0.31).predicts());
        assertFalse(of(1_000_000, 0.09, 0).predicts());
        assertFalse(Trust.unknown(0, "nothing").predicts());
    }

    @Test
    void numbersArePutIntoWords() {
        Trust said = of(100, 0.14, 0.29).saying("much");
        assertEquals(new Trust(100, 0.1, 1, 0.14, 0.29, 0.5, 0.9, 0.1, "much"), said);
    }
}
