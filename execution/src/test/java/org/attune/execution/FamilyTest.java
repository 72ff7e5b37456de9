package org.attune.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.FailureCause;
import org.attune.api.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;

/** Nothing of a run is left, whatever it does to stay. */
@EnabledOnOs(OS.LINUX)
@Timeout(300)
class FamilyTest {
    /**
     * A child, one whose parent has ended, one that left the session twice, and one that ignores
     * SIGTERM.
     */
    private static final String HANG =
            "sleep 1001 & (sleep 1002 & echo $! >>pids) & setsid sh -c 'echo $$ >>pids; setsid"
                + " sleep 1003 & echo $! >>pids; exec sleep 1004' & sh -c \"trap '' TERM; echo"
                + " \\$\\$ >>pids; while :; do sleep 1; done\" & echo $$ >>pids; while [ $(wc -l"
                + " <pids) -lt 5 ]; do sleep 0.01; done; echo ready >ready; ";

    @TempDir Path folder;

    private List<Long> pids() throws Exception {
        return Files.readAllLines(folder.resolve("pids")).stream().map(Long::valueOf).toList();
    }

    private void killAll() throws Exception {
        for (long pid : pids()) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    private static boolean alive(long pid) {
        return ProcessTable.row(pid).filter(r -> !r.ended()).isPresent();
    }

    private void assertAllGone() throws Exception {
        assertEquals(5, pids().size());
        for (long pid : pids()) {
            assertFalse(alive(pid), "process %d is left".formatted(pid));
        }
    }

    private void awaitReady() throws Exception {
        while (Files.notExists(folder.resolve("ready"))) {
            Thread.sleep(10);
        }
    }

    @Test
    void timeOutsEndTheWholeTree() throws Exception {
        for (double seconds = 1; Files.notExists(folder.resolve("ready")); seconds *= 2) {
            Files.deleteIfExists(folder.resolve("pids"));
            Outcome outcome =
                    new Bench(folder).outcome(Bench.script(HANG + "wait", "timeout", seconds));
            assertEquals(
                    FailureCause.TIMEOUT, assertInstanceOf(Outcome.Failed.class, outcome).cause());
        }
        assertAllGone();
    }

    /**
     * The program ends well and leaves children that hold its stdout: it is measured, and they are
     * ended.
     */
    @Test
    void nothingOutlivesAMeasuredRun() throws Exception {
        Outcome outcome = new Bench(folder).outcome(Bench.script(HANG + "echo time=3"));
        var measured = assertInstanceOf(Outcome.Measured.class, outcome, outcome.toString());
        assertEquals(List.of(3.0), measured.outputs().get("seconds"));
        assertAllGone();
    }

    /** It has no mark any more and its parent has ended, but its session is that of the run. */
    @Test
    void aChildThatClearedItsEnvironmentIsEnded() throws Exception {
        String script =
                "env -i sleep 1005 >/dev/null 2>&1 & echo $! >>pids;"
                        + " until grep -q sleep /proc/$!/comm; do :; done; echo time=1";
        try {
            Outcome outcome = new Bench(folder).outcome(Bench.script(script));
            assertInstanceOf(Outcome.Measured.class, outcome, outcome.toString());
            assertFalse(alive(pids().getFirst()));
        } finally {
            killAll();
        }
    }

    /**
     * A process that has left the session and the environment is not found, and nobody knows what
     * else it prints: no value comes from what has been read so far.
     */
    @Test
    void whatIsNotReadToItsEndIsNoValue() throws Exception {
        String script =
                "setsid env -i sleep 1006 & echo $! >>pids;"
                        + " until grep -q sleep /proc/$!/comm; do :; done; echo time=1";
        try {
            Outcome outcome = new Bench(folder).outcome(Bench.script(script));
            var failed = assertInstanceOf(Outcome.Failed.class, outcome, outcome.toString());
            assertEquals(FailureCause.UNREADABLE_OUTPUT, failed.cause());
            assertTrue(failed.detail().contains("holds its stdout open"), failed.detail());
            Outcome again =
                    new KeptOutput(new Bench(folder).runs())
                            .reparse(Bench.trial(1), Bench.settings(Bench.script(script)));
            assertInstanceOf(Outcome.Failed.class, again, again.toString());
            Outcome timed =
                    new Bench(folder)
                            .outcome(
                                    Bench.script(
                                            script,
                                            "outputs",
                                            Map.of("seconds", Map.of("measure", "wall"))));
            assertInstanceOf(Outcome.Measured.class, timed, "nobody reads its stdout");
        } finally {
            killAll();
        }
    }

    @Test
    void cancellingEndsTheRun() throws Exception {
        try (var evaluator = new Bench(folder).evaluator(Bench.script(HANG + "wait"))) {
            var first = evaluator.submit(Bench.trial(1));
            var second = evaluator.submit(Bench.trial(2));
            awaitReady();
            second.cancel(true); // has not begun
            first.cancel(true);
            assertThrows(CancellationException.class, first::get);
        }
        assertAllGone();
        assertTrue(Files.notExists(folder.resolve("runs/2")));
    }

    @Test
    void closingEndsAllRuns() throws Exception {
        var evaluator = new Bench(folder).evaluator(Bench.script(HANG + "wait"));
        var future = evaluator.submit(Bench.trial(1));
        awaitReady();
        evaluator.close();
        assertAllGone();
        assertTrue(future.isCancelled());
        assertThrows(IllegalStateException.class, () -> evaluator.submit(Bench.trial(2)));
        evaluator.close(); // once more is harmless
        assertTrue(Files.notExists(folder.resolve("runs/1/process")));
    }

    /**
     * As if the tuner had been killed: its children run, its record lies there; the first process
     * has died or not.
     */
    @Test
    void endsWhatAKilledTunerLeft() throws Exception {
        for (boolean firstDies : new boolean[] {false, true}) {
            Files.deleteIfExists(folder.resolve("pids"));
            Files.deleteIfExists(folder.resolve("ready"));
            ProcessFamily family = ProcessFamily.expected();
            var builder = new ProcessBuilder("setsid", "sh", "-c", HANG + "wait");
            builder.directory(folder.toFile());
            builder.environment().put(ProcessFamily.VARIABLE, family.mark());
            Process process = builder.start();
            family = family.startedBy(process.pid());
            Files.createDirectories(folder.resolve("runs/1"));
            family.record(folder.resolve("runs/1/process"));
            awaitReady();
            if (firstDies) {
                process.destroyForcibly().waitFor();
                assertTrue(pids().stream().filter(FamilyTest::alive).count() >= 4);
            }
            Outcome outcome = new Bench(folder).outcome(Bench.script("echo time=1"));
            assertInstanceOf(Outcome.Measured.class, outcome);
            assertAllGone();
            process.waitFor();
        }
    }

    /**
     * The number of a dead process may belong to a stranger by now: its start time differs, and it
     * is left alone.
     */
    @Test
    void leavesStrangersAlone() throws Exception {
        Process stranger = new ProcessBuilder("setsid", "sleep", "1000").start();
        try {
            long start = ProcessTable.row(stranger.pid()).orElseThrow().start();
            var file = folder.resolve("process");
            new ProcessFamily("a mark", stranger.pid(), start - 1, false).record(file);
            assertFalse(ProcessFamily.endRecorded(file, Duration.ZERO));
            Thread.sleep(50);
            assertTrue(stranger.isAlive());
            Files.writeString(file, Files.readString(file).replaceAll("boot=.*", "boot=other"));
            assertFalse(ProcessFamily.endRecorded(file, Duration.ZERO));
            Files.writeString(file, "boo"); // torn by a full disk
            assertFalse(ProcessFamily.endRecorded(file, Duration.ZERO));
            new ProcessFamily("a mark", stranger.pid(), start, false).record(file);
            assertTrue(ProcessFamily.endRecorded(file, Duration.ZERO));
            stranger.waitFor();
        } finally {
            stranger.destroyForcibly();
        }
    }

    /** A tuner that ends by SIGTERM takes its runs with it. */
    @Test
    void shutdownHookEndsRuns() throws Exception {
        Process tuner =
                new ProcessBuilder(
                                ProcessHandle.current().info().command().orElseThrow(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Tuner.class.getName(),
                                folder.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("log").toFile())
                        .start();
        try {
            awaitReady();
            tuner.destroy();
            tuner.waitFor();
        } finally {
            tuner.destroyForcibly();
        }
        assertAllGone();
    }

    /** And one that is killed leaves them to the next. */
    @Test
    void nextEvaluatorEndsRunsOfAKilledJvm() throws Exception {
        Process tuner =
                new ProcessBuilder(
                                ProcessHandle.current().info().command().orElseThrow(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Tuner.class.getName(),
                                folder.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("log").toFile())
                        .start();
        awaitReady();
        tuner.destroyForcibly().waitFor();
        assertTrue(pids().stream().allMatch(FamilyTest::alive));
        assertInstanceOf(
                Outcome.Measured.class, new Bench(folder).outcome(Bench.script("echo time=1")));
        assertAllGone();
    }

    /** A tuner in a process of its own. */
    static final class Tuner {
        private Tuner() {}

        public static void main(String[] arguments) throws Exception {
            var bench = new Bench(Path.of(arguments[0]));
            try (var evaluator = bench.evaluator(Bench.script(HANG + "wait"))) {
                evaluator.submit(Bench.trial(1)).get();
            }
        }
    }

    @Test
    void readsItsOwnRow() {
        var row = ProcessTable.row(ProcessHandle.current().pid()).orElseThrow();
        assertTrue(row.start() > 0 && row.session() >= 0 && !row.ended());
        assertTrue(ProcessTable.row(Integer.MAX_VALUE).isEmpty());
        assertTrue(ProcessTable.peakBytes(row.pid()) > 1 << 20);
        String path = System.getenv("PATH");
        assertTrue(ProcessTable.hasVariable(row.pid(), "PATH=" + path));
        assertFalse(ProcessTable.hasVariable(row.pid(), "PATH=" + path.substring(1)));
    }

    @Test
    void anEndedFamilyIsEmpty() {
        assertEquals(List.of(), ProcessFamily.expected().members());
        assertTrue(ProcessFamily.expected().end(Duration.ZERO));
    }

    /** The map is only here to be refused. */
    @Test
    void theMarkCannotBeOverwritten() {
        Map<String, Object> section =
                Bench.script("true", "environment", Map.of("ATTUNE_RUN", "mine"));
        assertThrows(IllegalArgumentException.class, () -> Bench.settings(section));
    }
}
