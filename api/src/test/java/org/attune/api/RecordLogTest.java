package org.attune.api;

import static org.attune.api.ParameterTest.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Optional;

class RecordLogTest {
    private final RecordLog log = new RecordLog();

    @Test
    void finishedFollowsTheOrderOfTheOutcomes() {
        ask(3);
        log.add(told(3, 30));
        log.add(told(1, 10));
        assertEquals(List.of(3L, 1L), numbers(log.snapshot().finished()));
        assertEquals(List.of(1L, 2L, 3L), numbers(log.snapshot().trials()));
        assertEquals(4, log.snapshot().nextNumber());
    }

    @Test
    void aCorrectedOutcomeKeepsItsPlace() {
        ask(3);
        log.add(told(2, 20));
        log.add(told(1, 10));
        log.add(told(2, 99));
        assertEquals(List.of(told(2, 99), told(1, 10)), log.snapshot().finished());
    }

    @Test
    void aReopenedTrialIsFinishedAnew() {
        ask(2);
        log.add(told(1, 1));
        log.add(told(2, 2));
        log.add(pending(1));
        assertEquals(List.of(2L), numbers(log.snapshot().finished()));
        log.add(told(1, 1));
        assertEquals(List.of(2L, 1L), numbers(log.snapshot().finished()));
    }

    @Test
    void numbersMustNotBeLeftOut() {
        ask(1);
        assertRefused(
                "Trial 3 follows trial 1: numbers must not be left out.",
                () -> log.add(pending(3)));
        assertEquals(1, log.snapshot().trials().size());
    }

    @Test
    void theNewestModelAndSetUpCount() {
        log.add(new ModelRecord("gp", "a", Map.of()));
        log.add(new ModelRecord("gp", "b", Map.of()));
        assertEquals("b", log.snapshot().model("gp").orElseThrow().basis());
        assertEquals(Optional.empty(), log.snapshot().model("other"));
        assertEquals(Optional.empty(), log.snapshot().study());
        var setUp =
                new StudyRecord(
                        "main",
                        Map.of(),
                        List.of(Point.EMPTY),
                        "t",
                        Map.of(),
                        0,
                        5,
                        List.of(),
                        Allocation.EQUAL,
                        Map.of());
        log.add(setUp);
        assertEquals(Optional.of(setUp), log.snapshot().study());
    }

    @Test
    void snapshotsStandStill() {
        ask(1);
        Records before = log.snapshot();
        log.add(told(1, 1));
        assertEquals(0, before.finished().size());
        assertThrows(UnsupportedOperationException.class, () -> before.trials().clear());
    }

    @Test
    void aLogOfRecordsGoesOnFromThem() {
        ask(3);
        log.add(told(2, 2));
        log.add(told(1, 1));
        log.add(new ModelRecord("gp", "a", Map.of()));
        assertEquals(log.snapshot(), new RecordLog(log.snapshot()).snapshot());
    }

    private void ask(int count) {
        for (int n = 1; n <= count; n++) {
            log.add(pending(n));
        }
    }

    private static Trial pending(long number) {
        return new Trial(
                number,
                Candidate.of(Point.EMPTY, Point.of("x", number)),
                Origin.of("test"),
                Outcome.PENDING,
                PROVENANCE);
    }

    private static Trial told(long number, double value) {
        Trial t = pending(number);
        return new Trial(
                number, t.candidate(), t.origin(), Outcome.measured("y", value), PROVENANCE);
    }

    private static final Provenance PROVENANCE = Provenance.here(Effort.NONE);

    private static List<Long> numbers(List<Trial> trials) {
        return trials.stream().map(Trial::number).toList();
    }
}
