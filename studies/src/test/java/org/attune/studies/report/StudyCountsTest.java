package org.attune.studies.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.attune.api.Outcome;
import org.attune.api.Records;
import org.attune.api.Trial;
import org.attune.studies.Toy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

class StudyCountsTest {
    private static final Records RECORDS =
            Toy.records(
                    Toy.trial(1, 1, 10, Toy.cost(10, 2)),
                    Toy.trial(2, 2, 8, Toy.crash("a signal")),
                    Toy.trial(3, 1, 9, Outcome.PENDING));

    @TempDir Path folder;

    @Test
    void countsEveryTrialOnce() {
        var counts = StudyCounts.of("main", RECORDS);
        assertEquals(2, counts.tasks());
        assertEquals(3, counts.trials());
        assertEquals(1, counts.measured());
        assertEquals(Map.of("crash", 1), counts.causes());
        assertEquals(1, counts.pending());
        assertEquals(OptionalDouble.empty(), counts.fullRuns());
        assertEquals(3, counts.costs().elapsed());
        assertEquals(List.of(2, 1), counts.byTask().stream().map(t -> t.trials()).toList());
        assertEquals(3, counts.machines().values().stream().mapToInt(n -> n).sum());
    }

    @Test
    void aTrialIsShownWithItsDetails() {
        StoredStudy stored = Toy.stored(folder, Toy.TEXT, RECORDS.trials().toArray(Trial[]::new));
        TrialDetails failed = TrialDetails.of(stored, stored.trial(2), Optional.of("a uid"));
        assertEquals("failed", failed.trial().state());
        assertEquals(Optional.of("a signal"), failed.trial().detail());
        assertEquals(Optional.empty(), failed.evaluations());
        TrialDetails measured = TrialDetails.of(stored, stored.trial(1), Optional.empty());
        assertEquals(Map.of("cost", List.of(10.0)), measured.evaluations().orElseThrow());
        assertThrows(IllegalArgumentException.class, () -> stored.trial(0));
        assertThrows(IllegalArgumentException.class, () -> stored.trial(4));
    }

    @Test
    void runsAreCompared() {
        var problem = Toy.problem(folder, Toy.TEXT);
        var before = Toy.trial(1, 1, 10, Toy.cost(10, 1));
        var now = Toy.trial(2, 1, 10, Toy.cost(5, 1));
        assertEquals(
                Map.of("cost", OptionalDouble.of(0.5)),
                RunAgain.of("main", problem, before, now).ratio());
        var failed = Toy.trial(3, 1, 10, Toy.crash(""));
        var zero = Toy.trial(4, 1, 10, Toy.cost(0, 1));
        Map<String, OptionalDouble> none = Map.of("cost", OptionalDouble.empty());
        assertEquals(none, RunAgain.of("main", problem, before, failed).ratio());
        assertEquals(none, RunAgain.of("main", problem, zero, now).ratio());
    }
}
