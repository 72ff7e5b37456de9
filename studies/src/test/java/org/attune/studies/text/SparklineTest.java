package org.attune.studies.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;

/** Curves as lines of text. */
class SparklineTest {
    private static String of(double... values) {
        return Sparkline.of(values, 8, StandardCharsets.UTF_8);
    }

    @Test
    void theLetterFollowsTheValue() {
        assertEquals("▁▂▃▄▅▆▇█", of(0, 1, 2, 3, 4, 5, 6, 7));
        assertEquals("█ ▁", of(7, Double.NaN, 0));
        assertEquals("▁▁▁", of(3, 3, 3));
        assertEquals("", of());
    }

    @Test
    void decadesAreEquallyFarApart() {
        assertEquals("▁▃▆█", of(1, 10, 100, 1000));
    }

    @Test
    void longOnesKeepTheirEndsAndOtherTerminalsGetOtherLetters() {
        double[] hundred = new double[100];
        hundred[0] = 5;
        hundred[99] = 10;
        assertEquals(
                "+______#", Sparkline.of(hundred, 8, StandardCharsets.US_ASCII).replace('=', '+'));
    }
}
