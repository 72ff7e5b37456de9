package org.attune.history;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.ProcessId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

class HeartbeatsTest {
    private static final ProcessId ELSEWHERE = new ProcessId("n17", 42, 1_700_000_000_000L);
    private static final ProcessId HERE_TOO = new ProcessId("n18", 42, 1_700_000_000_000L);

    @TempDir Path folder;
    private final AtomicLong now = new AtomicLong();

    private Heartbeats of(ProcessId process) {
        return Heartbeats.of(
                folder.resolve("toy.jsonl"), process, Duration.ofSeconds(30), now::get);
    }

    private void pass(int seconds) {
        now.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }

    @Test
    void silenceOfALeaseIsAnEnd() {
        Heartbeats worker = of(ELSEWHERE);
        Heartbeats other = of(HERE_TOO);
        worker.beat();
        other.beat();
        for (int i = 0; i < 30; i++) {
            pass(5);
            worker.beat();
            other.beat();
            assertFalse(other.isLost(ELSEWHERE));
        }
        for (int i = 0; i < 6; i++) { // 30 s
            pass(5);
            other.beat();
            assertFalse(other.isLost(ELSEWHERE));
        }
        pass(5);
        other.beat();
        assertTrue(other.isLost(ELSEWHERE));
        worker.beat(); // it was only stopped for a while
        assertFalse(other.isLost(ELSEWHERE));
    }

    /** What was silent before this process began to look may be alive: it has to be watched. */
    @Test
    void aNewProcessWaitsBeforeItTakesSomebodyForLost() {
        of(ELSEWHERE).beat();
        pass(3600);
        Heartbeats late = of(HERE_TOO);
        assertFalse(late.isLost(ELSEWHERE));
        pass(38);
        assertTrue(late.isLost(ELSEWHERE));
    }

    @Test
    void aProcessThatEndsSaysSo() {
        Heartbeats worker = of(ELSEWHERE);
        worker.beat();
        Heartbeats other = of(HERE_TOO);
        other.beat();
        assertFalse(other.isLost(ELSEWHERE));
        worker.close();
        assertTrue(other.isLost(ELSEWHERE));
    }

    @Test
    void ofWhoNeverGaveASignNothingIsKnown() {
        Heartbeats other = of(HERE_TOO);
        other.beat();
        pass(10_000);
        assertFalse(other.isLost(ELSEWHERE));
        assertFalse(other.isLost(ProcessId.here()));
    }
}
