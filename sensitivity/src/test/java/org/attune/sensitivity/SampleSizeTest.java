package org.attune.sensitivity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SampleSizeTest {
    @Test
    void isRoundedUpToAPowerOfTwoInEachScrambling() {
        assertEquals(new SampleSize(128, 4), SampleSize.of(65));
    }

    /** A page of 300 flags took more than ten minutes and gigabytes. */
    @Test
    void manyInputsHaveFewerPoints() {
        assertEquals(SampleSize.of(1024), SampleSize.of(1024, 32));
        assertEquals(SampleSize.of(256), SampleSize.of(1024, 64));
        assertEquals(SampleSize.of(SampleSize.LEAST), SampleSize.of(1024, 300));
    }
}
