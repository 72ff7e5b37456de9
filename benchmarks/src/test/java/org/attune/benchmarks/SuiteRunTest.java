package org.attune.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
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

    /**
     * The fixed list of comparisons: every problem of the other suites, under names that differ.
     */
    @Test
    void syntheticHoldsAllOtherSuites() {
        try (ProblemSource synthetic = Suites.named("synthetic")) {
            List<String> names = synthetic.names();
            assertEquals(names.size(), new HashSet<>(names).size());
            for (String suite : List.of("public", "ablation", "families")) {
                assertTrue(names.containsAll(Suites.named(suite).names()), suite);
            }
        }
    }

    @Test
    void aQuickLookTakesFewOfEverything() throws IOException {
        Path out = folder.resolve("quick");
        var summary = BenchRun.suite("synthetic").quick().tuners("random").out(out).run(line -> {});
        assertEquals(new BenchRun.Summary(18, 0, 0), summary);
        List<RunResult> results = ResultFile.read(out);
        assertTrue(results.stream().allMatch(r -> r.best().size() == 20));
        assertEquals(6, results.stream().map(r -> r.key().problem()).distinct().count());
    }

    @Test
    void whatIsGivenOverridesQuick() throws IOException {
        Path out = folder.resolve("given");
        var summary =
                BenchRun.suite("public")
                        .quick()
                        .tuners("random,sobol")
                        .problems("branin,pdgeqrf:*")
                        .seeds("5")
                        .trials(3)
                        .out(out)
                        .run(line -> {});
        assertEquals(4, summary.runs());
        List<RunResult> results = ResultFile.read(out);
        assertTrue(results.stream().allMatch(r -> r.key().seed() == 5 && r.best().size() == 3));
        for (RunResult r : results) { // the tasks of one study say so
            assertEquals(
                    r.key().problem().startsWith("pdgeqrf"), r.account().orElseThrow().together());
        }
    }

    /** The lines of a task have the same keys, whether others were tuned in the same study. */
    @Test
    void aTaskAloneIsNotMixedWithTheSameTogetherWithOthers() throws IOException {
        for (List<String> turns :
                List.of(List.of("pdgeqrf:1", "pdgeqrf:*"), List.of("pdgeqrf:*", "pdgeqrf:1"))) {
            Path out = folder.resolve(turns.getFirst().replace('*', 'a'));
            pdgeqrf(turns.getFirst(), "0", out).run(line -> {});
            List<String> before = Files.readAllLines(out);
            var e =
                    assertThrows(
                            IllegalArgumentException.class,
                            () -> pdgeqrf(turns.getLast(), "1", out).run(line -> {}));
            assertTrue(e.getMessage().contains("random tuned 'pdgeqrf:1' "), e.getMessage());
            assertEquals(before, Files.readAllLines(out));
            assertEquals(1, pdgeqrf(turns.getFirst(), "0-1", out).run(line -> {}).skipped());
        }
    }

    private static BenchRun pdgeqrf(String tasks, String seeds, Path out) {
        return BenchRun.suite("public")
                .problems(tasks)
                .tuners("random")
                .seeds(seeds)
                .trials(2)
                .out(out);
    }

    /** What depends on no outcome is the same, however many are evaluated at once. */
    @Test
    void trialsInParallelAreAllMeasured() throws IOException {
        Path out = folder.resolve("parallel");
        BenchRun.suite("public")
                .tuners("random,random[parallel=4]")
                .problems("branin")
                .seeds("0")
                .trials(10)
                .out(out)
                .run(line -> {});
        List<RunResult> results = ResultFile.read(out);
        assertEquals(2, results.size());
        assertEquals(10, results.getFirst().best().size());
        assertEquals(results.getFirst().best(), results.getLast().best());
    }

    /** It was silent, where {@code tune} says so. */
    @Test
    void whatATunerSaysOfItsOptionsIsSaidOnce() throws IOException {
        var lines = new ArrayList<String>();
        BenchRun.suite("public")
                .tuners("throwing[after=2],throwing")
                .problems("branin,ackley5")
                .seeds("0")
                .trials(1)
                .out(folder.resolve("noted"))
                .run(lines::add);
        List<String> notes = lines.stream().filter(l -> l.startsWith("note: ")).toList();
        assertEquals(List.of("note: throwing[after=2]: It throws in the end."), notes);
    }
}
