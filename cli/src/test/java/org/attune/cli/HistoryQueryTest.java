package org.attune.cli;

import static org.attune.cli.CliProcesses.trials;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Looking at a history, and taking things out of it. */
class HistoryQueryTest {
    @TempDir Path folder;
    private Path toy;

    @BeforeEach
    void tuneAndImport() throws Exception {
        toy = Cli.toy(folder);
        Cli.run("tune", toy, "--trials", "2").exits(0);
        Path theirs =
                Files.writeString(
                        folder.resolve("theirs.json"),
                        """
                        [{"task_parameter": {"n": 1}, "tuning_parameter": {"x": 3, "kind": "b"},
                          "machine_configuration": {"machine_name": "cori"}, "uid": "their-uid",
                          "software_configuration": {"gcc": {"version_split": [8, 3, 0]}},
                          "user_info": {"user_name": "ann"}, "evaluation_result": {"seconds": 7}}]\
                        """);
        Cli.run("history", "import", toy, theirs).exits(0);
    }

    private List<?> queried(Object... options) {
        var words = new java.util.ArrayList<Object>(List.of("history", "query", toy, "--json"));
        words.addAll(List.of(options));
        List<?> found = (List<?>) Cli.run(words.toArray()).exits(0).json().get("trials");
        return found.stream().map(t -> ((Map<?, ?>) t).get("trial")).toList();
    }

    @Test
    void trialsAreSelected() {
        assertEquals(List.of(1, 2, 3, 4, 5), queried());
        assertEquals(List.of(5), queried("--machine", "cori"));
        assertEquals(List.of(5), queried("--user", "ann", "--task", "n=1"));
        assertEquals(List.of(), queried("--user", "ann", "--task", "n=2"));
        assertEquals(List.of(), queried("--state", "failed"));
        assertEquals(2, queried("--task", "n=2").size());
        Cli table = Cli.run("history", "query", toy, "--user", "ann").exits(0);
        assertTrue(table.lines().getLast().matches("5 +cori +ann +seconds=7 .*"), table.out());
        Cli.run("history", "query", toy, "--state", "odd").exits(2);
        Cli.run("history", "query", toy, "--task", "z=2").exits(2);
    }

    @Test
    void whoseTrialsAreLeftOutIsSaid() {
        String nobody = Cli.run("history", "query", toy, "--user", "nobody").exits(0).err();
        assertTrue(nobody.contains("Left out: 1 of user 'ann'."), nobody);
        assertTrue(
                nobody.matches("(?s).*Left out: 4 (of user '.+'|that name no user)\\..*"), nobody);
        assertTrue(nobody.contains("No trial of 5 fits."), nobody);
        String failed = Cli.run("history", "query", toy, "--state", "failed").exits(0).err();
        assertTrue(failed.contains("No trial of 5 fits."), failed);
    }

    /** Where only the journal is at hand, it says the same. */
    @Test
    void aJournalStandsInPlaceOfItsProblemFile() throws Exception {
        Path journal = folder.resolve("attune.db").resolve("toy.jsonl");
        for (List<Object> verb :
                List.<List<Object>>of(
                        List.of("list"), List.of("show", 5), List.of("query"), List.of("stats"))) {
            assertEquals(history(verb, toy), history(verb, journal));
        }
        Path meta =
                Files.writeString(
                        folder.resolve("cori.json"),
                        "{\"loadable_machine_configurations\": {\"cori\": {}}}");
        assertEquals(List.of(5), queried("--meta", meta));
        for (Path of : List.of(toy, journal)) {
            Cli query = Cli.run("history", "query", of, "--json", "--meta", meta).exits(0);
            assertEquals(1, ((List<?>) query.json().get("trials")).size(), query.out());
        }
        Cli list = Cli.run("history", "list", journal, "--study", "other").exits(2);
        assertTrue(list.err().contains("has no study 'other'. Known are: main"), list.err());
        Path results = Files.writeString(folder.resolve("results.jsonl"), "{\"peer\": \"x\"}\n");
        Cli foreign = Cli.run("history", "list", results).exits(2);
        assertTrue(foreign.err().contains("this is no Attune history. Maybe"), foreign.err());
    }

    /** Units, ranges, several objectives and derived outputs are kept with a study. */
    @Test
    void aJournalKnowsTheOutputsOfItsProblem() throws Exception {
        Path own = Files.createDirectories(folder.resolve("own"));
        Path problem =
                Cli.problem(
                        own,
                        Cli.TOY
                                .replace("toy\n", "ranged\n")
                                .replace(
                                        "unit: s}\n",
                                        """
                                        unit: s}
                                          - {name: rate, unit: 1/s, goal: maximize}
                                          - {name: cost, optimize: false, upper_bound: 30}
                                        derived_outputs: {rate: "2/seconds", cost: "seconds + x"}
                                        constants: {k: 3}
                                        derived: {twice: "2*x"}
                                        """));
        Cli.run("tune", problem, "--trials", "3").exits(0);
        Path journal = own.resolve("attune.db").resolve("ranged.jsonl");
        for (List<Object> verb :
                List.<List<Object>>of(List.of("list"), List.of("show", 1), List.of("query"))) {
            assertEquals(history(verb, problem), history(verb, journal));
        }
    }

