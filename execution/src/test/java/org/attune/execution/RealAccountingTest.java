package org.attune.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Outcome;
import org.attune.execution.queue.UnusableSchedulerException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * What the accounting of a real Slurm says of jobs: that of {@code .ci/slurm test-accounting}, with
 * slurmdbd and a database of its own. Its virtual nodes measure no energy.
 */
@EnabledIfEnvironmentVariable(named = "ATTUNE_SLURM", matches = ".+")
class RealAccountingTest {
    /** A program that holds so many MB for two seconds, so that Slurm sees it. */
    private static final String HOLDS = "perl -e '$x = \"x\" x ($ENV{B} * 1e6); sleep 2'";

    @TempDir Path folder;
    private Bench bench;

    @BeforeEach
    void open() {
        bench = new Bench(folder);
    }

    private static Map<String, Object> section(String script, Object... more) {
        var slurm = new LinkedHashMap<String, Object>(Map.of("poll", 2, "memory", "600M"));
        for (int i = 0; i < more.length; i += 2) {
            slurm.put((String) more[i], more[i + 1]);
        }
        Map<String, Object> section = Bench.script(script, "slurm", slurm);
        section.put("environment", Map.of("B", "{b}"));
        section.put(
                "outputs",
                Map.of(
                        "seconds", Map.of("measure", "wall"),
                        "rss", Map.of("measure", "max_rss", "unit", "MB")));
        return section;
    }

    private static Outcome.Measured measured(Outcome outcome) {
        return assertInstanceOf(Outcome.Measured.class, outcome, outcome.toString());
    }

    private static org.attune.api.Trial holding(long number, long megabytes) {
        return Bench.trial(number, "b", megabytes, "x", 0.5, "solver", "direct");
    }

    private static void assertHolds(long megabytes, Outcome outcome) {
        double rss = measured(outcome).outputs().get("rss").getFirst();
        assertTrue(rss > megabytes && rss < megabytes + 60, outcome.toString()); // shells, perl
    }

    private static String said(String... command) throws Exception {
        Process process = new ProcessBuilder(command).start();
        try (var out = process.getInputStream()) {
            return new String(out.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }

    private static void control(String verb) throws Exception {
        var command = List.of("../.ci/slurm", verb, System.getenv("ATTUNE_SLURM"));
        assertEquals(0, new ProcessBuilder(command).inheritIO().start().waitFor(), verb);
    }

    @Test
    void theMemoryOfAJob() throws Exception {
        assertHolds(60, bench.outcome(section(HOLDS), holding(1, 60)));
    }

    /** Each rank is a task of a step: of the largest one, not of their sum. */
    @Test
    void theMemoryOfTheLargestRank() throws Exception {
        Map<String, Object> section =
                section("B=$((B * (SLURM_PROCID + 1))) && export B && " + HOLDS);
        section.put("ranks", 2);
        section.put("launcher", "srun");
        assertHolds(120, bench.outcome(section, holding(1, 60)));
    }

    @Test
    void theMemoryOfElementsOfAnArray() throws Exception {
        try (var evaluator = bench.evaluator(section(HOLDS, "run_as", "array"), 3)) {
            var futures =
                    LongStream.rangeClosed(1, 3)
                            .mapToObj(i -> evaluator.submit(holding(i, 20 * i)))
                            .toList();
            for (int i = 1; i <= 3; i++) {
                assertHolds(20L * i, futures.get(i - 1).get(60, TimeUnit.SECONDS));
            }
        }
    }

    @Test
    void theMemoryOfSteps() throws Exception {
        said("salloc", "--no-shell", "--job-name=pilot", "--ntasks=1", "--mem=700M");
        String job = said("squeue", "--noheader", "--states=running", "--name=pilot", "-o", "%A");
        Map<String, Object> section = section(HOLDS);
        section.put("environment", Map.of("B", "{b}", "SLURM_JOB_ID", job));
        try (var evaluator =
                new CommandEvaluator(
                        Bench.PROBLEM,
                        Bench.settings(section),
                        folder,
                        bench.runs(),
                        1,
                        Map.of("SLURM_JOB_ID", job))) {
            for (long i = 1; i <= 2; i++) {
                assertHolds(64 / i, evaluator.submit(holding(i, 64 / i)).get(60, TimeUnit.SECONDS));
            }
        } finally {
            said("scancel", job);
        }
    }

    @Test
    void thisSlurmMeasuresNoEnergy() {
        Map<String, Object> section = section("true");
        section.put(
                "outputs",
                Map.of(
                        "seconds", Map.of("measure", "wall"),
                        "joules", Map.of("measure", "energy")));
        var e = assertThrows(ExecutionException.class, () -> bench.outcome(section));
        assertInstanceOf(UnusableSchedulerException.class, e.getCause());
        assertTrue(
                e.getMessage().contains("AcctGatherEnergyType=acct_gather_energy/none"),
                e.getMessage());
    }

    /** slurmdbd is away when the job ends; what it says later is what counts. */
    @Test
    void theAccountingIsRestarted() throws Exception {
        try (var evaluator = bench.evaluator(section("echo >>begun; " + HOLDS))) {
            var future = evaluator.submit(holding(1, 50));
            for (int i = 0; i < 600 && !Files.exists(folder.resolve("begun")); i++) {
                Thread.sleep(50);
            }
            control("stop-dbd");
            Thread.sleep(6000);
            assertFalse(future.isDone());
            control("start-dbd");
            assertHolds(50, future.get(90, TimeUnit.SECONDS));
            assertTrue(
                    evaluator.notes().toString().contains("Slurm's accounting does not answer"),
                    evaluator.notes().toString());
        }
    }
}
