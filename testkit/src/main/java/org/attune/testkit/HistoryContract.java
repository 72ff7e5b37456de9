package org.attune.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Allocation;
import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.Entry;
import org.attune.api.FailureCause;
import org.attune.api.Fidelity;
import org.attune.api.History;
import org.attune.api.ModelRecord;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Parent;
import org.attune.api.Point;
import org.attune.api.ProcessId;
import org.attune.api.Provenance;
import org.attune.api.Records;
import org.attune.api.Seen;
import org.attune.api.SourceModel;
import org.attune.api.SourceRecord;
import org.attune.api.StoppingRule;
import org.attune.api.StudyRecord;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/**
 * What every history must do: give back what it was given, in order and bit by bit; run updates one
 * after another, each on the newest records; and keep nothing of an update that fails.
 *
 * <p>Crashes and full disks are the store's own to test.
 */
public abstract class HistoryContract {
    private static final int UPDATES_PER_THREAD = 25;

    @TempDir private Path folder;

    /** Starts with nothing; for subclasses. */
    protected HistoryContract() {}

    /** Opens the history of one study in this folder; a second call opens the same one again. */
    protected abstract History open(Path newFolder);

    /**
     * Returns whether another {@link #open} of the same folder finds the records; true if not
     * overridden.
     */
    protected boolean isPersistent() {
        return true;
    }

    @Test
    void startsEmpty() {
        try (History history = open(folder)) {
            Records records = history.records();
            assertEquals(List.of(), records.trials());
            assertEquals(List.of(), records.finished());
            assertEquals(Optional.empty(), records.study());
            assertEquals(Optional.empty(), records.model("any"));
            assertEquals(1, records.nextNumber());
        }
    }

    @Test
    void givesBackWhatItWasGiven() {
        try (History history = open(folder)) {
            Records returned = history.update(before -> everyKindOfEntry());
            assertHolds(everyKindOfEntry(), returned);
            assertHolds(everyKindOfEntry(), history.records());
        }
        if (!isPersistent()) {
            return;
        }
        try (History again = open(folder)) {
            assertHolds(everyKindOfEntry(), again.records());
        }
    }

    private static void assertHolds(List<Entry> entries, Records records) {
        var trials = new ArrayList<Trial>();
        for (Entry entry : entries) {
            switch (entry) {
                case StudyRecord s -> assertEquals(Optional.of(s), records.study());
                case ModelRecord m -> assertEquals(Optional.of(m), records.model(m.key()));
                case SourceRecord s -> assertTrue(records.sources().contains(s), s.name());
                case Trial t -> trials.add(t);
            }
        }
        assertEquals(trials, records.trials());
        assertEquals(trials.stream().filter(t -> !t.isPending()).toList(), records.finished());
    }

    @Test
    void anUpdateSeesWhatWasThereBefore() {
        try (History history = open(folder)) {
            ask(history, 2);
            history.update(before -> {
                assertEquals(2, before.trials().size());
                return List.of(measured(2, 5));
            });
            history.update(before -> {
                assertEquals(List.of(measured(2, 5)), before.finished());
                return List.of();
            });
        }
    }

    @Test
    void finishedFollowsTheOrderOfTheOutcomesAndCorrectionsKeepTheirPlace() {
        try (History history = open(folder)) {
            ask(history, 4);
            for (long number : List.of(3L, 1L, 4L)) {
                history.update(before -> List.of(measured(number, number)));
            }
            history.update(before -> List.of(measured(3, 99)));
            assertOrder(history);
        }
        if (!isPersistent()) {
            return;
        }
        try (History again = open(folder)) {
            assertOrder(again);
        }
    }

    private static void assertOrder(History history) {
        assertEquals(
                List.of(measured(3, 99), measured(1, 1), measured(4, 4)),
                history.records().finished());
    }

    @Test
    void theNewestSetUpAndModelCount() {
        try (History history = open(folder)) {
            history.update(before -> List.of(setUp(3), new ModelRecord("gp", "old", Map.of())));
            history.update(before -> List.of(setUp(5), new ModelRecord("gp", "new", Map.of())));
            assertEquals(5, history.records().study().orElseThrow().trials());
            assertEquals("new", history.records().model("gp").orElseThrow().basis());
        }
    }

    @Test
    void sourcesKeepTheirOrderAndTheNewestOfANameCounts() {
        try (History history = open(folder)) {
            history.update(before -> List.of(source("b", 1), source("a", 2)));
            history.update(before -> List.of(source("b", 3), source("c", 4)));
            assertSources(history);
        }
        if (!isPersistent()) {
            return;
        }
        try (History again = open(folder)) {
            assertSources(again);
        }
    }

