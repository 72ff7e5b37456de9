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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Trials as jobs of a Slurm, for which scripts stand in. */
@EnabledIf("hasCommands")
@Timeout(300)
class SlurmJobsTest {
    @TempDir Path folder;
    private Bench bench;
    private StandIn slurm;

    static boolean hasCommands() {
        String path = System.getenv("PATH");
        return Stream.of("bash", "setsid", "flock", "timeout")
                .allMatch(p -> Programs.onPath(p, path).isPresent());
    }

    @BeforeEach
    void open() throws IOException {
        bench = new Bench(folder);
        slurm = StandIn.slurm(folder.resolve("bin"));
    }

    private Outcome outcome(String script, Object... more) throws Exception {
        return bench.outcome(Bench.script(script, more));
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

    @Test
    void aTrialIsAJob() throws Exception {
        Outcome outcome =
                outcome(
                        "echo $GREETING >&2; echo time=4.5",
                        "environment",
                        Map.of("GREETING", "it's {b}"),
                        "ranks",
                        "b // 4",
                        "slurm",
                        slurm.section(
                                "nodes", 2,
                                "account", "m{b}",
                                "options", List.of("--exclusive"),
                                "prologue", "MARK=${HOME}",
                                "time", "90s"));
        assertEquals(4.5, seconds(outcome));
        String script = Files.readString(folder.resolve("bin/jobs/100.script"));
        for (String line :
                List.of(
                        "#SBATCH --nodes=2",
                        "#SBATCH --ntasks=2",
                        "#SBATCH --cpus-per-task=1",
                        "#SBATCH --time=2",
                        "#SBATCH --account=m8",
                        "#SBATCH --exclusive",
                        "#SBATCH --no-requeue",
                        "export GREETING='it'\\''s 8'",
                        "MARK=${HOME}")) {
            assertTrue(script.lines().anyMatch(line::equals), () -> line + " in\n" + script);
        }
        Path kept = bench.runs().resolve("1");
        var words = new java.util.ArrayList<String>();
        KeptStream.read(kept, "run-1.err", new LineFeed(List.of(collecting(words))));
        assertEquals(List.of("it's 8"), words);
    }

    private static Collector collecting(List<String> lines) {
        return new Collector() {
            @Override
            void line(String text, int from, int to) {
                lines.add(text.substring(from, to));
            }

            @Override
            void gap(String why) {}

            @Override
            List<Double> values() {
                return List.of();
            }
        };
    }

    @Test
    void exitCodesAndTimesAreThoseOfTheRun() throws Exception {
        Map<String, Object> section = slurm.section();
        assertFailed(
                FailureCause.CRASH,
                "exit code 3: no luck",
                outcome("echo no luck >&2; exit 3", "slurm", section));
        assertFailed(
                FailureCause.TIMEOUT,
                "0.300 s",
                outcome("sleep 30", "timeout", "300ms", "slurm", section));
        Outcome measured =
                bench.outcome(
                        Map.of(
                                "command", List.of("sleep", "0.3"),
                                "outputs", Map.of("seconds", Map.of("measure", "wall")),
                                "slurm", section));
        assertEquals(0.3, seconds(measured), 0.25);
    }

    @Test
    void aLostNodeIsNotTheConfigurationsFault() throws Exception {
        slurm.set("forced", "NODE_FAIL NodeDown 0:0\nPREEMPTED None 0:0\n");
        assertEquals(1, seconds(outcome("echo time=1", "slurm", slurm.section())));
        assertEquals(3, slurm.calls("sbatch").size());
        slurm.set("forced", "NODE_FAIL NodeDown 0:0\nNODE_FAIL NodeDown 0:0\n");
        assertFailed(
                FailureCause.CANCELLED,
                "NODE_FAIL, NodeDown",
                outcome("echo time=1", "slurm", slurm.section("retries", 1)));
    }

    @Test
    void statesBecomeCauses() throws Exception {
        Map<String, FailureCause> causes =
                Map.of(
                        "TIMEOUT TimeLimit 0:0", FailureCause.TIMEOUT,
                        "OUT_OF_MEMORY OutOfMemory 0:125", FailureCause.OUT_OF_MEMORY,
                        "FAILED JobLaunchFailure 0:9", FailureCause.OUT_OF_MEMORY,
                        "FAILED JobLaunchFailure 0:11", FailureCause.CRASH,
                        "CANCELLED None 0:0", FailureCause.CANCELLED,
                        "COMPLETED None 0:0", FailureCause.BUILD,
                        "PENDING PartitionNodeLimit 0:0", FailureCause.INFEASIBLE);
        for (var entry : causes.entrySet()) {
            slurm.set("forced", entry.getKey() + "\n");
            assertFailed(
                    entry.getValue(),
                    entry.getKey().split(" ")[0],
                    outcome("echo time=1", "slurm", slurm.section()));
        }
    }

    /** It had taken no time, so that the search could not see it as a run that takes too long. */
    @Test
    void aSecondRunThatTheSchedulerEndsHasItsTime() throws Exception {
        String forced = folder.resolve("bin/forced").toString();
        Outcome outcome =
                outcome(
                        "echo 'TIMEOUT TimeLimit 0:0' >%s; echo time=1".formatted(forced),
                        "repeats",
                        2,
                        "slurm",
                        slurm.section());
        assertFailed(FailureCause.TIMEOUT, "TIMEOUT, TimeLimit", outcome);
        double ofTheRun = ((Outcome.Failed) outcome).lastRun();
        assertTrue(0 < ofTheRun && ofTheRun < outcome.elapsed(), outcome.toString());
    }

    @Test
    void arrayElementsAreTrialsOfTheirOwn() throws Exception {
        Map<String, Object> section =
                Bench.script(
                        "echo time=$B",
                        "environment",
                        Map.of("B", "{b}"),
                        "slurm",
                        slurm.section("run_as", "array"));
        try (var evaluator = bench.evaluator(section, 20)) {
            var futures =
                    LongStream.rangeClosed(1, 20)
                            .mapToObj(i ->
                                    evaluator.submit(
                                            Bench.trial(i, "b", i, "x", 0.5, "solver", "direct")))
                            .toList();
            for (int i = 0; i < 20; i++) {
                assertEquals(i + 1, seconds(futures.get(i).get(240, TimeUnit.SECONDS)));
            }
        }
        List<String> calls = slurm.calls("sbatch");
        assertTrue(calls.size() < 20, calls::toString);
        assertTrue(calls.stream().anyMatch(c -> c.contains("--array=0-")), calls::toString);
    }

    @Test
    void requestsThatAreRefusedSayWhy() throws Exception {
        slurm.set(
                "refuse",
                "sbatch: error: Batch job submission failed: Requested node configuration is not"
                        + " available");
        assertFailed(
                FailureCause.INFEASIBLE,
                "Requested node configuration is not available",
                outcome("echo time=1", "slurm", slurm.section()));
    }

    /** What all jobs name, whatever they need: nothing that one could try next would be taken. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "sbatch: error: invalid partition specified: nowhere\nsbatch: error: Batch job"
                        + " submission failed: Invalid partition name specified",
                "sbatch: error: Batch job submission failed: Invalid account or account/partition"
                        + " combination specified",
                "sbatch: error: Batch job submission failed: Invalid qos specification",
                "sbatch: error: Batch job submission failed: User's group not permitted to use this"
                        + " partition",
                "sbatch: error: Batch job submission failed: Requested reservation is invalid"
            })
    void whatNoJobMayNameEndsTheStudy(String words) throws Exception {
        slurm.set("refuse", words);
        Map<String, Object> section =
                Bench.script("echo time=1", "slurm", slurm.section("partition", "nowhere"));
        var e = assertThrows(ExecutionException.class, () -> bench.outcome(section));
        assertInstanceOf(UnusableSchedulerException.class, e.getCause());
        assertTrue(
                e.getMessage().contains(words.lines().reduce((a, b) -> b).orElseThrow()),
                e.getMessage());
        assertTrue(e.getMessage().contains("Maybe correct partition"), e.getMessage());
        Files.delete(folder.resolve("bin/refuse"));
        assertEquals(1, seconds(bench.outcome(section)));
        slurm.set("refuse", words); // the partition is that of the configuration
        assertFailed(
                FailureCause.INFEASIBLE,
                "sbatch: ",
                outcome("echo time=1", "slurm", slurm.section("partition", "p{b}")));
    }

    @Test
    void aJobThatWaitsForAnUnknownAccountEndsTheStudy() throws Exception {
        slurm.set("forced", "PENDING InvalidAccount 0:0\n");
        var e =
                assertThrows(
                        ExecutionException.class,
                        () -> outcome("echo time=1", "slurm", slurm.section()));
        assertTrue(e.getMessage().contains("PENDING, InvalidAccount"), e.getMessage());
        assertEquals(1, slurm.calls("scancel").size());
    }

    @Test
    void noMoreJobsThanAllowed() throws Exception {
        Map<String, Object> section =
                Bench.script("sleep 0.1; echo time=1", "slurm", slurm.section("queued", 2));
        Path running = folder.resolve("bin/jobs");
        try (var evaluator = bench.evaluator(section, 6)) {
            var futures =
                    LongStream.rangeClosed(1, 6)
                            .mapToObj(i -> evaluator.submit(Bench.trial(i)))
                            .toList();
            for (var future : futures) {
                seconds(future.get(240, TimeUnit.SECONDS));
                assertTrue(count(running) <= 2, "more than 2 jobs");
            }
        }
    }

    private static long count(Path jobs) throws IOException {
        try (Stream<Path> files = Files.list(jobs)) {
            return files.filter(f -> f.toString().endsWith(".state"))
                    .filter(f -> read(f).startsWith("RUNNING"))
                    .count();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException gone) {
            return "";
        }
    }

    /** sbatch has taken the job, but its answer never came: the job is found by its name. */
    @Test
    void aJobIsNotHandedInTwice() throws Exception {
        slurm.set("lost", "");
        Outcome outcome =
                outcome(
                        "echo x >>count; echo time=$(wc -l <count)",
                        "slurm",
                        slurm.section("call_timeout", 4));
        assertEquals(1, seconds(outcome));
        assertEquals(1, slurm.calls("sbatch").size());
        assertEquals(1, Files.readAllLines(folder.resolve("count")).size());
    }

    @Test
    void aControllerThatIsAwayIsWaitedFor() throws Exception {
        slurm.set("deaf", "");
        Map<String, Object> section =
                Bench.script("echo time=1", "slurm", slurm.section("call_timeout", 4));
        try (var evaluator = bench.evaluator(section)) {
            var future = evaluator.submit(Bench.trial(1));
            while (slurm.calls("").size() < 3) { // two have not been answered
                Thread.sleep(25);
            }
            assertFalse(future.isDone());
            assertEquals(1, evaluator.notes().size(), evaluator.notes()::toString);
            Files.delete(folder.resolve("bin/deaf"));
            assertEquals(1, seconds(future.get(240, TimeUnit.SECONDS)));
            String note = evaluator.notes().getFirst();
            assertTrue(
                    note.matches(
                            "The scheduler does not answer: '.*sbatch' did not end within 4\\.00"
                                    + " s\\. It is asked again until \\d\\d:\\d\\d:\\d\\d"
                                    + " \\(give_up_after\\); .*"),
                    note);
        }
    }

    /** The job goes on, and whoever comes later has its result. */
    @Test
    void aControllerThatStaysAwayIsGivenUp() throws Exception {
        Map<String, Object> section =
                Bench.script(
                        "echo x >>count; while [ ! -e go ]; do sleep 0.1; done; echo time=$(wc -l"
                                + " <count)",
                        "slurm",
                        slurm.section("give_up_after", 0.5));
        try (var evaluator = bench.evaluator(section)) {
            var future = evaluator.submit(Bench.trial(1));
            await(bench.runs().resolve("1/job"));
            slurm.set("down", "slurm_load_jobs error: Unable to contact slurm controller");
            var e = assertThrows(ExecutionException.class, () -> future.get(240, TimeUnit.SECONDS));
            assertInstanceOf(UnusableSchedulerException.class, e.getCause());
            assertTrue(e.getMessage().contains("has not answered for"), e.getMessage());
        }
        Files.delete(folder.resolve("bin/down"));
        Files.createFile(folder.resolve("go"));
        assertEquals(1, seconds(bench.outcome(section)));
        assertEquals(1, slurm.calls("sbatch").size());
        assertEquals(0, slurm.calls("scancel").size());
    }

    @Test
    void aSchedulerThatIsNotThereIsGivenUpAtOnce() {
        Map<String, Object> section =
                Bench.script(
                        "echo time=1", "slurm", Map.of("bin", folder.resolve("none").toString()));
        var e = assertThrows(ExecutionException.class, () -> bench.outcome(section));
        assertTrue(e.getMessage().contains("There is no scheduler here: '"), e.getMessage());
    }

    @Test
    void closingEndsTheJobs() throws Exception {
        Map<String, Object> section =
                Bench.script("echo >>begun; sleep 60; echo time=1", "slurm", slurm.section());
        try (var evaluator = bench.evaluator(section)) {
            evaluator.submit(Bench.trial(1));
            await(folder.resolve("begun"));
        }
        assertEquals(1, slurm.calls("scancel").size());
        assertTrue(read(folder.resolve("bin/jobs/100.state")).startsWith("CANCELLED"));
    }

    /** The process that comes later takes the job over, with its result. */
    @Test
    void detachedJobsAreFoundAgain() throws Exception {
        Map<String, Object> section =
                Bench.script(
                        "echo x >>count; sleep 1; echo time=$(wc -l <count)",
                        "slurm",
                        slurm.section());
        try (var evaluator = bench.evaluator(section)) {
            evaluator.detach();
            evaluator.submit(Bench.trial(1));
            await(bench.runs().resolve("1/job"));
        }
        assertEquals(0, slurm.calls("scancel").size());
        assertEquals(1, seconds(bench.outcome(section)));
        assertEquals(1, slurm.calls("sbatch").size());
        // with another command it is another run, and the job that still runs is ended
        try (var evaluator = bench.evaluator(section)) {
            evaluator.detach();
            evaluator.submit(Bench.trial(2));
            await(bench.runs().resolve("2/job"));
        }
        Map<String, Object> other = Bench.script("echo time=7", "slurm", slurm.section());
        assertEquals(7, seconds(bench.outcome(other, Bench.trial(2))));
        assertEquals(1, slurm.calls("scancel").size());
    }

    /** The limit of a job is that of when it was handed in, whatever has ended since. */
    @Test
    void aJobIsFoundAgainWhereOthersHaveEndedSince() throws Exception {
        Map<String, Object> section =
                Bench.script(
                        "echo x >>count; while [ ! -e go ]; do sleep 0.1; done; echo time=$(wc -l"
                                + " <count)",
                        "timeout",
                        Map.of("times_best", 3),
                        "slurm",
                        slurm.section());
        try (var evaluator = bench.evaluator(section)) {
            evaluator.detach();
            evaluator.submit(Bench.trial(1));
            await(bench.runs().resolve("1/job"));
        }
        var ended = new Outcome.Measured(Map.of("seconds", List.of(1.0)), Map.of(), 20);
        try (var evaluator = bench.evaluator(section)) {
            evaluator.recall(List.of(Bench.trial(2).with(ended)));
            var future = evaluator.submit(Bench.trial(1));
            Thread.sleep(500);
            Files.createFile(folder.resolve("go"));
            assertEquals(1, seconds(future.get(240, TimeUnit.SECONDS)));
        }
        assertEquals(1, slurm.calls("sbatch").size());
        assertEquals(0, slurm.calls("scancel").size());
    }

    private static void await(Path file) throws InterruptedException {
        for (int i = 0; i < 400 && !Files.exists(file); i++) {
            Thread.sleep(25);
        }
        assertTrue(Files.exists(file), file.toString());
    }

    @Test
    void secretsStandInNoFile() throws Exception {
        Outcome outcome =
                outcome(
                        "echo $LICENSE; echo time=${#LICENSE}",
                        "environment",
                        Map.of("LICENSE", Map.of("value", "abc-123", "secret", true)),
                        "slurm",
                        slurm.section());
        assertEquals(7, seconds(outcome));
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertFalse(
                        new String(
                                        Files.readAllBytes(file),
                                        java.nio.charset.StandardCharsets.ISO_8859_1)
                                .contains("abc-123"),
                        file.toString());
            }
        }
    }

    @Test
    void stepsMeasureInTheirTasks() throws Exception {
        Map<String, Object> section =
                Map.of(
                        "command", List.of("sh", "-c", "sleep 0.3"),
                        "outputs", Map.of("seconds", Map.of("measure", "wall")),
                        "ranks", 2,
                        "launcher", Map.of("with", "srun", "binding", "core"),
                        "slurm", slurm.section("run_as", "step", "memory", "1G"));
        try (var evaluator =
                new CommandEvaluator(
                        Bench.PROBLEM,
                        Bench.settings(section),
                        folder,
                        bench.runs(),
                        1,
                        Map.of("SLURM_JOB_ID", "7"))) {
            long start = System.nanoTime();
            Outcome outcome = evaluator.submit(Bench.trial(1)).get(240, TimeUnit.SECONDS);
            double all = (System.nanoTime() - start) * 1e-9;
            assertTrue(seconds(outcome) >= 0.3 && seconds(outcome) < all, outcome + " of " + all);
        }
        List<String> calls = slurm.calls("srun");
        assertEquals(1, calls.size(), calls::toString);
        assertTrue(
                calls.getFirst()
                        .startsWith(
                                "srun --exact --kill-on-bad-exit=1 --nodes=1 --ntasks=2"
                                        + " --cpus-per-task=1 --cpu-bind=cores --mem=1G sh -c"),
                calls::toString);
    }

    @Test
    void stepsNeedAnAllocation() {
        Map<String, Object> section =
                Bench.script("true", "slurm", slurm.section("run_as", "step"));
        var e =
                assertThrows(
                        IllegalArgumentException.class,
                        () ->
                                new CommandEvaluator(
                                        Bench.PROBLEM,
                                        Bench.settings(section),
                                        folder,
                                        bench.runs(),
                                        1,
                                        Map.of()));
        assertTrue(e.getMessage().startsWith("evaluation.slurm.run_as: "), e.getMessage());
    }

    @Test
    void anyOtherQueueNeedsThreeCommands() throws Exception {
        StandIn queue = StandIn.queue(folder.resolve("queue"));
        assertEquals(2.5, seconds(outcome("echo time=2.5", "queue", queue.commands())));
        assertFailed(
                FailureCause.CRASH, "exit code 5", outcome("exit 5", "queue", queue.commands()));
        assertFailed(
                FailureCause.CANCELLED,
                "not there any more",
                outcome("kill -9 $(ps -o sid= $$)", "queue", queue.commands()));
        Map<String, Object> section =
                Bench.script("echo >>begun; sleep 60", "queue", queue.commands());
        try (var evaluator = bench.evaluator(section)) {
            evaluator.submit(Bench.trial(9));
            await(folder.resolve("begun"));
        }
        assertEquals(1, queue.calls("cancel").size());
    }

    /** What its commands complain of is no answer, neither that a job is gone nor a refusal. */
    @Test
    void aQueueThatCannotBeReachedIsAskedAgain() throws Exception {
        StandIn queue = StandIn.queue(folder.resolve("queue"));
        String words = "qstat: cannot connect to server pbs01 (errno=15010)";
        queue.set("away", words);
        Map<String, Object> section =
                Bench.script(
                        "while [ ! -e go ]; do sleep 0.1; done; echo time=1",
                        "queue",
                        queue.commands());
        try (var evaluator = bench.evaluator(section)) {
            var future = evaluator.submit(Bench.trial(1));
            awaitCalls(queue, "submit", 1);
            assertFalse(future.isDone());
            Files.delete(folder.resolve("queue/away"));
            awaitCalls(queue, "poll", 1);
            queue.set("away", words);
            Thread.sleep(3000); // three polls would do
            assertFalse(future.isDone(), future::toString);
            Files.createFile(folder.resolve("go"));
            Files.delete(folder.resolve("queue/away"));
            assertEquals(1, seconds(future.get(240, TimeUnit.SECONDS)));
            assertEquals(2, evaluator.notes().size(), evaluator.notes()::toString);
            assertTrue(evaluator.notes().getFirst().contains(words), evaluator.notes()::toString);
        }
        assertEquals(2, queue.calls("submit").size());
    }

    private static void awaitCalls(StandIn queue, String command, int count) throws Exception {
        while (queue.calls(command).size() < count) {
            Thread.sleep(25);
        }
    }

    /** The directive of the manual, {@code walltime=00:{job_minutes}:00}, would be no time. */
    @Test
    void minutesThatNothingSaysAreAMistake() throws Exception {
        var queue = new LinkedHashMap<>(StandIn.queue(folder.resolve("queue")).commands());
        queue.put("directives", List.of("#PBS -l walltime=00:{job_minutes}:00"));
        for (Object timeout : List.of(Map.of(), Map.of("times_best", 3))) {
            Map<String, Object> section = Bench.script("echo time=1", "queue", queue);
            if (!timeout.equals(Map.of())) {
                section.put("timeout", timeout);
            }
            var e = assertThrows(IllegalArgumentException.class, () -> Bench.settings(section));
            assertTrue(
                    e.getMessage().startsWith("evaluation.queue.directives: {job_minutes} "),
                    e.getMessage());
        }
        Bench.settings(Bench.script("echo time=1", "queue", queue, "timeout", 60));
        queue.put("time", "30m");
        Bench.settings(Bench.script("echo time=1", "queue", queue));
    }
}