    private static String history(List<Object> verb, Path where) {
        var words = new java.util.ArrayList<Object>(List.of("history", verb.getFirst(), where));
        words.addAll(verb.subList(1, verb.size()));
        String lines = Cli.run(words.toArray()).exits(0).out();
        words.add("--json");
        return lines + Cli.run(words.toArray()).exits(0).out();
    }

    @Test
    void aRangeThatHoldsNothingIsRefused() {
        String err = Cli.run("history", "query", toy, "--where", "x=5..1").exits(2).err();
        assertTrue(err.contains("nothing lies in this range. Maybe x=1..5 was meant."), err);
        assertEquals(List.of(), queried("--where", "seconds=5..5"));
    }

    @Test
    void oneStudyIsCounted() {
        Cli.run("tune", toy, "--trials", "1", "--study", "other").exits(0);
        String all = Cli.run("history", "stats", toy).exits(0).out();
        assertTrue(all.contains("main") && all.contains("other"), all);
        String other = Cli.run("history", "stats", toy, "--study", "other").exits(0).out();
        assertFalse(other.contains("main"), other);
        String err = Cli.run("history", "stats", toy, "--study", "foo").exits(2).err();
        assertTrue(err.contains("has no study 'foo'. Known are: main, other."), err);
    }

    @Test
    void valuesOfNumbersAreNumbersOrRanges() {
        assertTrue(queried("--where", "x=3").contains(5));
        assertTrue(queried("--where", "kind=b").contains(5));
        assertEquals(5, queried("--where", "x=..20").size());
        for (String wrong : List.of("n=abc", "seconds=fast", "x=2..b", "x=..", "x=")) {
            Cli refused = Cli.run("history", "query", toy, "--where", wrong).exits(2);
            String name = wrong.substring(0, wrong.indexOf('='));
            assertTrue(
                    refused.err().contains("--where " + wrong + ": '" + name + "' is a number."),
                    refused.err());
        }
    }

    @Test
    void anEmptyHistoryIsCalledEmptyAndLeftAlone() throws Exception {
        Path journal = folder.resolve("attune.db/toy.jsonl");
        Files.writeString(journal, "");
        Cli empty = Cli.run("history", "list", toy).exits(2);
        assertTrue(empty.err().contains("toy.jsonl is empty: 0 bytes"), empty.err());
        assertEquals(0, Files.size(journal));
    }

    /** A name that was mistyped is a mistake in what was given, and makes no file. */
    @Test
    void whatIsNotThereIsNotMerged() {
        Path journal = folder.resolve("attune.db/toy.jsonl");
        Path out = folder.resolve("all.jsonl");
        for (Path wrong : List.of(folder.resolve("toi.jsonl"), folder)) {
            Cli refused = Cli.run("history", "merge", out, journal, wrong).exits(2);
            assertTrue(refused.err().contains(wrong + " is no file of a history"), refused.err());
            assertFalse(Files.exists(out));
        }
        Cli exists = Cli.run("history", "merge", journal, journal).exits(2);
        assertEquals(journal + " exists already. Maybe name another file.\n", exists.err());
    }

    /** What its writer left when it was killed. */
    @Test
    void whatIsIncompleteIsSaidWhereItIsNotMerged() throws Exception {
        Path journal = folder.resolve("attune.db/toy.jsonl");
        Path torn = folder.resolve("torn.jsonl");
        byte[] whole = Files.readAllBytes(journal);
        Files.write(torn, Arrays.copyOf(whole, whole.length - 5));
        Cli merged = Cli.run("history", "merge", folder.resolve("all.jsonl"), torn).exits(0);
        assertEquals(
                "The last line of %s (%d) is incomplete; it is left out.\n"
                        .formatted(torn, Files.readAllLines(journal).size()),
                merged.err());
        assertTrue(merged.out().contains("4 trials"), merged.out());
        Cli json =
                Cli.run("history", "merge", folder.resolve("b.jsonl"), torn, torn, "--json")
                        .exits(0);
        assertEquals(merged.err() + merged.err(), json.err());
    }

