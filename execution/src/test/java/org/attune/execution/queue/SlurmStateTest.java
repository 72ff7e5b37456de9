package org.attune.execution.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.execution.queue.JobState.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What a real Slurm 22.05 said of jobs, and what its states mean. */
class SlurmStateTest {
    private static List<String> sample(String name) {
        try (var in = SlurmStateTest.class.getResourceAsStream("samples/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The jobs, in the order of the sample. */
    @Test
    void readsWhatScontrolShows() {
        List<Verdict> verdicts =
                sample("scontrol-o-finished.txt").stream()
                        .map(l -> SlurmClient.ofScontrol(l).orElseThrow().verdict())
                        .toList();
        assertEquals(
                List.of(
                        Verdict.COMPLETED,
                        Verdict.FAILED,
                        Verdict.OUT_OF_MEMORY, // FAILED 0:9
                        Verdict.FAILED,
                        Verdict.COMPLETED,
                        Verdict.COMPLETED,
                        Verdict.RUNS,
                        Verdict.CANCELLED,
                        Verdict.LOST),
                verdicts.subList(0, 9));
        JobState failed =
                SlurmClient.ofScontrol(sample("scontrol-o-finished.txt").get(1)).orElseThrow();
        assertEquals(3, failed.exit());
        assertEquals("FAILED, NonZeroExitCode", failed.words());
        JobState late =
                SlurmClient.ofScontrol(sample("scontrol-o-timeout.txt").getFirst()).orElseThrow();
        assertEquals(Verdict.TIMED_OUT, late.verdict());
    }

    @Test
    void readsTheJobLineOfTheAccounting() {
        List<Verdict> verdicts =
                sample("sacct-P.txt").stream()
                        .map(l -> l.split("\\|"))
                        .filter(f -> !f[0].contains(".")) // as sacct -X leaves out steps
                        .map(f -> SlurmClient.ofSacct(f[2] + "|" + f[3]).orElseThrow().verdict())
                        .toList();
        assertEquals(
                List.of(
                        Verdict.COMPLETED,
                        Verdict.FAILED,
                        Verdict.OUT_OF_MEMORY,
                        Verdict.TIMED_OUT,
                        Verdict.CANCELLED, // CANCELLED by 0
                        Verdict.COMPLETED,
                        Verdict.COMPLETED,
                        Verdict.COMPLETED,
                        Verdict.FAILED),
                verdicts);
    }

    @ParameterizedTest
    @CsvSource({
        "PENDING, Priority, WAITS",
        "PENDING, Resources, WAITS",
        "PENDING, JobHeldAdmin, WAITS",
        "PENDING, QOSMaxJobsPerUserLimit, WAITS",
        "PENDING, PartitionNodeLimit, IMPOSSIBLE",
        "PENDING, PartitionTimeLimit, IMPOSSIBLE",
        "PENDING, BadConstraints, IMPOSSIBLE",
        "CONFIGURING, None, WAITS",
        "REQUEUED, None, WAITS",
        "REQUEUE_HOLD, None, LOST",
        "COMPLETING, None, RUNS",
        "SUSPENDED, None, RUNS",
        "STOPPED, None, RUNS",
        "A_STATE_OF_TOMORROW, None, RUNS",
        "PREEMPTED, None, LOST",
        "BOOT_FAIL, None, LOST",
        "NODE_FAIL, NodeDown, LOST",
        "DEADLINE, None, TIMED_OUT",
        "OUT_OF_MEMORY, OutOfMemory, OUT_OF_MEMORY",
        "CANCELLED+, None, CANCELLED",
    })
    void knowsStatesAndReasons(String state, String reason, Verdict verdict) {
        assertEquals(verdict, SlurmState.of(state, reason, "", 0).verdict());
    }

    @Test
    void onlySomeVerdictsEndAJob() {
        assertFalse(Verdict.WAITS.isEnd());
        assertFalse(Verdict.RUNS.isEnd());
        assertTrue(Verdict.LOST.isEnd());
        assertTrue(Verdict.GONE.isEnd());
    }
}
