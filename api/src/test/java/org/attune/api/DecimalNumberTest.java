package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalNumberTest {
    @ParameterizedTest
    @CsvSource({"1.5, 1.5", "-3, -3", "+.5, .5", "2., 2", "1e3, 1000", "1E-3, .001", "007, 7"})
    void readsDecimals(String text, double value) {
        assertEquals(value, DecimalNumber.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.5f",
                "1.5d",
                "0x1p3",
                "NaN",
                "Infinity",
                "",
                "-",
                ".",
                "e3",
                "1e",
                " 1",
                "1,5",
                "1e9999999999"
            })
    void refusesWhatIsNoneOfThem(String text) {
        assertThrows(NumberFormatException.class, () -> DecimalNumber.parse(text));
    }

    /** A pattern that tries every way to divide the digits would take minutes for these. */
    @ParameterizedTest
    @ValueSource(strings = {"1", "1.", ".", "1e"})
    void refusesAMegabyteOfDigits(String start) {
        assertFalse(DecimalNumber.is(start + "1".repeat(1 << 20) + "x"));
        assertFalse(DecimalNumber.is(start + "1".repeat(1 << 20)));
    }
}
