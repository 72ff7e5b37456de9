package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** When a trial must be lost that a process asked for and never told. */
class LostTrialsTest {
    private static final ProcessId ENDED =
            new ProcessId(ProcessId.here().host(), ProcessId.here().pid(), 1);

    private final Instant now = Instant.now();

    private Trial trial(long number, Outcome outcome, Duration asked, Optional<Duration> told) {
        return new Trial(
                number,
                Candidate.of(Point.EMPTY, Point.of("x", number)),
                Origin.of("test"),
                outcome,
                new Provenance(now.minus(asked), told.map(now::minus), ENDED, Effort.NONE));
    }

    private List<Long> lost(Trial ended) {
        var history = new MemoryHistory();
        Trial pending = trial(2, Outcome.PENDING, Duration.ofHours(1), Optional.empty());
        history.update(r -> List.of(ended, pending));
        return new LostTrials(history).askedAgain(5).stream().map(Trial::number).toList();
    }

    @Test
    void threeTimesTheLongestTrialIsWaited() {
        Outcome y = Outcome.measured("y", 1);
        Duration day = Duration.ofDays(1);
        assertEquals(List.of(2L), lost(trial(1, y, day, Optional.of(day.minusMinutes(10)))));
        assertEquals(List.of(), lost(trial(1, y, day, Optional.of(day.minusMinutes(30)))));
    }

    /** A day after its run somebody corrects an outcome: that says nothing of how long runs are. */
    @Test
    void aCorrectionIsNoLongTrial() {
        Trial corrected =
                trial(1, Outcome.measured("y", 1), Duration.ofDays(1), Optional.of(Duration.ZERO))
                        .amended();
        assertEquals(List.of(2L), lost(corrected));
    }

    /** Nor does reading its output again, a day after its run. */
    @Test
    void readingAgainIsNoLongTrial() {
        Duration day = Duration.ofDays(1);
        Outcome y = Outcome.measured("y", 1);
        Trial read = trial(1, y, day, Optional.of(day.minusMinutes(10))).with(y);
        assertEquals(List.of(2L), lost(read));
        Trial twice = read.with(y);
        assertEquals(Optional.of(now.minus(day.minusMinutes(10))), twice.ended());
    }
}
