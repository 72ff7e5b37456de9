package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Commands on a file of GPTune in place of a journal. */
@Timeout(180)
class RciStoreTest {
    @TempDir Path folder;
    private Path toy;
    private Path db;

    @BeforeEach
    void writeProblem() {
        toy = Cli.toy(folder);
        db = folder.resolve("gptune.db/toy.json");
    }

    private Cli run(Object... words) {
        var all = new java.util.ArrayList<Object>(List.of(words));
        all.addAll(List.of("--db-format", "gptune"));
        return Cli.run(all.toArray());
    }

    private static List<String> outputs(Cli list) {
        return ((List<?>) list.exits(0).json().get("trials"))
                .stream()
                        .map(t ->
                                ((Map<?, ?>) t).get("state") + " " + ((Map<?, ?>) t).get("outputs"))
                        .toList();
    }

    @Test
    void theSameTrialsAsWithAJournal() {
        run("tune", toy).exits(0);
        Cli.run("tune", toy).exits(0);
        assertEquals(
                outputs(Cli.run("history", "list", toy, "--json")),
                outputs(run("history", "list", toy, "--json")));
        assertEquals(
                outputs(Cli.run("history", "list", toy, "--history", db, "--json")),
                outputs(run("history", "list", toy, "--json")),
                "a history NAME.json is one of GPTune");
        assertTrue(run("best", toy).exits(0).out().contains("gptune.db"));
        run("history", "stats", toy).exits(0);
        run("history", "show", toy, "3").exits(0);
        run("tune", toy, "--trials", "6").exits(0);
        run("run", toy, "--task", "n=1", "--set", "x=3").exits(0);
        Cli tell = run("tell", toy, "--trial", "1", "--correct", "--output", "seconds=5");
        tell.exits(0);
        run("history", "withdraw", toy, "2", "--why", "busy").exits(0);
        assertEquals(13, outputs(run("history", "list", toy, "--json")).size());
    }

    @Test
    void anExportOfTheFileIsOneThatGptuneReads() throws IOException {
        run("ask", toy, "--count", "2").exits(0);
        run("tell", toy, "--trial", "1", "--failed", "timeout").exits(0);
        assertTrue(Files.readString(db).contains("\"seconds\": \"timeout\""));
        Path out = folder.resolve("out.json");
        run("history", "export", toy, "--format", "gptune", "--to", out).exits(0);
        assertTrue(Files.readString(out).contains("\"seconds\": NaN"));
        assertFalse(Files.readString(out).contains("RCI_measure"));
    }

    @Test
    void whatGetsNoResultIsHandedOutThreeTimesAndThenFails() throws Exception {
        var processes = new CliProcesses(folder);
        Object[] ask = {"ask", "toy.yaml", "--db-format", "gptune"};
        processes.exits(0, processes.start(ask));
        for (int i = 2; i <= 3; i++) {
            String err = processes.exits(0, processes.start(ask));
            assertTrue(
                    err.contains(
                            "Trial 1 (func_eval[0]) has no result, and is handed out again (%d of 3"
                                    .formatted(i)),
                    err);
            assertEquals("trial=1 n=1 x=10 kind=a", processes.lines("out", 1).getFirst());
        }
        String err = processes.exits(0, processes.start(ask));
        assertTrue(err.contains("Trial 1 (func_eval[0]) has failed: no result came"), err);
        assertEquals("trial=2 n=2 x=10 kind=a", processes.lines("out", 1).getFirst());
        processes.exits(
                0, processes.start("ask", "toy.yaml", "--db-format", "gptune", "--no-reissue"));
        assertTrue(processes.lines("out", 1).getFirst().startsWith("trial=3 "));
        assertEquals(
                List.of("failed {}", "pending {}", "pending {}"),
                outputs(run("history", "list", toy, "--json")));
        Files.writeString(
                db, Files.readString(db).replace("\"seconds\": \"crash\"", "\"seconds\": 8"));
        assertEquals(
                "measured {seconds=8.0}",
                outputs(run("history", "list", toy, "--json")).getFirst(),
                "a number that comes late counts");
    }

    @Test
    void recordsOfGptuneCount() throws IOException {
        Files.createDirectories(db.getParent());
        Files.writeString(
                db,
                """
                {"tuning_problem_name": "toy", "surrogate_model": [], "func_eval": [
                  {"task_parameter": {"n": 1}, "tuning_parameter": {"x": 3, "kind": "b"},
                   "machine_configuration": {"machine_name": "cori"}, "uid": "u1",
                   "evaluation_result": {"seconds": 7}, "source": "measure"},
                  {"task_parameter": {"n": 1}, "tuning_parameter": {"x": 4, "kind": "b"},
                   "machine_configuration": {"machine_name": "summit"}, "uid": "u2",
                   "evaluation_result": {"seconds": 7}, "source": "measure"},
                  {"task_parameter": {"n": 5}, "tuning_parameter": {"x": 3, "kind": "b"}, "uid": "u3",
                   "evaluation_result": {"seconds": 7}, "source": "measure"}]}
                """);
        Cli ask = run("ask", toy, "--machine", "cori").exits(0);
        assertTrue(ask.err().contains("1 record that other programs wrote taken over"), ask.err());
        assertTrue(ask.err().contains("Not taken over: 1 record (of machine 'summit')"), ask.err());
        assertEquals(
                List.of("measured {seconds=7.0}", "pending {}"),
                outputs(run("history", "list", toy, "--json")));
        Cli all = run("ask", toy).exits(0);
        assertTrue(all.err().contains("1 record that other programs wrote taken over"), all.err());
        assertTrue(all.err().contains("Not taken over: 1 record (of another task)"), all.err());
        assertEquals(4, outputs(run("history", "list", toy, "--json")).size());
    }

    @Test
    void mistakesAreNamed() throws IOException {
        assertTrue(run("best", toy).exits(2).err().contains("There is no history"));
        run("ask", toy).exits(0);
        assertTrue(run("history", "check", toy).exits(2).err().contains("is for journals"));
        run("history", "repair", toy).exits(2);
        Cli.run("ask", toy, "--db-format", "sqlite").exits(2);
        assertTrue(
                Cli.run("ask", toy, "--history", db, "--db-format", "attune")
                        .exits(2)
                        .err()
                        .contains("is no journal. Maybe a file of GPTune was meant"));
        Files.writeString(db, Files.readString(db).substring(0, 300));
        Cli cut = run("ask", toy).exits(2);
        assertTrue(
                cut.err().contains("is damaged") && cut.err().contains("toy.json.last"), cut.err());
    }
}
