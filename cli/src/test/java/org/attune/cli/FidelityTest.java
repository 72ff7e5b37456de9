package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A problem whose runs can be cheaper: a run on a grid of 10 costs a sixteenth of one on 40. */
class FidelityTest {
    private static final String MESH =
            """
            tuning_problem_name: mesh
            parameter_space:
              - {name: x, type: integer, lower_bound: 0, upper_bound: 20, default: 10}
            output_space:
              - {name: seconds, type: real, unit: s}
            fidelity: {name: grid, lower_bound: 10, upper_bound: 40, type: integer, cost: "grid**2", levels: [10, 20, 40]}
            trials: 6
            evaluation:
              command: [sh, mesh.sh, "{x}", "{grid}"]
              outputs: {seconds: {regex: "cost=([0-9.]+)"}}
            """;

    @TempDir Path folder;
    private Path mesh;

    @BeforeEach
    void writeProblem() throws IOException {
        mesh = Files.writeString(folder.resolve("mesh.yaml"), MESH);
        Files.writeString(folder.resolve("mesh.sh"), "echo cost=$(( ($1-7)*($1-7) + $2 ))\n");
    }

    /** Eight runs on a grid of 10 that gave -100, and two full ones. */
    private Path table() throws IOException {
        var text = new StringBuilder("x,grid,seconds\n");
        for (int x = 1; x <= 8; x++) {
            text.append(x).append(",10,-100\n");
        }
        return Files.writeString(folder.resolve("t.csv"), text + "3,40,56\n12,40,65\n");
    }

    private static List<Map<?, ?>> trials(Cli listed) {
        return ((List<?>) listed.json().get("trials"))
                .stream().<Map<?, ?>>map(t -> (Map<?, ?>) t).toList();
    }

    @Test
    void checkSaysWhatRunsCost() {
        Cli check = Cli.run("check", mesh).exits(0);
        assertTrue(
                check.out()
                        .contains(
                                "Fidelity grid: 10, 20, 40; full run at 40, the cheapest costs"
                                        + " 0.0625 of it"),
                check.out());
    }

    /** Sixteenths of a run say nothing of the time that full ones take. */
    @Test
    void theTimeThatIsLeftIsSaidFromAFullRunOn() throws IOException {
        Files.writeString(mesh, MESH.replace(", default: 10", ""));
        Cli tuned = Cli.run("tune", mesh, "--tuner", "mf").exits(0);
        List<String> lines = tuned.err().lines().filter(l -> l.startsWith("trial ")).toList();
        assertFalse(lines.getFirst().contains(" left"), tuned.err());
        assertTrue(lines.stream().anyMatch(l -> l.endsWith(" left")), tuned.err());
    }

    @Test
    void tunersThatUseNoFidelitiesRunFullOnes() throws Exception {
        Cli ask = Cli.run("ask", mesh, "--tuner", "walk", "--trials", "3").exits(0);
        assertEquals("trial=1 x=10 grid=40", ask.out().strip());
        assertTrue(
                ask.err().contains("Tuner 'walk' uses full runs alone: 'grid' is 40"), ask.err());
        Cli.run("tell", mesh, "--trial", "1", "--output", "seconds=49").exits(0);
        Cli tuned = Cli.run("tune", mesh).exits(0);
        assertTrue(tuned.err().contains("(3 of 3): x="), tuned.err());
        for (Map<?, ?> t : trials(Cli.run("history", "list", mesh, "--json").exits(0))) {
            assertEquals(1.0, t.get("fidelity"));
            assertEquals(Map.of("grid", 40), t.get("quantity"));
            double seconds = ((Number) ((Map<?, ?>) t.get("outputs")).get("seconds")).doubleValue();
            assertTrue(seconds >= 40, "the command was told the full grid");
        }
        Cli next = Cli.run("ask", mesh, "--trials", "4", "--json").exits(0);
        Map<?, ?> trial = trials(next).getFirst();
        assertEquals(Map.of("grid", 40), trial.get("quantity"));
        assertEquals("40", ((List<?>) trial.get("command")).getLast());
    }

