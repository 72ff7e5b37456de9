package org.attune.execution.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;

class AllocationTest {
    @Test
    void theJobsVariablesSayItsEnd() throws Exception {
        long end = Instant.now().plusSeconds(600).getEpochSecond();
        Duration left =
                Allocation.left(
                                Map.of(
                                        "SLURM_JOB_ID",
                                        "5",
                                        "SLURM_JOB_END_TIME",
                                        Long.toString(end)))
                        .orElseThrow();
        assertTrue(left.toSeconds() > 500 && left.toSeconds() <= 600, left.toString());
        assertEquals(Optional.empty(), Allocation.left(Map.of()));
    }

    @Test
    void scontrolSaysItInLocalTime() {
        assertEquals(
                LocalDateTime.of(2026, 11, 20, 15, 28, 15)
                        .atZone(ZoneId.systemDefault())
                        .toInstant(),
                Allocation.end("JobId=5 StartTime=x EndTime=2026-11-20T15:28:15 Deadline=N/A")
                        .orElseThrow());
        assertEquals(Optional.empty(), Allocation.end("EndTime=Unknown"));
    }
}
