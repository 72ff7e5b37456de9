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

/** Progress, the end of tune, and confirm know all objectives. */
class SeveralObjectivesTest {
    @TempDir Path folder;
    private Path problem;

    /** seconds = x and megabytes = 20 - x, twice as much of both with kind b. */
    @BeforeEach
    void files() throws IOException {
        Files.writeString(
                folder.resolve("two.sh"),
                "f=1; [ $2 = a ] || f=2\necho \"s=$((f*$1)) m=$((f*(20-$1)))\"\n");
        problem =
                Files.writeString(
                        folder.resolve("two.yaml"),
                        """
                        tuning_problem_name: two
                        parameter_space:
                          - {name: x, type: integer, lower_bound: 1, upper_bound: 19, default: 10}
                          - {name: kind, type: categorical, categories: [a, b], default: b}
                        output_space: [{name: seconds, unit: s}, {name: megabytes, unit: MB}]
                        tuner: walk
                        evaluation:
                          command: [sh, two.sh, "{x}", "{kind}"]
                          outputs:
                            seconds: {regex: "s=([0-9]+)"}
                            megabytes: {regex: "m=([0-9]+)"}
                        """);
    }

    /** x is for the seconds, z for the megabytes, and idle for nothing. */
    @Test
    void whatAnObjectiveNeedsIsNotFixed() throws IOException {
        Files.writeString(
                folder.resolve("two.sh"),
                "echo \"s=$((($1-3)*($1-3)+1)) m=$((($2-9)*($2-9)+1))\"\n");
        String kind = "{name: kind, type: categorical, categories: [a, b], default: b}";
        Files.writeString(
                problem,
                Files.readString(problem)
                        .replace(
                                kind,
                                """
                                {name: z, type: integer, lower_bound: 1, upper_bound: 19}
                                  - {name: idle, type: real, lower_bound: 0, upper_bound: 1}\
                                """)
                        .replace("kind", "z")
                        .replace("tuner: walk", "tuner: sobol"));
        Cli.run("tune", problem, "--trials", 40).exits(0);
        Cli alone =
                Cli.run("sensitivity", problem, "--samples", 64, "--fix", "--output", "seconds")
                        .exits(0);
        assertTrue(
                alone.out().matches("(?s).*Can be fixed: (idle=\\S+ z|z=\\S+ idle)=.*"),
                alone.out());
        Cli both = Cli.run("sensitivity", problem, "--samples", 64, "--fix").exits(0);
        assertEquals(
                2,
                both.out()
                        .lines()
                        .filter(l -> l.matches("Can be fixed for all outputs: idle=\\S+"))
                        .count(),
                both.out());
        assertTrue(both.err().contains("Can idle be fixed?"), both.err());
    }

    @Test
    void outputsAreToldTogetherOrOneByOne() {
        Cli.run("ask", problem, "--count", "2").exits(0);
        Cli.run("tell", problem, "--trial", "1", "--output", "seconds=1", "megabytes=2").exits(0);
        Cli.run("tell", "--trial", "2", "--output", "seconds=1", "--output=megabytes=2", problem)
                .exits(0);
        for (Map<?, ?> trial : CliProcesses.trials(problem, "main")) {
            assertEquals(Map.of("seconds", 1.0, "megabytes", 2.0), trial.get("outputs"));
        }
        Cli alone = Cli.run("tell", problem, "--trial", "2", "--correct", "--output", "3").exits(2);
        assertTrue(alone.err().contains("--output needs name=value, not '3'."), alone.err());
    }

    private void run(String x, String kind) {
        Cli.run("run", problem, "--set", "x=" + x, "kind=" + kind).exits(0);
    }

    /** What a run printed made the table wide, once for each objective. */
    @Test
    void theTableOfConfirmHasTheCausesOfFailuresAlone() throws IOException {
        String task =
                """
                input_space: [{name: mesh, type: categorical, categories: [a mesh, b]}]
                tasks: [{mesh: a mesh}]
                parameter_space:\
                """;
        Files.writeString(
                problem, Files.readString(problem).replace("parameter_space:", task.strip()));
        run("3", "a");
        Files.writeString(folder.resolve("two.sh"), "echo 'a long line'; exit 3\n");
        Cli failed = Cli.run("confirm", problem, "--repeats", "1").exits(0);
        assertTrue(failed.err().contains("trial 1: crash: exit code 3"), failed.err());
        assertTrue(failed.out().contains("crash") && !failed.out().contains("exit code"));
        assertTrue(failed.out().contains("\nmesh='a mesh': measured again, 0"), failed.out());
    }