    /** What was imported is kept, counts for its cost, and is neither the best nor learned from. */
    @Test
    void cheapRunsAreKeptAndNotMistakenForFullOnes() throws Exception {
        Cli imported = Cli.run("history", "import", mesh, table(), "--tuner", "gp-lcm").exits(0);
        assertTrue(imported.out().contains("3 trials are left to run"), imported.out());
        List<Map<?, ?>> all = trials(Cli.run("history", "list", mesh, "--json").exits(0));
        assertEquals(10, all.size());
        assertEquals(0.0625, all.getFirst().get("fidelity"));
        assertTrue(Cli.run("history", "list", mesh).exits(0).out().contains("x=1 grid=10"));
        Cli best = Cli.run("best", mesh, "--json").exits(0);
        Map<?, ?> task = (Map<?, ?>) ((List<?>) best.json().get("tasks")).getFirst();
        assertEquals(9, ((Map<?, ?>) task.get("best")).get("trial"));
        assertEquals(2.5, task.get("full_runs"));
        Cli predicted = Cli.run("predict", mesh, "--set", "x=5", "--json").exits(0);
        assertFalse(predicted.out().contains("-99"), predicted.out());
        Map<?, ?> row = (Map<?, ?>) ((List<?>) predicted.json().get("predictions")).getFirst();
        double median = ((Number) row.get("median")).doubleValue();
        assertTrue(median > 40 && median < 80, "predicted is " + median);
        Cli shown = Cli.run("surrogate", "show", mesh).exits(0);
        assertTrue(shown.out().contains("2 full runs (of 10 trials): 2 measured"), shown.out());
        Cli.run("surrogate", "build", mesh).exits(0);
        Cli stats = Cli.run("history", "stats", mesh, "--json").exits(0);
        Map<?, ?> study = (Map<?, ?>) ((List<?>) stats.json().get("studies")).getFirst();
        assertEquals(2.5, study.get("full_runs"));
    }

    @Test
    void otherStudiesReuseFullRuns() throws Exception {
        Cli.run("history", "import", mesh, table(), "--study", "old").exits(0);
        Cli tuned =
                Cli.run("tune", mesh, "--tuner", "walk", "--trials", "3", "--reuse", "old")
                        .exits(0);
        assertTrue(tuned.err().contains("2 trials of study 'old' taken over"), tuned.err());
        assertTrue(
                tuned.err()
                        .contains(
                                "8 of 10 trials of study 'old' left out: 8 cheaper than a full"
                                        + " run"),
                tuned.err());
    }

    @Test
    void tablesKeepTheQuantity() throws Exception {
        Cli.run("history", "import", mesh, table()).exits(0);
        Path out = folder.resolve("out.csv");
        Cli.run("history", "export", mesh, "--to", out).exits(0);
        assertTrue(Files.readAllLines(out).getFirst().contains("x,grid,seconds"));
        Cli.run("history", "import", mesh, out, "--history", folder.resolve("b.jsonl")).exits(0);
        List<Map<?, ?>> again =
                trials(
                        Cli.run(
                                        "history",
                                        "list",
                                        mesh,
                                        "--json",
                                        "--history",
                                        folder.resolve("b.jsonl"))
                                .exits(0));
        assertEquals(10, again.size());
        assertEquals(0.0625, again.getFirst().get("fidelity"));
    }

    /** A cheap run of a given configuration costs its share, and is none that is summed up. */
    @Test
    void aCheapRunCanBeGiven() {
        Cli run = Cli.run("run", mesh, "--set", "x=3", "--fidelity", "20", "--json").exits(0);
        assertTrue(
                run.out().contains("\"fidelity\": 0.25, \"quantity\": {\"grid\": 20}"), run.out());
        assertTrue(run.out().contains("\"seconds\": 36.0"), run.out());
        assertTrue(Cli.run("best", mesh).exits(0).out().contains("nothing usable was measured"));
        Cli.run("run", mesh, "--set", "x=3").exits(0);
        assertTrue(Cli.run("best", mesh).exits(0).out().contains("56 s"));
        Cli none = Cli.run("run", mesh, "--set", "x=3", "--fidelity", "15").exits(2);
        assertTrue(none.err().contains("15"), none.err());
        Cli word = Cli.run("run", mesh, "--set", "x=3", "--fidelity", "abc").exits(2);
        assertTrue(
                word.err().contains("grid: 'abc' is no number. Its levels are 10, 20, 40."),
                word.err());
        Cli full = Cli.run("run", Cli.toy(folder), "--set", "x=3", "--fidelity", "20").exits(2);
        assertTrue(full.err().contains("problem 'toy' has no fidelity"), full.err());
    }
}
