package org.attune.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.FailureCause;
import org.attune.api.Outcome;
import org.attune.execution.queue.JobState.Verdict;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/** Agents in steps of a Slurm, for which scripts stand in. */
@EnabledIf("org.attune.execution.SlurmJobsTest#hasCommands")
class AgentTest {
    @TempDir Path folder;
    private Bench bench;
    private StandIn slurm;

    @BeforeEach
    void open() throws IOException {
        bench = new Bench(folder);
        slurm = StandIn.slurm(folder.resolve("bin"));
    }

    private CommandEvaluator evaluator(int parallel, String script, Object... more) {
        return evaluator(parallel, Bench.script(script, more));
    }

    private CommandEvaluator evaluator(int parallel, Map<String, Object> section) {
        return new CommandEvaluator(
                Bench.PROBLEM,
                Bench.settings(section),
                folder,
                bench.runs(),
                parallel,
                Map.of("SLURM_JOB_ID", "7"));
    }

    private static double seconds(Outcome outcome) {
        return assertInstanceOf(Outcome.Measured.class, outcome, outcome.toString())
                .outputs()
                .get("seconds")
                .getFirst();
    }

    private static void assertFailed(FailureCause cause, String contains, Outcome outcome) {
        var failed = assertInstanceOf(Outcome.Failed.class, outcome, outcome.toString());
        assertEquals(cause, failed.cause(), failed.detail());
        assertTrue(failed.detail().contains(contains), failed.detail());
    }

    private Path file(String name) throws InterruptedException {
        Path file = folder.resolve(name);
        for (int i = 0; i < 1200 && !Files.exists(file); i++) {
            Thread.sleep(50);
        }
        assertTrue(Files.exists(file), file.toString());
        return file;
    }

    private static boolean isAlive(Path pid) throws IOException {
        long number = Long.parseLong(Files.readString(pid).strip());
        return ProcessTable.row(number).filter(r -> !r.ended()).isPresent();
    }

    @Test
    void oneStepCarriesOutManyRuns() throws Exception {
        try (var evaluator =
                evaluator(
                        2,
                        "echo time=$B; printf %s \"$A\" | wc -c >>lengths",
                        "environment",
                        Map.of(
                                "B",
                                "{b}",
                                "A",
                                Map.of("value", "a 'b'\n\"ü\" $HOME \\n", "secret", true)),
                        "slurm",
                        slurm.section())) {
            var futures =
                    LongStream.rangeClosed(1, 6)
                            .mapToObj(i ->
                                    evaluator.submit(
                                            Bench.trial(i, "b", i, "x", 0.5, "solver", "direct")))
                            .toList();
            for (int i = 0; i < 6; i++) {
                assertEquals(i + 1, seconds(futures.get(i).get(60, TimeUnit.SECONDS)));
            }
        }
        assertTrue(slurm.calls("srun").size() <= 2, () -> calls().toString());
        assertEquals(
                List.of("19"), Files.readAllLines(file("lengths")).stream().distinct().toList());
    }

    private List<String> calls() {
        try {
            return slurm.calls("srun");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** A step of one core makes room for one of two. */
    @Test
    void aRunOfAnotherShapeGetsAnotherStep() throws Exception {
        try (var evaluator = evaluator(1, "echo time=1", "slurm", slurm.section("threads", "b"))) {
            for (long b : new long[] {1, 1, 2}) {
                evaluator
                        .submit(Bench.trial(b, "b", b, "x", 0.5, "solver", "direct"))
                        .get(60, TimeUnit.SECONDS);
            }
        }
        List<String> calls =
                slurm.calls("srun").stream().filter(c -> c.startsWith("srun")).toList();
        assertEquals(2, calls.size(), calls::toString);
        assertTrue(calls.get(0).contains("--cpus-per-task=1 --jobid=7 sh -c"), calls::toString);
        assertTrue(calls.get(1).contains("--cpus-per-task=2 --jobid=7 sh -c"), calls::toString);
    }

    /** It is ended, with a child that left its session, and the agent goes on. */
    @Test
    void aRunThatTakesTooLong() throws Exception {
        try (var evaluator =
                evaluator(
                        1,
                        "if [ ! -e once ]; then touch once; setsid sh -c 'echo $$ >child; sleep 99'"
                                + " & sleep 99; fi; echo time=2",
                        "timeout",
                        1,
                        "slurm",
                        slurm.section())) {
            assertFailed(
                    FailureCause.TIMEOUT,
                    "1.00 s",
                    evaluator.submit(Bench.trial(1)).get(60, TimeUnit.SECONDS));
            assertFalse(isAlive(file("child")));
            assertEquals(2, seconds(evaluator.submit(Bench.trial(2)).get(60, TimeUnit.SECONDS)));
        }
        assertEquals(1, slurm.calls("srun").size());
    }

    @Test
    void cancellingEndsTheRunAndNotTheAgent() throws Exception {
        try (var evaluator =
                evaluator(
                        1,
                        "if [ ! -e child ]; then echo $$ >child; sleep 99; fi; echo time=2",
                        "slurm",
                        slurm.section())) {
            var future = evaluator.submit(Bench.trial(1));
            Path child = file("child");
            Thread.sleep(100);
            future.cancel(true);
            assertEquals(2, seconds(evaluator.submit(Bench.trial(2)).get(60, TimeUnit.SECONDS)));
            assertFalse(isAlive(child));
        }
        assertEquals(1, slurm.calls("srun").size());
    }

    /** As at the end of a node: the run is begun again, in files of another name. */
    @Test
    void aRunWhoseAgentIsLostIsBegunAgain() throws Exception {
        try (var evaluator =
                evaluator(
                        1,
                        "echo >>begun; if [ $(wc -l <begun) = 1 ]; then"
                                + " exec sleep 99; fi;" // a shell might go on before it is ended
                                + " echo time=$(wc -l <begun)",
                        "slurm",
                        slurm.section())) {
            var future = evaluator.submit(Bench.trial(1));
            file("begun");
            Path family = ChildRun.familyFile(bench.runs().resolve("1"));
            assertTrue(ProcessFamily.endRecorded(family, java.time.Duration.ZERO));
            assertEquals(2, seconds(future.get(60, TimeUnit.SECONDS)));
            assertTrue(evaluator.notes().toString().contains("begun again"));
        }
    }

    /** As sections come from a problem file that keep the spelling of their values. */
    @Test
    void integersMayBeSpelled() {
        Bench.settings(Bench.script("true", "slurm", Map.of("queued", "50", "retries", "0")));
        var e =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> Bench.settings(Bench.script("true", "slurm", Map.of("queued", "0"))));
        assertEquals(
                "evaluation.slurm.queued: '0' is not an integer of at least 1.", e.getMessage());
    }

    @Test
    void whatSrunComplainsOf() {
        assertEquals(
                Verdict.LOST,
                AgentEnd.state(
                                List.of(
                                        "slurmstepd-n2: error: *** STEP 5.0 ON n2 CANCELLED AT"
                                                + " 2026-11-23T03:00:00 DUE TO NODE FAILURE, SEE"
                                                + " SLURMCTLD LOG FOR DETAILS ***"),
                                Verdict.LOST)
                        .verdict());
        assertEquals(
                Verdict.IMPOSSIBLE,
                AgentEnd.state(
                                List.of(
                                        "srun: error: Unable to create step for job 5: More"
                                                + " processors requested than permitted"),
                                Verdict.LOST)
                        .verdict());
        assertEquals("LOST, x", AgentEnd.state(List.of("x"), Verdict.LOST).words());
    }
}
