package org.attune.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Runs on the suites of this module. */
class SuiteRunTest {
    @TempDir private Path folder;

    @Test
    void everyProblemOfEverySuiteCanBeTuned() throws IOException {
        for (String suite : List.of("public", "ablation")) {
            Path out = folder.resolve(suite);
            var summary =
                    BenchRun.suite(suite)
                            .tuners("random")
                            .seeds("0")
                            .trials(12)
                            .workers(2)
                            .out(out)
                            .run(line -> {});
            assertEquals(0, summary.failed());
            assertEquals(summary.runs(), Files.readAllLines(out).size());
            assertTrue(
                    Files.readAllLines(out).stream().noneMatch(l -> l.contains("null],")),
                    "some run has measured nothing");
        }
    }

    @Test
    void aRunNeedsTunersAndAFile() {
        assertThrows(
                IllegalArgumentException.class,
                () -> BenchRun.suite("public").tuners("random").run(line -> {}));
        assertThrows(
                IllegalArgumentException.class,
                () -> BenchRun.suite("public").out(folder.resolve("o")).run(line -> {}));
        assertThrows(IllegalArgumentException.class, () -> BenchRun.suite("public").trials(0));
        assertThrows(IllegalArgumentException.class, () -> BenchRun.suite("public").workers(0));
    }
}
