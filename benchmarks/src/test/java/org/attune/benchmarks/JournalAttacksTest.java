package org.attune.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Seed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

class JournalAttacksTest {
    @TempDir Path folder;

    /** A fifth of the attacks: all take minutes. */
    @Test
    void allAreWithstood() throws Exception {
        var printed = new ByteArrayOutputStream();
        boolean withstood;
        try (var out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
            withstood = JournalAttacks.print(folder, 0.2, 2, out);
        }
        assertTrue(withstood, printed::toString);
        assertTrue(printed.toString(StandardCharsets.UTF_8).contains("power failures"));
    }

    @Test
    void thousandPowerFailuresLoseNothing() throws Exception {
        var random = new Seed(3).generator("power", 0);
        var row = new PowerFailures(folder, random).tried(1000);
        assertEquals(1000, row.tried());
        assertEquals(List.of(), row.losses());
    }
}
