package org.attune.history;

import org.attune.api.Allocation;
import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.Entry;
import org.attune.api.History;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.ProcessId;
import org.attune.api.Provenance;
import org.attune.api.StudyRecord;
import org.attune.api.Trial;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Entries and journals for the tests. */
final class Samples {
    private Samples() {}

    static Trial trial(long number, Outcome outcome) {
        return new Trial(
                number,
                Candidate.of(Point.of("n", 384), Point.of("tile", number, "alpha", 0.1 * number)),
                new Origin(Origin.Phase.MODEL, "log-ei"),
                outcome,
                new Provenance(
                        Instant.ofEpochSecond(1_800_000_000, number),
                        Optional.empty(),
                        new ProcessId("node1", 4711, 1_799_999_999_123L),
                        new Effort(0.25, 0.5)));
    }

    static Trial measured(long number) {
        return trial(number, Outcome.measured("seconds", 1.0 / number));
    }

    static StudyRecord setUp(String study) {
        return new StudyRecord(
                study,
                Map.of("tuning_problem_name", "matmul", "constants", Map.of("m", 3L, "r", 2.0)),
                List.of(Point.of("n", 384)),
                "random",
                Map.of("option", "3"),
                Long.MIN_VALUE,
                30,
                List.of(Point.of("tile", 7, "alpha", 1e-300)),
                Allocation.EQUAL,
                Map.of());
    }

    /** Appends the next trial, measured at once, and returns its number. */
    static long append(History history) {
        return history.update(r -> List.of(measured(r.nextNumber()))).nextNumber() - 1;
    }

    static void append(History history, Entry... entries) {
        history.update(r -> List.of(entries));
    }

    /** Opens a journal with a lease of its own and a way to write that may fail. */
    static Journal open(Path file, Duration lease, Tail.Disk disk) {
        return Journal.open(file, "matmul", lease, disk, note -> {});
    }
}