    /** So it is for every verb that is given something else in place of a history. */
    @Test
    void whatIsNoHistoryIsAMistake() throws Exception {
        Path journal = folder.resolve("attune.db/toy.jsonl");
        Path out = folder.resolve("all.jsonl");
        Path words = Files.writeString(folder.resolve("words.jsonl"), "some words\nand more\n");
        String found = words + ":1: this is no Attune history. Maybe another file was meant: it";
        for (Cli refused :
                List.of(
                        Cli.run("history", "merge", out, journal, words),
                        Cli.run("history", "merge", out, words, journal),
                        Cli.run("history", "list", words),
                        Cli.run("tune", toy, "--history", words))) {
            assertTrue(
                    refused.exits(2).err().contains(found + " begins with 'some words'"),
                    refused.err());
        }
        Files.writeString(words, "");
        Cli empty = Cli.run("history", "merge", out, journal, words).exits(2);
        assertTrue(empty.err().contains(found + " is empty"), empty.err());
        assertFalse(Files.exists(out));
    }

    @Test
    void oneHistoryMergedIsACopy() {
        Path copy = folder.resolve("copy.jsonl");
        Path journal = folder.resolve("attune.db/toy.jsonl");
        Cli merged = Cli.run("history", "merge", copy, journal).exits(0);
        assertTrue(merged.out().contains("5 trials, 0 of them in more"), merged.out());
        Object before = Cli.run("history", "list", toy, "--json").exits(0).json();
        try {
            Files.move(copy, journal, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            Files.delete(folder.resolve("attune.db/toy.jsonl.end"));
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        assertEquals(before, Cli.run("history", "list", toy, "--json").exits(0).json());
    }

    @Test
    void oneTrialIsShownWhole() {
        Map<String, Object> shown = Cli.run("history", "show", toy, "5", "--json").exits(0).json();
        assertEquals("their-uid", shown.get("uid"));
        assertEquals("ann", shown.get("user"));
        assertTrue(shown.get("source").toString().contains("user_info"));
        Cli text = Cli.run("history", "show", toy, "1").exits(0);
        assertTrue(text.out().contains("technique"), text.out());
        Cli none = Cli.run("history", "show", toy, "6").exits(2);
        assertTrue(none.err().contains("There is no trial 6"), none.err());
    }

    @Test
    void studiesAreCounted() {
        Map<?, ?> study =
                (Map<?, ?>)
                        ((List<?>)
                                        Cli.run("history", "stats", toy, "--json")
                                                .exits(0)
                                                .json()
                                                .get("studies"))
                                .getFirst();
        assertEquals(5, study.get("measured"));
        assertEquals(1, study.get("imported"));
        Cli table = Cli.run("history", "stats", toy).exits(0);
        assertTrue(table.out().contains("1 cori"), table.out());
    }

    @Test
    void aWithdrawnTrialIsNoMeasurementAnyMore() {
        Cli before = Cli.run("best", toy, "--json").exits(0);
        Cli first = Cli.run("history", "withdraw", toy, "5", "--why", "wrong clock").exits(0);
        assertEquals(
                "Trial 5 is withdrawn: wrong clock (before: it measured seconds = 7)",
                first.out().strip());
        Map<?, ?> trial = trials(toy, "main").get(4);
        assertEquals("withdrawn", trial.get("cause"));
        assertFalse(before.out().equals(Cli.run("best", toy, "--json").exits(0).out()));
        Cli.run("history", "reparse", toy).exits(0);
        assertEquals("withdrawn", trials(toy, "main").get(4).get("cause"));
        assertEquals(0, fresh(), "an import does not bring it back");
        Cli again = Cli.run("history", "withdraw", toy, "5", "--why", "x").exits(2);
        assertTrue(again.err().contains("withdrawn already: wrong clock"), again.err());
        Cli.run("tell", toy, "--trial", "5", "--correct", "--output", "seconds=8").exits(0);
        assertEquals("measured", trials(toy, "main").get(4).get("state"));
    }

    private int fresh() {
        Cli again = Cli.run("history", "import", toy, folder.resolve("theirs.json"), "--json");
        Map<?, ?> report = (Map<?, ?>) ((List<?>) again.exits(0).json().get("files")).getFirst();
        return (int) report.get("imported");
    }

    @Test
    void reparseLeavesAWithdrawnRunAlone() {
        Cli.run("history", "withdraw", toy, "1", "2", "--why", "noise").exits(0);
        Cli.run("history", "reparse", toy).exits(0);
        assertEquals("withdrawn", trials(toy, "main").getFirst().get("cause"));
    }

    @Test
    void wrongRequestsAreRefusedAsAWhole() {
        Cli.run("history", "withdraw", toy, "1", "9", "--why", "x").exits(2);
        Cli.run("history", "withdraw", toy, "1", "--why", " ").exits(2);
        Cli.run("history", "withdraw", toy, "1").exits(2);
        Cli.run("history", "withdraw", toy, "--why", "x").exits(2);
        assertEquals("measured", trials(toy, "main").getFirst().get("state"));
        Cli.run("ask", toy, "--trials", "3").exits(0);
        Cli pending = Cli.run("history", "withdraw", toy, "6", "--why", "x").exits(2);
        assertTrue(pending.err().contains("pending"), pending.err());
    }
}
