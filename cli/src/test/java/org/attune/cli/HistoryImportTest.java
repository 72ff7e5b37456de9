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
import java.util.List;
import java.util.Map;

/** {@code history import}: the records of other programs. */
class HistoryImportTest {
    @TempDir Path folder;
    private Path toy;
    private Path theirs;

    private static String record(int uid, Object n, Object x, Object seconds) {
        return """
        {"task_parameter": {"n": %s}, "tuning_parameter": {"x": %s, "kind": "a"},
         "evaluation_result": {"seconds": %s}, "uid": "u%d", "mine": [NaN, null]}\
        """
                .formatted(n, x, seconds, uid);
    }

    @BeforeEach
    void files() throws Exception {
        toy = Cli.toy(folder);
        theirs =
                Files.writeString(
                        folder.resolve("theirs.json"),
                        "{\"tuning_problem_name\": \"theirs\", \"func_eval\": ["
                                + String.join(
                                        ",\n",
                                        record(1, 1, 5, 9.25),
                                        record(2, 1.0, "6", "NaN"),
                                        record(3, 8, 5, 1),
                                        record(4, 1, 21, 1),
                                        record(5, 2, 20, null),
                                        record(2, 1, 6, 3))
                                + "]}");
    }

    @Test
    void whatFitsIsTakenOverOnce() {
        Cli first = Cli.run("history", "import", toy, theirs).exits(0);
        assertEquals(
                List.of(
                        theirs + ": 6 records, 2 imported, 1 there already, 3 left out.",
                        "  The records are of 'theirs', not of 'toy'.",
                        "  1 of another task",
                        "  func_eval[3]: tuning_parameter: x: 21 is outside its bounds [0, 20].",
                        "  func_eval[4]: not measured yet: evaluation_result.seconds is null",
                        "  The study does not have the task n=8. Maybe add to 'tasks' of "
                                + toy
                                + " what should be learned from, and import again.",
                        "8 trials are left to run."),
                first.lines());
        List<Map<?, ?>> all = trials(toy, "main");
        assertEquals(List.of("measured", "failed"), all.stream().map(t -> t.get("state")).toList());
        assertEquals("unreadable-output", all.getLast().get("cause"));
        Cli again = Cli.run("history", "import", toy, theirs, "--json").exits(0);
        Map<?, ?> report = (Map<?, ?>) ((List<?>) again.json().get("files")).getFirst();
        assertEquals(0, report.get("imported"));
        assertEquals(3, report.get("known"));
        assertEquals(2, ((List<?>) report.get("left_out")).size());
        assertEquals(2, trials(toy, "main").size());
        Cli tuned = Cli.run("tune", toy).exits(0);
        assertFalse(tuned.err().contains("taken over"), tuned.err());
        assertEquals(10, trials(toy, "main").size(), "imported trials count");
    }

    @Test
    void anotherStudyMayReuseThem() {
        Cli.run("history", "import", toy, theirs, "--study", "theirs").exits(0);
        Cli tuned = Cli.run("tune", toy, "--reuse", "theirs", "--trials", "3").exits(0);
        assertTrue(tuned.err().contains("2 trials of study 'theirs' taken over"), tuned.err());
        Cli again = Cli.run("history", "import", toy, theirs).exits(0);
        assertTrue(again.out().contains(" 0 imported, 3 there already"), again.out());
    }

    @Test
    void nothingIsWrittenWhereNothingFits() throws Exception {
        Path wrong = Files.writeString(folder.resolve("w.json"), "{\"func_eval\": [3]}");
        Cli nothing = Cli.run("history", "import", toy, wrong).exits(1);
        assertTrue(nothing.out().contains("func_eval[0]: it is no object"), nothing.out());
        Files.writeString(wrong, "{\"func_eval\": [{\"uid\": ");
        Cli cut = Cli.run("history", "import", toy, theirs, wrong).exits(2);
        assertTrue(cut.err().contains(wrong + " is damaged"), cut.err());
        assertTrue(cut.err().contains("func_eval[0].uid"), cut.err());
        for (String name : List.of("none.json", "none.csv", "none.db")) {
            Path none = folder.resolve(name);
            Cli missing = Cli.run("history", "import", toy, none).exits(2);
            assertEquals("There is no file %s.\n".formatted(none), missing.err());
        }
        Cli.run("history", "import", toy, folder).exits(2);
        Cli.run("history", "import", toy).exits(2);
        Files.write(wrong, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        Cli.run("history", "import", toy, wrong).exits(2);
        Cli own = Cli.run("history", "import", toy, folder.resolve("attune.db/toy.jsonl")).exits(2);
        assertTrue(own.err().contains("--reuse"), own.err());
        assertFalse(Files.exists(folder.resolve("attune.db")));
    }

    @Test
    void theRecordsBeforeACutCanBeKept() throws Exception {
        Path cut = folder.resolve("cut.json");
        String text = Files.readString(theirs);
        Files.writeString(cut, text.substring(0, text.indexOf("\"u2\"")));
        Cli refused = Cli.run("history", "import", toy, cut).exits(2);
        assertTrue(refused.err().contains("1 whole record stands before that"), refused.err());
        assertTrue(refused.err().contains("Maybe import these: --keep-readable"), refused.err());
        assertFalse(Files.exists(folder.resolve("attune.db")));
        Cli kept = Cli.run("history", "import", toy, cut, "--keep-readable").exits(0);
        assertTrue(kept.out().startsWith(cut + ": 1 record, 1 imported"), kept.out());
        assertTrue(kept.out().contains("It is damaged, and what follows is left out: line 4"));
    }

    @Test
    void theProblemComesFirst() throws Exception {
        Cli turned = Cli.run("history", "import", theirs, toy).exits(2);
        assertTrue(
                turned.err().contains("Maybe: attune history import " + toy + " " + theirs),
                turned.err());
        Path json = Files.writeString(folder.resolve("p.json"), "{\"parameter_space\": 3}");
        Cli other = Cli.run("history", "import", theirs, json, theirs).exits(2);
        assertTrue(other.err().startsWith("The problem file comes first"), other.err());
    }
}
