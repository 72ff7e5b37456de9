package org.attune.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Effort;
import org.attune.api.Outcome;
import org.attune.api.Provenance;
import org.attune.api.Records;
import org.attune.api.Trial;
import org.attune.history.environment.Environment;
import org.attune.history.environment.RecordedEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

class RecordedEnvironmentTest {
    private static final Environment A = new Environment(Map.of("machine_name", "a"), Map.of());
    private static final Environment B = new Environment(Map.of("machine_name", "b"), Map.of());

    @TempDir Path folder;

    private static Trial asked(long number) {
        Trial t = Samples.trial(number, Outcome.PENDING);
        return new Trial(
                number, t.candidate(), t.origin(), t.outcome(), Provenance.here(Effort.NONE));
    }

    private static RecordedEnvironment in(Environment environment, Journal journal) {
        return new RecordedEnvironment(journal.study("main"), environment, Map.of());
    }

    private Path journal(String name, Environment... environments) {
        Path file = folder.resolve(name);
        try (Journal journal = Journal.open(file, "matmul")) {
            in(A, journal).update(r -> List.of(Samples.setUp("main")));
            for (Environment environment : environments) {
                in(environment, journal).update(r -> List.of(asked(r.nextNumber())));
            }
        }
        return file;
    }

    @Test
    void eachIsKeptOnce() throws Exception {
        Path file = journal("a.jsonl", A, A, B, A);
        assertEquals(8, Files.readAllLines(file).size(), "header, 3 set-ups, 4 trials");
        try (Journal journal = Journal.open(file, "matmul")) {
            Records records = journal.study("main").records();
            assertEquals(
                    Map.of(A.id(), A.record(), B.id(), B.record()),
                    records.study().orElseThrow().environments());
            assertEquals(
                    List.of(A.id(), A.id(), B.id(), A.id()),
                    records.trials().stream()
                            .map(t -> t.provenance().environment().orElseThrow())
                            .toList());
            in(B, journal)
                    .update(r ->
                            List.of(r.trials().getFirst().with(Outcome.measured("seconds", 1))));
            assertEquals(
                    Optional.of(A.id()),
                    journal.study("main").records().trials().getFirst().provenance().environment(),
                    "where it was asked for, not where it was told");
        }
    }

    @Test
    void mergingAndRepairKeepThem() {
        Path merged = folder.resolve("merged.jsonl");
        Journal.merge(List.of(journal("a.jsonl", A), journal("b.jsonl", B)), merged);
        Path repaired = folder.resolve("repaired.jsonl");
        assertEquals(List.of(), Journal.repair(merged, repaired));
        try (Journal journal = Journal.open(repaired, "matmul")) {
            Records records = journal.study("main").records();
            Set<String> known = records.study().orElseThrow().environments().keySet();
            assertEquals(Set.of(A.id(), B.id()), known);
            assertEquals(2, records.trials().size());
            records.trials()
                    .forEach(t ->
                            assertTrue(known.contains(t.provenance().environment().orElseThrow())));
        }
    }

    @Test
    void otherTrialsStayAsTheyAre() {
        try (Journal journal = Journal.open(folder.resolve("x.jsonl"), "matmul")) {
            in(A, journal).update(r -> List.of(asked(1)));
            in(A, journal).update(r -> List.of(Samples.setUp("main"), Samples.measured(2)));
            assertTrue(
                    journal.study("main").records().trials().stream()
                            .allMatch(t -> t.provenance().environment().isEmpty()));
        }
    }
}
