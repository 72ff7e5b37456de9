package org.attune.history;

import static org.attune.history.Samples.measured;
import static org.attune.history.Samples.setUp;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Entry;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.SourceData;
import org.attune.api.SourceRecord;
import org.attune.api.TuningProblem;
import org.attune.history.formats.CsvReader;
import org.attune.history.formats.SourceFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sources in journals, and made of files. */
class SourceJournalTest {
    private static final TuningProblem PROBLEM =
            TuningProblem.named("matmul")
                    .task(Parameter.integer("n", 1, 1000))
                    .parameter(Parameter.integer("tile", 1, 64))
                    .parameter(Parameter.real("alpha", 0, 9))
                    .objective(Objective.minimize("seconds"))
                    .build();

    @TempDir private Path folder;

    private static SourceRecord source(String name, int trials) {
        SourceRecord.Builder source = SourceRecord.of(name, Point.of("n", 384), PROBLEM);
        for (int i = 1; i <= trials; i++) {
            source.trials(List.of(measured(i)));
        }
        return source.build();
    }

    private Path journal(String name, Entry... entries) {
        Path file = folder.resolve(name);
        try (Journal journal = Journal.open(file, "matmul")) {
            Samples.append(journal.study("main"), entries);
        }
        return file;
    }

    private static List<SourceRecord> sources(Path file) {
        try (Journal journal = Journal.open(file, "matmul")) {
            return journal.study("main").records().sources();
        }
    }

    @Test
    void mergingKeepsTheFirstOfEachName() {
        Path a = journal("a.jsonl", setUp("main"), source("x", 2), measured(1));
        Path b = journal("b.jsonl", setUp("main"), source("y", 1), source("x", 3));
        Path out = folder.resolve("out.jsonl");
        MergedStudy merged = Journal.merge(List.of(a, b), out).getFirst();
        assertEquals(List.of(source("x", 2), source("y", 1)), sources(out));
        assertEquals(1, merged.notes().size(), merged.notes().toString());
        assertTrue(merged.notes().getFirst().contains("source 'x'"), merged.notes().toString());
    }

    @Test
    void aDigestThatIsNotThatOfTheContentIsFound() {
        SourceRecord s = source("x", 2);
        Path sound = journal("sound.jsonl", setUp("main"), s);
        assertEquals(List.of(), Journal.check(sound));
        var changed =
                new SourceRecord(
                        "x",
                        s.digest(),
                        s.task(),
                        Map.of("nnz", 1.0),
                        s.environment(),
                        s.trials(),
                        s.parameters(),
                        s.models(),
                        s.best());
        List<Finding> findings = Journal.check(journal("odd.jsonl", setUp("main"), changed));
        assertEquals(1, findings.size());
        assertTrue(findings.getFirst().what().contains("digest"), findings.toString());
    }

    @Test
    void repairingKeepsSources() throws Exception {
        Path file = journal("a.jsonl", setUp("main"), source("x", 2), measured(1), measured(2));
        String text = Files.readString(file);
        Path damaged =
                Files.writeString(
                        folder.resolve("damaged.jsonl"),
                        text.replace("\"number\":1,", "\"number\":9,"));
        Path out = folder.resolve("out.jsonl");
        assertTrue(!Journal.repair(damaged, out).isEmpty());
        assertEquals(List.of(source("x", 2)), sources(out));
    }

    /** Tasks with their best configurations, without outputs. */
    @Test
    void aTableOfConfigurationsIsReadWithoutOutputs() {
        String table = "n,tile,alpha\n384,8,0.5\n500,16,1\n";
        assertEquals(
                List.of(Point.of("tile", 8, "alpha", 0.5), Point.of("tile", 16, "alpha", 1.0)),
                CsvReader.configurations(table, "best.csv", PROBLEM).orElseThrow().stream()
                        .map(c -> c.configuration())
                        .toList());
        assertEquals(
                Optional.empty(),
                CsvReader.configurations("n,tile,alpha,seconds\n1,1,1,1\n", "t.csv", PROBLEM));
    }

    /** Where the trials ran comes along. */
    @Test
    void aStudyBecomesDataWithItsMachines() {
        Path file = journal("a.jsonl", setUp("main"), measured(1));
        try (Journal journal = Journal.open(file, "matmul")) {
            SourceData data = SourceFiles.of("old", journal.study("main").records());
            assertEquals(1, data.trials().size());
            assertTrue(data.environments().get(1L).toString().contains("node1"), "the host");
        }
        SourceData read =
                SourceFiles.of(
                        "t",
                        CsvReader.read(
                                "n,tile,alpha,seconds\n1,1,1,1\n",
                                "t.csv",
                                PROBLEM,
                                Instant.EPOCH));
        assertEquals(Map.of(), read.environments());
        assertEquals(Outcome.measured("seconds", 1), read.trials().getFirst().outcome());
    }
}
