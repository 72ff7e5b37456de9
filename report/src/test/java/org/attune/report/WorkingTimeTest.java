package org.attune.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.ProcessId;
import org.attune.api.Provenance;
import org.attune.api.Trial;
import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Time in which a study was worked on. */
class WorkingTimeTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private static Trial trial(long number, long asked, long told) {
        var provenance =
                new Provenance(
                        START.plusSeconds(asked),
                        Optional.of(START.plusSeconds(told)),
                        ProcessId.here(),
                        Effort.NONE);
        return new Trial(
                number,
                Candidate.of(Point.EMPTY, Point.of(Map.of("x", number))),
                Origin.of("test"),
                Outcome.measured("y", 1),
                provenance);
    }

    /** Somebody corrects the first outcome an hour later: its run ended when it did. */
    @Test
    void aCorrectionIsNoWork() {
        Trial late = trial(1, 0, 3600);
        Trial corrected =
                new Trial(
                        1,
                        late.candidate(),
                        late.origin(),
                        new Outcome.Measured(Map.of("y", List.of(1.0)), Map.of(), 10),
                        late.provenance().amended());
        var clock = new WorkingTime(List.of(corrected, trial(2, 10, 20)));
        assertEquals(10, clock.end(corrected));
        assertEquals(20, clock.at(WorkingTime.seconds(START.plusSeconds(3600))));
    }

    /** The output of the first is read again today: its run ended when it did. */
    @Test
    void readingAgainIsNoWork() {
        Trial read = trial(1, 0, 10).with(Outcome.measured("y", 2));
        var clock = new WorkingTime(List.of(read, trial(2, 10, 20)));
        assertEquals(10, clock.end(read));
        assertEquals(20, clock.at(WorkingTime.seconds(Instant.now())));
    }

    @Test
    void aNightBetweenTwoSessionsIsLeftOut() {
        var trials =
                List.of(
                        trial(1, 0, 10),
                        trial(2, 5, 30), // beside the first
                        trial(3, 40_000, 40_020),
                        trial(4, 40_020, 40_050));
        var clock = new WorkingTime(trials);
        assertEquals(1, clock.breaks());
        assertEquals(10, clock.end(trials.get(0)));
        assertEquals(30, clock.end(trials.get(1)));
        assertEquals(50, clock.end(trials.get(2)));
        assertEquals(80, clock.end(trials.get(3)));
        assertEquals(30, clock.at(WorkingTime.seconds(START.plusSeconds(20_000))), "in the night");
    }
}