    @Test
    void confirmMeasuresTheFront() {
        run("10", "b");
        for (String x : List.of("3", "9", "15", "12", "6")) {
            run(x, "a");
        }
        run("4", "b");
        Map<String, Object> json =
                Cli.run("confirm", problem, "--repeats", "2", "--json").exits(0).json();
        assertEquals(List.of(1, 2, 3, 4, 5, 6), trials(json), "the default and the front");
        var second = (Map<?, ?>) ((List<?>) json.get("finalists")).get(1);
        assertEquals(Map.of("seconds", 3.0, "megabytes", 17.0), second.get("again"));
        Map<String, Object> spread =
                Cli.run("confirm", problem, "--repeats", "1", "--top", "3", "--json")
                        .exits(0)
                        .json();
        assertEquals(List.of(1, 2, 3, 4), trials(spread).stream().sorted().toList());
        String table = Cli.run("confirm", problem, "--repeats", "2").exits(0).out();
        assertTrue(table.contains("seconds before") && table.contains("megabytes before"), table);
        assertTrue(
                table.contains(
                        "Front: measured again, 5 of 6 are on the front: trial 2, trial 6,"
                                + " trial 3, trial 5, trial 4; hypervolume"),
                table);
        assertTrue(
                table.contains(" from the reference point seconds 16.2 s, megabytes 18.2 MB"),
                table);
        assertTrue(table.contains("best %s --trial 2 --format".formatted(problem)), table);
        var verdict = (Map<?, ?>) ((List<?>) json.get("verdicts")).getFirst();
        assertEquals(List.of(2, 6, 3, 5, 4), verdict.get("front"));
        assertTrue(table.contains(verdict.get("statement").toString()), table);
    }

    private static List<Object> trials(Map<String, Object> json) {
        return ((List<?>) json.get("finalists"))
                .stream().map(f -> (Object) ((Map<?, ?>) f).get("trial")).sorted().toList();
    }

    @Test
    void theFrontStandsByItsFirstObjective() {
        run("10", "a");
        run("15", "a");
        run("3", "a");
        Path own = withDefaultOnTheFront();
        String next = Cli.run("confirm", own, "--repeats", "1").exits(0).out();
        assertTrue(next.contains("best %s --trial 3 --format".formatted(own)), next);
        Cli shown = Cli.run("best", own).exits(0);
        List<String> rows =
                shown.lines().stream()
                        .filter(l -> l.endsWith("kind=a"))
                        .map(l -> l.replaceAll(" +", " "))
                        .toList();
        assertEquals(
                List.of(
                        "- 3 3 s 17 MB x=3 kind=a",
                        "- 1, default 10 s 10 MB x=10 kind=a",
                        "- 2 15 s 5 MB x=15 kind=a"),
                rows,
                shown.out());
        assertEquals(
                "trial=3 x=3 kind=a\ntrial=1 x=10 kind=a\ntrial=2 x=15 kind=a\n",
                Cli.run("best", own, "--format", "env").exits(0).out());
        assertTrue(
                Cli.run("best", own, "--format", "env", "--prefix", "P_")
                        .exits(0)
                        .out()
                        .startsWith("P_trial=3 P_x=3 "));
    }

    private Path withDefaultOnTheFront() {
        try {
            return Files.writeString(
                    problem, Files.readString(problem).replace("default: b", "default: a"));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void whatIsMostImportantIsSaidOfAnObjective() {
        Cli tuned = Cli.run("tune", problem, "--tuner", "gp-lcm", "--trials", "12").exits(0);
        assertTrue(tuned.out().contains("\nMost important for seconds: "), tuned.out());
    }

    @Test
    void progressAndTheEndShowAllOutputsAndTheFront() {
        Cli tuned = Cli.run("tune", problem, "--trials", "4").exits(0);
        List<String> lines = tuned.err().lines().filter(l -> l.startsWith("trial ")).toList();
        assertEquals(4, lines.size(), tuned.err());
        for (String line : lines) {
            assertTrue(
                    line.matches(
                            ".*seconds=\\d+ megabytes=\\d+; (joins the )?front of \\d"
                                    + " trials?(;.*)?"),
                    line);
        }
        assertTrue(lines.getFirst().contains("; joins the front of 1 trial"), lines.getFirst());
        assertTrue(tuned.err().contains(": 1 task, 4 trials, tuner"), tuned.err());
        assertTrue(tuned.out().contains("Front: "), tuned.out());
        assertTrue(tuned.out().contains("that no other dominates"), tuned.out());
        assertTrue(tuned.out().contains("'confirm' measures it"), tuned.out());
        assertFalse(tuned.err().contains("; best "), tuned.err());
    }
}
