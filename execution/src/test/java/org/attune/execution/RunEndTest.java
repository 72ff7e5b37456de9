package org.attune.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.Locale;

class RunEndTest {
    /** Details stand in histories; it was {@code 0,500 s} where the language has a comma. */
    @Test
    void numbersAreWrittenAlikeInAllLanguages() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try {
            assertEquals("It was ended after 0.500 s.", RunEnd.timedOut(0.5).detail());
        } finally {
            Locale.setDefault(before);
        }
    }
}
