package org.attune.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;

class ComparisonTest {
    @TempDir Path folder;
    private Path path;

    @BeforeEach
    void file() {
        path = folder.resolve("results.jsonl");
    }

    private void add(String tuner, String problem, int runs, IntToDoubleFunction last) {
        try (ResultFile file = ResultFile.open(path)) {
            for (int seed = 0; seed < runs; seed++) {
                file.add(
                        new RunResult(
                                new RunResult.Key(tuner, problem, seed, 2),
                                List.of(Double.NaN, last.applyAsDouble(seed)),
                                List.of(0.1, 0.1),
                                Optional.empty()));
            }
        }
    }

    @Test
    void runsOfAProblemBeforeAndAfterItWasEditedAreNotCompared() {
        for (String tuner : List.of("ours", "random")) {
            try (ResultFile file = ResultFile.open(folder.resolve(tuner))) {
                var key = new RunResult.Key(tuner, "a:0", 0, 1);
                file.add(
                        new RunResult(key, List.of(1.0), List.of(), Optional.empty())
                                .of(Optional.of("definition of " + tuner)));
            }
        }
        List<Path> files = List.of(folder.resolve("ours"), folder.resolve("random"));
        var refused =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> Comparison.of(files, "ours", "random", List.of(1)));
        assertTrue(refused.getMessage().contains("'a:0' was changed"), refused.getMessage());
    }

    /** Of hypervolumes more is better: the same numbers, told the other way round. */
    @Test
    void moreIsBetterWhereALineSaysSo() {
        try (ResultFile file = ResultFile.open(path)) {
            for (int seed = 0; seed < 3; seed++) {
                for (String tuner : List.of("ours", "random")) {
                    double volume = tuner.equals("ours") ? 10 + seed : seed;
                    file.add(
                            new RunResult(
                                    new RunResult.Key(tuner, "a:0", seed, 1),
                                    List.of(volume),
                                    List.of(),
                                    Optional.empty(),
                                    Optional.of("maximize"),
                                    Optional.empty(),
                                    Optional.empty(),
                                    Optional.empty(),
                                    Optional.empty(),
                                    List.of()));
                }
            }
        }
        Comparison.Row row = Comparison.of(List.of(path), "ours", "random", List.of(1)).getFirst();
        assertEquals(1, row.wins());
        assertEquals(11, row.median());
        assertEquals(1, row.reference());
    }

    /** Three values above three others: exact one-sided p = 1 / C(6, 3) = 0.05. */
    @Test
    void pIsExactForSmallSamples() {
        add("ours", "a:0", 3, i -> 10 + i);
        add("random", "a:0", 3, i -> i);
        List<Comparison.Row> rows = Comparison.of(List.of(path), "ours", "random", List.of(2));
        assertEquals(0.05, rows.getFirst().p(), 1e-12);
        assertEquals(0, rows.getFirst().wins());
        assertEquals(11, rows.getFirst().median());
        assertEquals(1, rows.getFirst().reference());
        assertFalse(rows.getFirst().isWorse());
    }

    /** The p-value would be that of as many runs again. */
    @Test
    void aCopyOfARunCountsOnce() throws IOException {
        add("ours", "a:0", 3, i -> 10 + i);
        add("random", "a:0", 3, i -> i);
        Path copy = Files.copy(path, folder.resolve("copy.jsonl"));
        Comparison.Row once = Comparison.of(List.of(path), "ours", "random", List.of(2)).getFirst();
        for (List<Path> files : List.of(List.of(path, path), List.of(path, copy))) {
            assertEquals(once, Comparison.of(files, "ours", "random", List.of(2)).getFirst());
        }
    }

    @Test
    void saysWhyThereIsNothingToCompare() {
        add("ours", "a:0", 3, i -> i);
        add("random", "a:0", 3, i -> i);
        add("other", "b:0", 3, i -> i);
        assertEquals(
                "'ours' and 'random' have no problem in common in "
                        + path
                        + " at any of the budgets [10, 20]: the longest runs that they share have"
                        + " 2 trials. Maybe compare at 2.",
                refused("random", List.of(10, 20)));
        assertTrue(refused("other", List.of(2)).endsWith("results.jsonl."));
        assertTrue(refused("ours", List.of(2)).contains("with itself"));
        assertTrue(refused("random", List.of(2, 0)).contains("not [2, 0]"));
    }

    private String refused(String reference, List<Integer> budgets) {
        return assertThrows(
                        IllegalArgumentException.class,
                        () -> Comparison.of(List.of(path), "ours", reference, budgets))
                .getMessage();
    }

    /** Runs entirely apart give the least p that there is, by the test and by 1 / C(n + m, n). */
    @Test
    void theLeastPIsThatOfRunsApart() {
        add("ours", "a:0", 4, i -> 10 + i);
        add("random", "a:0", 6, i -> i);
        Comparison.Row row = Comparison.of(List.of(path), "ours", "random", List.of(2)).getFirst();
        assertEquals(1 / 210.0, row.least(), 1e-15);
        assertEquals(row.p(), row.least(), 1e-12);
        assertEquals(1.0 / 20, RankTest.least(3, 3), 1e-15);
    }

    /** 1 / C(8, 4) = 0.0143 is above 1 %, 1 / C(10, 5) = 0.00397 below it but above 1 % / 3. */
    @Test
    void tooFewRunsAreSaid() {
        add("ours", "a:0", 4, i -> i);
        add("random", "a:0", 4, i -> i);
        assertTrue(
                power().orElseThrow().startsWith("1 of these 1 can hardly find anything"),
                power().toString());
        assertTrue(power().orElseThrow().contains("p is at least 0.014"), power().toString());
        assertTrue(power().orElseThrow().endsWith("Maybe run 5 seeds of each tuner."));
        add("ours", "a:0", 5, i -> i); // of the same seeds the last ones count
        add("random", "a:0", 5, i -> i);
        assertEquals(Optional.empty(), power());
        for (String other : List.of("b:0", "c:0")) {
            add("ours", other, 6, i -> i);
            add("random", other, 6, i -> i);
        }
        assertTrue(power().orElseThrow().startsWith("1 of these 3 can"), power().toString());
        assertTrue(power().orElseThrow().endsWith("Maybe run 6 seeds of each tuner."));
    }

    private Optional<String> power() {
        return Comparison.power(Comparison.of(List.of(path), "ours", "random", List.of(2)));
    }

    /**
     * Seven against seven apart: p = 1 / C(14, 7) = 2.9e-4, below 0.01 / 2 though not below 0.01 /
     * 40; on the other problem the tuner wins.
     */
    @Test
    void holmCountsTheTests() {
        add("ours", "bad:0", 7, i -> 10 + i);
        add("random", "bad:0", 7, i -> i);
        add("ours", "good:0", 7, i -> i);
        add("random", "good:0", 7, i -> 10 + i);
        List<Comparison.Row> rows = Comparison.of(List.of(path), "ours", "random", List.of(2));
        assertTrue(rows.get(0).isWorse());
        assertFalse(rows.get(1).isWorse());
        assertEquals(1, rows.get(1).wins());
        for (int i = 0; i < 40; i++) {
            add("ours", "same%02d:0".formatted(i), 7, s -> s);
            add("random", "same%02d:0".formatted(i), 7, s -> s);
        }
        rows = Comparison.of(List.of(path), "ours", "random", List.of(2));
        assertFalse(rows.get(0).isWorse());
    }

    @Test
    void runsWithoutAValueAreTheWorst() {
        add("ours", "a:0", 5, i -> Double.NaN);
        add("random", "a:0", 5, i -> i);
        Comparison.Row row =
                Comparison.of(List.of(path), "ours", "random", List.of(1, 2, 80)).getLast();
        assertEquals(2, row.budget());
        assertEquals(Double.POSITIVE_INFINITY, row.median());
        assertEquals(0, row.wins());
    }

    @Test
    void runsThatATunerDidNotFinishAreSaid() {
        add("ours", "a:0", 2, seed -> seed);
        try (ResultFile file = ResultFile.open(path)) {
            var thrown = new RunResult.Key("ours", "b:0", 1, 2);
            file.add(new RunResult(thrown, List.of(2.0, 2.0), List.of(), Optional.of("no factor")));
            var refused = new RunResult.Key("ours", "c:0", 0, 2);
            file.add(new RunResult(refused, List.of(), List.of(), Optional.of("no orders")));
        }
        assertEquals(
                List.of(
                        "'ours' threw in 1 of its 4 runs, which count with what it had: no factor"
                                + " (b:0, seed 1)",
                        "'ours' refused 1 of its 4 runs, which do not count: no orders (c:0, seed"
                                + " 0)"),
                Comparison.faults(List.of(path), "ours"));
        assertEquals(List.of(), Comparison.faults(List.of(path), "random"));
    }

    @Test
    void wrongFilesAndNamesAreNamed() throws Exception {
        assertMessage("There is no result file", "ours", "random");
        Files.writeString(path, "{\"peer\": 1}\n");
        assertMessage(":1 is no result of a run", "ours", "random");
        Files.delete(path);
        add("ours", "a:0", 2, i -> i);
        assertMessage(
                "No run of 'random' is in "
                        + path
                        + ". There are runs of: ours. Maybe name two of them (--tuner, --against).",
                "ours",
                "random");
        add("random", "b:0", 2, i -> i);
        assertMessage("no problem in common", "ours", "random");
    }

    private void assertMessage(String part, String tuner, String reference) {
        String message =
                assertThrows(
                                IllegalArgumentException.class,
                                () -> Comparison.of(List.of(path), tuner, reference, List.of(1, 2)))
                        .getMessage();
        assertTrue(message.contains(part), message);
    }
}
