package org.attune.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

class ResultFileTest {
    private static final RunResult.Key KEY = new RunResult.Key("random", "branin:0", 3, 2);
    private static final RunResult RESULT =
            new RunResult(
                    KEY, List.of(Double.NaN, 1 / 3.0), List.of(0.00012345, 2e-7), Optional.empty());
    private static final String LINE =
            "{\"peer\":\"random\",\"problem\":\"branin:0\",\"budget\":2,\"seed\":3,"
                    + "\"best\":[null,0.3333333333],\"overhead\":[1.23E-4,2.0E-7]}";

    @TempDir private Path folder;
    private Path path;

    @BeforeEach
    void choosePath() {
        path = folder.resolve("results.jsonl");
    }

    @Test
    void writesLinesThatItKnowsAgain() throws IOException {
        try (ResultFile file = ResultFile.open(path)) {
            assertFalse(file.has(KEY));
            file.add(RESULT);
            assertTrue(file.has(KEY));
        }
        assertEquals(LINE + "\n", Files.readString(path));
        try (ResultFile file = ResultFile.open(path)) {
            assertTrue(file.has(KEY));
            assertFalse(file.has(new RunResult.Key("random", "branin:0", 3, 40)));
            assertFalse(file.has(new RunResult.Key("random", "branin:0", 4, 2)));
            assertFalse(file.has(new RunResult.Key("random", "branin:1", 3, 2)));
            assertFalse(file.has(new RunResult.Key("sobol", "branin:0", 3, 2)));
        }
    }

    /** A process may be killed after any byte of a line. */
    @Test
    void everyTornTailIsMended() throws IOException {
        String other = LINE.replace("branin:0", "bränin:1");
        for (int kept = 0; kept <= LINE.length(); kept++) {
            Files.writeString(path, other + "\n" + LINE.substring(0, kept));
            try (ResultFile file = ResultFile.open(path)) {
                assertEquals(kept == LINE.length(), file.has(KEY), "kept " + kept);
                if (!file.has(KEY)) {
                    file.add(RESULT);
                }
            }
            assertEquals(other + "\n" + LINE + "\n", Files.readString(path), "kept " + kept);
        }
    }

    @Test
    void otherFilesAreLeftAlone() throws IOException {
        for (String text :
                List.of("notes", "notes\n", "{\"peer\":\"a\"}\n", LINE + "\n\n" + "x\n", "{}")) {
            Files.writeString(path, text);
            var thrown =
                    assertThrows(IllegalArgumentException.class, () -> ResultFile.open(path), text);
            assertTrue(thrown.getMessage().contains("results.jsonl:"), thrown.getMessage());
            assertEquals(text, Files.readString(path));
        }
        assertThrows(
                UncheckedIOException.class,
                () -> ResultFile.open(folder.resolve("missing").resolve("results.jsonl")));
    }

    @Test
    void oneRunAtATime() {
        try (ResultFile file = ResultFile.open(path)) {
            file.add(RESULT);
            assertThrows(IllegalStateException.class, () -> ResultFile.open(path));
        }
        ResultFile.open(path).close();
    }
}
