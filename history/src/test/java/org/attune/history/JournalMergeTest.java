package org.attune.history;

import static org.attune.history.Samples.measured;
import static org.attune.history.Samples.setUp;
import static org.attune.history.Samples.trial;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Entry;
import org.attune.api.FailureCause;
import org.attune.api.ModelRecord;
import org.attune.api.Outcome;
import org.attune.api.Provenance;
import org.attune.api.Records;
import org.attune.api.Trial;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

class JournalMergeTest {
    @TempDir Path folder;

    private Path journal(String name, Entry... entries) {
        return journal(name, "matmul", entries);
    }

    private Path journal(String name, String problem, Entry... entries) {
        Path file = folder.resolve(name);
        try (Journal journal = Journal.open(file, problem)) {
            journal.begin();
            Samples.append(journal.study("main"), entries);
        }
        return file;
    }

    private static Records main(Path file) {
        try (Journal journal = Journal.open(file, "matmul")) {
            return journal.study("main").records();
        }
    }

    /** The trial that is {@code like} in all but its number. */
    private static Trial numbered(long number, Trial like) {
        return new Trial(
                number, like.candidate(), like.origin(), like.outcome(), like.provenance());
    }

    @Test
    void copiesThatWentOnApartComeTogether() {
        Trial pending = trial(2, Outcome.PENDING);
        Path a = journal("a.jsonl", setUp("main"), measured(1), pending, measured(3));
        Path b =
                journal(
                        "b.jsonl",
                        setUp("main"),
                        measured(1),
                        measured(2),
                        numbered(3, measured(9)),
                        numbered(4, trial(8, Outcome.PENDING)));
        Path out = folder.resolve("out.jsonl");
        assertEquals(
                List.of(new MergedStudy("main", 5, 2, List.of())),
                Journal.merge(List.of(a, b), out));
        Records records = main(out);
        assertEquals(
                List.of(
                        measured(1),
                        measured(2),
                        measured(3),
                        numbered(4, measured(9)),
                        numbered(5, trial(8, Outcome.PENDING))),
                records.trials());
        assertEquals(
                List.of(1L, 3L, 2L, 4L), records.finished().stream().map(Trial::number).toList());
        assertEquals(setUp("main"), records.study().orElseThrow());
        assertEquals(List.of(), Journal.check(out));
        Path twice = folder.resolve("twice.jsonl");
        Journal.merge(List.of(out, a, b, out), twice);
        assertEquals(records.trials(), main(twice).trials());
    }

    /** It is told of each journal in which there is one, and the record is not there. */
    @Test
    void anIncompleteLastLineIsLeftOutAndSaid() throws IOException {
        Path whole = journal("a.jsonl", setUp("main"), measured(1), measured(2));
        byte[] bytes = Files.readAllBytes(whole);
        Path torn =
                Files.write(folder.resolve("torn.jsonl"), Arrays.copyOf(bytes, bytes.length - 1));
        var notes = new ArrayList<String>();
        Path out = folder.resolve("out.jsonl");
        Journal.merge(List.of(torn), out, notes::add);
        assertEquals(
                List.of("The last line of %s (4) is incomplete; it is left out.".formatted(torn)),
                notes);
        assertEquals(List.of(measured(1)), main(out).trials());
        Journal.merge(List.of(whole, torn), folder.resolve("both.jsonl"), notes::add);
        assertEquals(2, notes.size());
        assertEquals(2, main(folder.resolve("both.jsonl")).trials().size());
    }

    @Test
    void theNewerOfTwoOutcomesIsKept() {
        Trial old = trial(1, Outcome.measured("seconds", 1));
        Provenance p = old.provenance();
        Trial newer =
                new Trial(
                        1,
                        old.candidate(),
                        old.origin(),
                        Outcome.failed(FailureCause.WRONG_ANSWER, "looked again"),
                        new Provenance(
                                p.asked(),
                                Optional.of(p.asked().plusSeconds(60)),
                                p.process(),
                                p.effort()));
        Path a = journal("a.jsonl", setUp("main"), old, measured(2));
        Path b = journal("b.jsonl", setUp("main"), newer);
        for (List<Path> in : List.of(List.of(a, b), List.of(b, a))) {
            Path out = folder.resolve(in.getFirst().getFileName() + ".out");
            List<MergedStudy> report = Journal.merge(in, out);
            assertTrue(report.getFirst().notes().getFirst().contains("two outcomes"));
            assertEquals(newer.outcome(), main(out).trials().getFirst().outcome());
        }
    }

    @Test
    void studiesOfOneSideKeepTheirModels() {
        var model = new ModelRecord("k", "b", Map.of("n", 1L));
        Path a = journal("a.jsonl", setUp("main"), measured(1), model);
        Path b = folder.resolve("b.jsonl");
        try (Journal journal = Journal.open(b, "matmul")) {
            Samples.append(journal.study("other"), setUp("other"), measured(1));
        }
        Path out = folder.resolve("out.jsonl");
        assertEquals(2, Journal.merge(List.of(a, b), out).size());
        assertEquals(List.of(model), main(out).models());
    }

    /** Such models name their trials by uid, whatever numbers these have afterwards. */
    @Test
    void modelsThatNameTheirTrialsAreKeptOfAllSides() {
        var one = stored("surrogate y one", 1);
        var two = stored("surrogate y two", 1);
        var cache = new ModelRecord("gp", "b", Map.of("n", 1L));
        Path a = journal("a.jsonl", setUp("main"), measured(1), one, cache);
        Path b = journal("b.jsonl", setUp("main"), measured(1), one, two);
        Path out = folder.resolve("out.jsonl");
        List<MergedStudy> report = Journal.merge(List.of(a, b), out);
        assertEquals(List.of(), report.getFirst().notes());
        assertEquals(List.of(one, two), main(out).models());
        Path c = journal("c.jsonl", setUp("main"), measured(1), stored("surrogate y one", 2));
        Path again = folder.resolve("again.jsonl");
        report = Journal.merge(List.of(out, c), again);
        assertTrue(report.getFirst().notes().getFirst().contains("is another one"));
        assertEquals(List.of(one, two), main(again).models());
    }

