package org.attune.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.FailureCause;
import org.attune.api.Outcome;
import org.attune.execution.queue.UnusableSchedulerException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * What a real Slurm does: the one with three virtual nodes that {@code .ci/slurm} starts, by which
 * these tests are run.
 */
@EnabledIfEnvironmentVariable(named = "ATTUNE_SLURM", matches = ".+")
class RealSlurmTest {
    @TempDir Path folder;
    private Bench bench;

    @BeforeEach
    void open() {
        bench = new Bench(folder);
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

    private static Map<String, Object> slurm(Object... more) {
        var section = new LinkedHashMap<String, Object>(Map.of("poll", 2, "file_delay", 2));
        for (int i = 0; i < more.length; i += 2) {
            section.put((String) more[i], more[i + 1]);
        }
        return section;
    }

    /** Does something to the Slurm, by the script that started it. */
    private static void control(String verb, String... more) throws Exception {
        var command = new ArrayList<>(List.of("../.ci/slurm", verb, System.getenv("ATTUNE_SLURM")));
        command.addAll(List.of(more));
        assertEquals(0, new ProcessBuilder(command).inheritIO().start().waitFor(), verb);
    }

    private static String said(String... command) throws Exception {
        Process process = new ProcessBuilder(command).start();
        try (var out = process.getInputStream()) {
            return new String(out.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }

    private static void await(Path file) throws InterruptedException {
        for (int i = 0; i < 1200 && !Files.exists(file); i++) {
            Thread.sleep(50);
        }
        assertTrue(Files.exists(file), file.toString());
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.readAllLines(file);
    }

    /** The orphan on the lost node writes its result all the same; nobody takes it for another. */
    @Test
    void aNodeIsKilledInMidJob() throws Exception {
        Map<String, Object> section =
                Bench.script(
                        "echo $SLURMD_NODENAME >>nodes; n=$(wc -l <nodes);"
                                + " [ $n = 1 ] && sleep 90; echo time=$n",
                        "slurm",
                        slurm());
        try (var evaluator = bench.evaluator(section)) {
            var future = evaluator.submit(Bench.trial(1));
            await(folder.resolve("nodes"));
            String node = lines(folder.resolve("nodes")).getFirst();
            control("kill-node", node);
            try {
                assertEquals(2, seconds(future.get(120, TimeUnit.SECONDS)));
                assertTrue(evaluator.notes().toString().contains("NODE_FAIL"));
                assertFalse(lines(folder.resolve("nodes")).get(1).equals(node));
            } finally {
                control("start-node", node);
            }
        }
    }

    @Test
    void theControllerIsRestarted() throws Exception {
        Map<String, Object> section =
                Bench.script(
                        "echo >>begun; sleep 3; echo time=1", "slurm", slurm("call_timeout", 2));
        try (var evaluator = bench.evaluator(section, 2)) {
            var running = evaluator.submit(Bench.trial(1));
            await(folder.resolve("begun"));
            control("stop-controller");
            var next = evaluator.submit(Bench.trial(2)); // nobody is there to take it
            Thread.sleep(4000);
            assertFalse(next.isDone());
            control("start-controller");
            assertEquals(1, seconds(running.get(120, TimeUnit.SECONDS)));
            assertEquals(1, seconds(next.get(120, TimeUnit.SECONDS)));
        }
        assertEquals(2, lines(folder.resolve("begun")).size());
    }

    @Test
    void outOfMemory() throws Exception {
        Outcome outcome =
                bench.outcome(
                        Bench.script(
                                "perl -e '$x = \"x\" x 400e6; sleep 20'; echo time=1",
                                "slurm",
                                slurm("memory", "60M")));
        assertFailed(FailureCause.OUT_OF_MEMORY, "", outcome);
    }

    @Test
    void impossibleRequest() throws Exception {
        assertFailed(
                FailureCause.INFEASIBLE,
                "sbatch: ",
                bench.outcome(
                        Bench.script("echo time=1", "slurm", slurm("nodes", 10, "tasks", 10))));
    }

    @Test
    void aPartitionThatIsNotThere() {
        Map<String, Object> section =
                Bench.script("echo time=1", "slurm", slurm("partition", "nowhere"));
        var e = assertThrows(ExecutionException.class, () -> bench.outcome(section));
        assertInstanceOf(UnusableSchedulerException.class, e.getCause());
        assertTrue(e.getMessage().contains("Invalid partition name"), e.getMessage());
    }

    @Test
    void thereIsNoAccounting() {
        Map<String, Object> section = Bench.script("echo time=1", "slurm", slurm());
        section.put(
                "outputs",
                Map.of("seconds", Map.of("measure", "wall"), "rss", Map.of("measure", "max_rss")));
        var e = assertThrows(ExecutionException.class, () -> bench.outcome(section));
        assertTrue(e.getMessage().contains("accounting storage is disabled"), e.getMessage());
    }

    @Test
    void aTimeLimitBelowAMinute() throws Exception {
        long began = System.nanoTime();
        assertFailed(
                FailureCause.TIMEOUT,
                "It was ended after 1.00 s.",
                bench.outcome(Bench.script("sleep 100", "timeout", 1, "slurm", slurm())));
        assertTrue(System.nanoTime() - began < 50e9);
    }

    @Test
    void slurmsOwnTimeLimit() throws Exception {
        assertFailed(
                FailureCause.TIMEOUT,
                "TIMEOUT, TimeLimit",
                bench.evaluator(Bench.script("sleep 300", "slurm", slurm("time", "1m")))
                        .submit(Bench.trial(1))
                        .get(170, TimeUnit.SECONDS));
    }

    @Test
    void cancelledByAnAdministrator() throws Exception {
        Map<String, Object> section = Bench.script("echo >>begun; sleep 100", "slurm", slurm());
        try (var evaluator = bench.evaluator(section)) {
            var future = evaluator.submit(Bench.trial(1));
            await(folder.resolve("begun"));
            said("scancel", "--state=running", "--user=root");
            assertFailed(FailureCause.CANCELLED, "CANCELLED", future.get(60, TimeUnit.SECONDS));
        }
    }

    @Test
    void fiftyInAnArray() throws Exception {
        Map<String, Object> section =
                Bench.script(
                        "echo time=$B",
                        "environment",
                        Map.of("B", "{b}"),
                        "slurm",
                        slurm("run_as", "array", "memory", "50M"));
        try (var evaluator = bench.evaluator(section, 50)) {
            var futures =
                    LongStream.rangeClosed(1, 50)
                            .mapToObj(i ->
                                    evaluator.submit(
                                            Bench.trial(i, "b", i, "x", 0.5, "solver", "direct")))
                            .toList();
            for (int i = 0; i < 50; i++) {
                assertEquals(i + 1, seconds(futures.get(i).get(120, TimeUnit.SECONDS)));
            }
        }
    }

    @Test
    void closingCancelsWhatRuns() throws Exception {
        Map<String, Object> section = Bench.script("echo >>begun; sleep 100", "slurm", slurm());
        try (var evaluator = bench.evaluator(section)) {
            evaluator.submit(Bench.trial(1));
            await(folder.resolve("begun"));
        }
        Thread.sleep(1000);
        assertEquals("", said("squeue", "--noheader", "--states=running,pending"));
    }

    private static String allocated(String... options) throws Exception {
        var command = new ArrayList<>(List.of("salloc", "--no-shell", "--job-name=pilot"));
        command.addAll(List.of(options));
        said(command.toArray(String[]::new));
        return said("squeue", "--noheader", "--states=running", "--name=pilot", "--format=%A");
    }

    /** Steps of an allocation: eight runs on four slots, one that takes too long among them. */
    @ParameterizedTest
    @ValueSource(strings = {"agent", "srun"})
    void stepsOfAnAllocation(String steps) throws Exception {
        String job = allocated("--ntasks=4");
        Map<String, Object> section =
                Bench.script(
                        "[ $B = 3 ] && sleep 60; sleep 0.2; echo time=$B",
                        "environment",
                        Map.of("B", "{b}", "SLURM_JOB_ID", job),
                        "timeout",
                        2,
                        "slurm",
                        slurm("memory", "50M", "steps", steps));
        try (var evaluator =
                new CommandEvaluator(
                        Bench.PROBLEM,
                        Bench.settings(section),
                        folder,
                        bench.runs(),
                        4,
                        Map.of("SLURM_JOB_ID", job))) {
            var futures =
                    LongStream.rangeClosed(1, 8)
                            .mapToObj(i ->
                                    evaluator.submit(
                                            Bench.trial(i, "b", i, "x", 0.5, "solver", "direct")))
                            .toList();
            for (int i = 1; i <= 8; i++) {
                Outcome outcome = futures.get(i - 1).get(60, TimeUnit.SECONDS);
                if (i == 3) {
                    assertFailed(FailureCause.TIMEOUT, "2.00 s", outcome);
                } else {
                    assertEquals(i, seconds(outcome));
                }
            }
        } finally {
            said("scancel", job);
        }
    }

    private CommandEvaluator stepping(String job, int parallel, String script, Object... more) {
        Map<String, Object> section = Bench.script(script, "slurm", slurm(more));
        section.put("environment", Map.of("B", "{b}", "SLURM_JOB_ID", job));
        return new CommandEvaluator(
                Bench.PROBLEM,
                Bench.settings(section),
                folder,
                bench.runs(),
                parallel,
                Map.of("SLURM_JOB_ID", job));
    }

    /** The step of the agent is killed with its run; the next run gets another one. */
    @Test
    void anAgentsRunWantsTooMuchMemory() throws Exception {
        String job = allocated("--ntasks=2");
        try (var evaluator =
                stepping(
                        job,
                        1,
                        "[ $B = 2 ] && perl -e '$x = \"x\" x 400e6; sleep 20'; echo time=$B",
                        "memory",
                        "60M")) {
            for (long b : new long[] {1, 2, 3}) {
                Outcome outcome =
                        evaluator
                                .submit(Bench.trial(b, "b", b, "x", 0.5, "solver", "direct"))
                                .get(60, TimeUnit.SECONDS);
                if (b == 2) {
                    assertFailed(FailureCause.OUT_OF_MEMORY, "", outcome);
                } else {
                    assertEquals(b, seconds(outcome));
                }
            }
        } finally {
            said("scancel", job);
        }
    }

    /** Of an allocation that goes on without a node ({@code --no-kill}). */
    @Test
    void anAgentsNodeIsKilled() throws Exception {
        String job = allocated("--nodes=2", "--ntasks-per-node=1", "--no-kill");
        try (var evaluator =
                stepping(
                        job,
                        1,
                        "echo $SLURMD_NODENAME >>nodes; n=$(wc -l <nodes);"
                                + " [ $n = 1 ] && sleep 90; echo time=$n")) {
            var future = evaluator.submit(Bench.trial(1));
            await(folder.resolve("nodes"));
            String node = lines(folder.resolve("nodes")).getFirst();
            control("kill-node", node);
            try {
                assertEquals(2, seconds(future.get(120, TimeUnit.SECONDS)));
                assertFalse(lines(folder.resolve("nodes")).get(1).equals(node));
            } finally {
                control("start-node", node);
            }
        } finally {
            said("scancel", job);
        }
    }

    /** By an administrator, or by attune itself: nothing of the run is left. */
    @Test
    void anAgentsRunIsCancelled() throws Exception {
        String job = allocated("--ntasks=2");
        try (var evaluator = stepping(job, 1, "echo $$ >begun$B; sleep 100")) {
            var first = evaluator.submit(Bench.trial(1, "b", 1, "x", 0.5, "solver", "direct"));
            await(folder.resolve("begun1"));
            said("scancel", job + ".0");
            assertFailed(FailureCause.CANCELLED, "CANCELLED", first.get(60, TimeUnit.SECONDS));
            evaluator.submit(Bench.trial(2, "b", 2, "x", 0.5, "solver", "direct"));
            await(folder.resolve("begun2"));
        } finally {
            Thread.sleep(500);
            assertEquals(
                    "",
                    said("squeue", "--noheader", "--steps", "--jobs=" + job, "--format=%i")
                            .replaceAll("\\S*extern\\S*", ""));
            said("scancel", job);
        }
        long second = Long.parseLong(lines(folder.resolve("begun2")).getFirst());
        assertTrue(ProcessTable.row(second).filter(r -> !r.ended()).isEmpty());
    }
}