    private static void assertSources(History history) {
        assertEquals(
                List.of(source("b", 3), source("a", 2), source("c", 4)),
                history.records().sources());
        history.records().sources().forEach(s -> assertTrue(s.isIntact(), s.name()));
    }

    @Test
    void anUpdateThatFailsLeavesNothing() {
        try (History history = open(folder)) {
            ask(history, 1);
            List<Trial> before = history.records().trials();
            var failure = new IllegalStateException("told to fail");
            assertSame(
                    failure,
                    assertThrows(
                            IllegalStateException.class,
                            () ->
                                    history.update(records -> {
                                        throw failure;
                                    })));
            assertEquals(before, history.records().trials());
            ask(history, 1);
            assertEquals(2, history.records().trials().size());
        }
        if (!isPersistent()) {
            return;
        }
        try (History again = open(folder)) {
            assertEquals(2, again.records().trials().size());
        }
    }

    @Test
    void entriesThatDoNotFitLeaveNothing() {
        try (History history = open(folder)) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> history.update(before -> List.of(pending(1), pending(3))));
            assertEquals(List.of(), history.records().trials());
        }
        if (!isPersistent()) {
            return;
        }
        try (History again = open(folder)) {
            assertEquals(List.of(), again.records().trials());
        }
    }

    @Test
    void recordsStandStill() {
        try (History history = open(folder)) {
            Records before = history.records();
            ask(history, 1);
            assertEquals(0, before.trials().size());
            assertEquals(1, history.records().trials().size());
        }
    }

    @Test
    void viewsAreEqualIfNothingHasComeInBetween() {
        try (History history = open(folder)) {
            ask(history, 2);
            Records before = history.records();
            assertEquals(before, history.records());
            history.update(records -> {
                assertEquals(before, records);
                return List.of();
            });
            assertEquals(before, history.records());
            history.update(records -> List.of(new ModelRecord("key", "basis", Map.of())));
            assertNotEquals(before, history.records());
        }
    }

    /**
     * Two users of one history, each with its own handle where it is persistent, as two processes
     * would have.
     */
    @Test
    void updatesOfTwoThreadsNeverOverlap() throws InterruptedException, ExecutionException {
        try (History first = open(folder);
                History second = isPersistent() ? open(folder) : first;
                var threads = Executors.newFixedThreadPool(2)) {
            var running = new ArrayList<Future<?>>();
            for (History history : List.of(first, second)) {
                running.add(
                        threads.submit(() -> {
                            for (int i = 0; i < UPDATES_PER_THREAD; i++) {
                                ask(history, 1);
                            }
                        }));
            }
            for (Future<?> f : running) {
                f.get();
            }
            List<Long> expected =
                    LongStream.rangeClosed(1, 2 * UPDATES_PER_THREAD).boxed().toList();
            for (History history : List.of(first, second)) {
                assertEquals(
                        expected, history.records().trials().stream().map(Trial::number).toList());
            }
        }
    }

    @Test
    void closingTwiceIsHarmless() {
        History history = open(folder);
        history.close();
        history.close();
        assertTrue(folder.toFile().isDirectory());
    }

    private static void ask(History history, int count) {
        for (int i = 0; i < count; i++) {
            history.update(before -> List.of(pending(before.nextNumber())));
        }
    }

    private static List<Entry> everyKindOfEntry() {
        var entries = new ArrayList<Entry>();
        entries.add(setUp(7));
        entries.add(
                new ModelRecord(
                        "gp \"y\"",
                        "hash",
                        Map.of("theta", List.of(0.1, -1e-300, 1e300), "kernel", "matern52")));
        entries.add(pending(1));
        entries.add(
                trial(
                        2,
                        new Outcome.Measured(
                                Map.of(
                                        "y",
                                        List.of(0.1 + 0.2, Double.MIN_VALUE),
                                        "z",
                                        List.of(-1e300)),
                                Map.of(
                                        "note",
                                        "a \"quoted\"\n\u00e9\u4e2d line",
                                        "list",
                                        List.of("a", 0.5)),
                                1.25)));
        Map<String, List<Double>> two = Map.of("y", List.of(1.5, 2.5));
        entries.add(
                trial(
                        entries.size() - 1,
                        new Outcome.Measured(two, Map.of(), 9, Optional.empty(), 5)));
        for (FailureCause cause : FailureCause.values()) {
            entries.add(
                    trial(entries.size() - 1, new Outcome.Failed(cause, "signal 11\n\ttab", 0.5)));
        }
        entries.add(
                trial(
                        entries.size() - 1,
                        new Outcome.Failed(FailureCause.TIMEOUT, "third run", 4, 1.5)));
        entries.add(source("old n=3", 0.25));
        entries.add(source("é 2", -1e300));
        return entries;
    }

    /** A source with trials, a model of which only places are left, and ranges of its own. */
    private static SourceRecord source(String name, double value) {
        TuningProblem problem = TestProblems.conditional().problem();
        Trial trial = trial(1, Outcome.measured("y", value));
        return SourceRecord.of(name, trial.task(), problem)
                .features(Map.of("nnz", 1e-300))
                .environment(Map.of("machine_configuration", Map.of("cores", 32L)))
                .trials(List.of(trial, trial(2, Outcome.failed(FailureCause.CRASH, "\u4e2d"))))
                .parameters(
                        List.of(
                                Parameter.integer("n", 1, 1L << 53).log().withDefault(7),
                                Parameter.real("x", -1e300, 0.1).activeIf("n > 1"),
                                Parameter.ordinal("o", List.of(1, 4, 16)),
                                Parameter.categorical("c", List.of("a b", "\u4e2d"))))
                .model(
                        new SourceModel(
                                "y",
                                List.of(Point.of("n", 3), Point.of("c", "3")),
                                List.of(0.1 + 0.2, Double.MIN_VALUE),
                                List.of(0.0, 1e300),
                                Map.of("lengthscales", List.of(0.5, 3.0), "kernel", "rbf")))
                .best(List.of(Point.of("x", 0.1), Point.EMPTY))
                .build();
    }

    private static StudyRecord setUp(int trials) {
        return new StudyRecord(
                "main",
                TestProblems.conditional().problem().description(),
                List.of(Point.of("n", 3, "x", 3.0, "c", "3")),
                "some-tuner",
                Map.of("option", "value"),
                Long.MIN_VALUE,
                trials,
                List.of(Point.of("x", 0.1), Point.EMPTY),
                Allocation.ADAPTIVE,
                Map.of(Point.of("n", 3, "x", 3.0, "c", "3"), Map.of("nnz", 1e-300, "rows", 7.0)),
                Map.of("e1", Map.of("machine_configuration", Map.of("cores", 32L))),
                List.of(
                        new StoppingRule.Seconds(1e-3),
                        new StoppingRule.Target(Map.of("y", -3.0)),
                        new StoppingRule.NoImprovement(15),
                        new StoppingRule.Gain(Double.MIN_VALUE)),
                Optional.of("it was \"best\" so far"));
    }

    private static Trial pending(long number) {
        return trial(number, Outcome.PENDING);
    }

    private static Trial measured(long number, double value) {
        return trial(number, Outcome.measured("y", value));
    }

    private static Trial trial(long number, Outcome outcome) {
        Instant asked = Instant.ofEpochMilli(1_700_000_000_123L + number);
        boolean told = !(outcome instanceof Outcome.Pending);
        boolean ended = told && number % 4 == 3; // before its time
        return new Trial(
                number,
                new Candidate(
                        Point.of("n", 1L << 53),
                        Point.of("x", 3.0, "k", 3, "c", "3", "tiny", Double.MIN_VALUE),
                        new Fidelity((ended ? 0.5 : 1) / number)),
                new Origin(Origin.Phase.MODEL, "log-ei"),
                outcome,
                new Provenance(
                        asked,
                        told ? Optional.of(asked.plusMillis(5)) : Optional.empty(),
                        new ProcessId("host", 4711, 17, number % 4 == 0 ? "" : "boot 1 2"),
                        new Effort(0.25, 1e-9),
                        Optional.empty(),
                        number % 3 == 0 ? Optional.of("e1") : Optional.empty(),
                        number % 2 == 0 ? -1e-3 : Double.NaN,
                        told && number % 2 == 0,
                        number % 5 == 4 ? 3 : 1,
                        number % 5 == 3
                                ? Optional.of(new Seen((int) number - 1, 1, 2))
                                : Optional.empty(),
                        number % 5 == 2
                                ? Optional.of(new Parent(number - 1, new Fidelity(1e-3)))
                                : Optional.empty(),
                        ended ? Optional.of(new Fidelity(1.0 / number)) : Optional.empty(),
                        told && number % 2 == 0
                                ? Optional.of(asked.plusMillis(3))
                                : Optional.empty()));
    }
}