    /** What a run of a performance model gave, but not that a process is about to run it. */
    @Test
    void runsOfPerformanceModelsAreKeptOfAllSides() {
        var claim = new ModelRecord("p 1", "b", Map.of("run", 1L, "process", Map.of("pid", 1L)));
        var one = new ModelRecord("p 1", "b", Map.of("run", 1L, "value", 2.0, "elapsed", 1.0));
        var two = new ModelRecord("p 2", "b", Map.of("run", 2L, "value", 3.0, "elapsed", 1.0));
        Path a = journal("a.jsonl", setUp("main"), measured(1), claim, two);
        Path b = journal("b.jsonl", setUp("main"), measured(1), one);
        Path out = folder.resolve("out.jsonl");
        assertEquals(List.of(), Journal.merge(List.of(a, b), out).getFirst().notes());
        assertEquals(List.of(one, two), main(out).models());
    }

    private static ModelRecord stored(String key, long n) {
        return new ModelRecord(key, "b", Map.of("function_evaluations", List.of("u1"), "n", n));
    }

    @Test
    void nothingIsWrittenWhereJournalsDoNotBelongTogether() throws Exception {
        Path a = journal("a.jsonl", setUp("main"), measured(1));
        Path other = journal("b.jsonl", "other");
        Path text = Files.writeString(folder.resolve("c.jsonl"), "text\n");
        Path out = folder.resolve("out.jsonl");
        var before = folder.toFile().list().length;
        assertThrows(IllegalArgumentException.class, () -> Journal.merge(List.of(a, other), out));
        assertThrows(JournalException.class, () -> Journal.merge(List.of(a, text), out));
        assertThrows(
                UncheckedIOException.class,
                () -> Journal.merge(List.of(a, folder.resolve("none")), out));
        assertThrows(IllegalArgumentException.class, () -> Journal.merge(List.of(a, a), a));
        assertFalse(Files.exists(out) || Files.exists(folder.resolve("none")));
        assertEquals(before, folder.toFile().list().length, "and nothing is left behind");
    }

    @Test
    void studiesOfOtherParametersAreRefused() {
        Path a = journal("a.jsonl", setUp("main"), measured(1));
        var other =
                new org.attune.api.StudyRecord(
                        "main",
                        Map.of("parameter_space", List.of(Map.of("name", "z", "type", "real"))),
                        List.of(),
                        "random",
                        Map.of(),
                        0,
                        1,
                        List.of(),
                        org.attune.api.Allocation.EQUAL,
                        Map.of());
        Path b = journal("b.jsonl", other);
        var e =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> Journal.merge(List.of(a, b), folder.resolve("out")));
        assertTrue(e.getMessage().contains("'z'"), e.getMessage());
    }

    /** Runs with other constants may have measured something else. */
    @Test
    void anotherProblemOfTheSameParametersIsSaid() {
        Path a = journal("a.jsonl", setUp("main"), measured(1));
        var s = setUp("main");
        var edited =
                new org.attune.api.StudyRecord(
                        s.study(),
                        Map.of("tuning_problem_name", "matmul", "constants", Map.of("m", 4L)),
                        s.tasks(),
                        s.tuner(),
                        s.options(),
                        s.seed(),
                        s.trials(),
                        s.initial(),
                        s.allocation(),
                        s.features());
        Path b = journal("b.jsonl", edited, measured(1));
        List<String> notes =
                Journal.merge(List.of(a, b), folder.resolve("out.jsonl")).getFirst().notes();
        assertEquals(
                List.of(
                        "The problem of %s is not quite that of the journals before, which is kept: constants were edited."
                                .formatted(b)),
                notes);
    }

    /** What stands for a lost trial is none of its neighbours, whose uids stay as they are. */
    @Test
    void aRepairedJournalAndItsSoundCopyHaveEveryMeasurementOnce() throws IOException {
        Path sound = folder.resolve("sound.jsonl");
        try (Journal journal = Journal.open(sound, "matmul")) {
            for (int i = 1; i <= 4; i++) {
                Samples.append(journal.study("main"));
            }
        }
        List<String> lines = new ArrayList<>(Files.readAllLines(sound));
        lines.remove(2); // of trial 2
        Path damaged = folder.resolve("damaged.jsonl");
        Files.write(damaged, lines);
        Path repaired = folder.resolve("repaired.jsonl");
        Journal.repair(damaged, repaired);
        Map<Long, String> uids = TrialUids.of("matmul", main(sound));
        Map<Long, String> left = TrialUids.of("matmul", main(repaired));
        assertEquals(Set.of(1L, 3L, 4L), left.keySet());
        left.forEach((number, uid) -> assertEquals(uids.get(number), uid));

        Path merged = folder.resolve("merged.jsonl");
        Journal.merge(List.of(sound, repaired), merged);
        assertEquals(main(sound).trials(), main(merged).trials());
        Path other = folder.resolve("other.jsonl");
        Journal.merge(List.of(repaired, sound), other);
        assertEquals(
                main(sound).trials().stream().map(Trial::outcome).collect(Collectors.toSet()),
                main(other).trials().stream()
                        .filter(t -> !TrialUids.isLost(t))
                        .map(Trial::outcome)
                        .collect(Collectors.toSet()));
        assertEquals(5, main(other).trials().size());
    }
}
