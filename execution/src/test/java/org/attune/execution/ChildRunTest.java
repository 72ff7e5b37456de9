package org.attune.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ChildRunTest {
    /**
     * On a busy machine Java may not have noticed yet that a process that was killed has ended,
     * which looks as if it were running.
     */
    @Test
    void whatWasEndedNeedNotHaveBeenNoticedYet() throws Exception {
        Process unnoticed = new ProcessBuilder("sleep", "60").start();
        try {
            assertTrue(unnoticed.isAlive());
            assertEquals(137, ChildRun.exitCode(unnoticed, true));
        } finally {
            unnoticed.destroyForcibly();
        }
        Process ended = new ProcessBuilder("sh", "-c", "exit 3").start();
        ended.waitFor();
        assertEquals(3, ChildRun.exitCode(ended, false));
    }
}
