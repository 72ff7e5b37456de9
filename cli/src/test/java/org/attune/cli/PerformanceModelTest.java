package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Performance models of a problem file, from check to the report. */
class PerformanceModelTest {
    /** seconds = (x - 7)² + n + 1, plus 100 for kind b. */
    private static final String TOY =
            Cli.TOY.replace("tuner: walk", "tuner: gp-lcm").replace("trials: 5", "trials: 8")
                    + """
                    performance_models:
                      rough: "abs(x - 7)"
                      exact: {terms: {square: "(x - 7)**2", level: "1", wrong: "100 if kind == 'b' else 0", none: "0"}}
                      hole: "1 / (x - 7)"
                    """;

    @TempDir Path folder;

    @Test
    void checkSaysWhatIsWrong() {
        String out = Cli.run("check", Cli.problem(folder, TOY)).exits(0).out();
        assertTrue(
                out.contains("note: term 'none' of performance model 'exact' is always 0 in task"),
                out);
        assertTrue(out.contains("note: performance model 'hole' has no value at "), out);
    }

    @Test
    void theirQualityIsReported() {
        Path toy = Cli.problem(folder, TOY);
        Cli.run("tune", toy).exits(0);
        String shown = Cli.run("surrogate", "show", toy).exits(0).out();
        assertTrue(shown.contains("performance model"), shown);
        assertTrue(shown.contains("square=1.00 level=2.00"), shown);
        Map<?, ?> json = Cli.run("surrogate", "show", toy, "--json").exits(0).json();
        for (int task = 0; task < 2; task++) {
            List<?> models =
                    (List<?>)
                            ((Map<?, ?>) ((List<?>) json.get("tasks")).get(task))
                                    .get("performance_models");
            assertEquals(
                    List.of("rough", "exact", "hole"),
                    models.stream().map(m -> ((Map<?, ?>) m).get("model")).toList());
            var exact = (Map<?, ?>) models.get(1);
            assertEquals("seconds", exact.get("objective"));
            double level =
                    ((Number) ((Map<?, ?>) exact.get("coefficients")).get("level")).doubleValue();
            assertEquals(2 + task, level, 1e-6);
        }
    }

    private static final String PROGRAM =
            Cli.TOY.replace("tuner: walk", "tuner: gp-lcm").replace("trials: 5", "trials: 6")
                    + """
                    performance_models:
                      short:
                        command: [sh, -c, "echo {n} {x} >> runs.log; echo short=$(({n} * 3))"]
                        runs: 7
                        workdir: .
                    """;

    private long runs() throws IOException {
        return Files.readAllLines(folder.resolve("runs.log")).size();
    }

    /** It is run at seven configurations of both tasks, once, and again where it has changed. */
    @Test
    void aProgramIsRunOnceAndKept() throws IOException {
        Path toy = Cli.problem(folder, PROGRAM);
        String checked = Cli.run("check", toy).exits(0).out();
        assertTrue(checked.contains("short: a program, run at 14 configurations"), checked);
        Cli first = Cli.run("ask", toy).exits(0);
        assertTrue(first.err().contains("it is run at 14 configurations"), first.err());
        assertEquals(14, runs());
        Cli.run("ask", toy).exits(0);
        Cli.run("tune", toy).exits(0);
        assertEquals(14, runs());
        String shown = Cli.run("surrogate", "show", toy).exits(0).out();
        assertTrue(shown.contains("short"), shown);
        assertEquals(14, runs());
        Path more = Cli.problem(folder, PROGRAM.replace("runs: 7", "runs: 8"));
        Cli.run("ask", more, "--trials", "9").exits(0);
        assertEquals(16, runs());
        Path other = Cli.problem(folder, PROGRAM.replace("* 3", "* 4"));
        Cli edited = Cli.run("ask", other, "--trials", "9").exits(0);
        assertTrue(edited.err().contains("performance_models were edited"), edited.err());
        assertEquals(30, runs());
    }

    /** A program that never gives a value is said to be of no use; tuning goes on without it. */
    @Test
    void aProgramThatFailsIsDoneWithout() {
        Path toy = Cli.problem(folder, PROGRAM.replace("echo short=", "exit 3; echo short="));
        Cli tuned = Cli.run("tune", toy).exits(0);
        assertTrue(tuned.err().contains("'short' gave no value at 14 of these"), tuned.err());
        Cli missing =
                Cli.run("check", Cli.problem(folder, PROGRAM.replace("[sh,", "[no_such_program,")))
                        .exits(2);
        assertTrue(missing.err().contains("performance_models.short.command"), missing.err());
    }

    /** The models are those of the file at each step; a study goes on with others. */
    @Test
    void askAndTellUseThemAndAChangeIsSaid() {
        Path toy = Cli.problem(folder, TOY);
        for (int trial = 1; trial <= 12; trial++) {
            String asked = Cli.run("ask", toy).exits(0).out();
            assertTrue(asked.startsWith("trial=" + trial + " "), asked);
            String seconds = "seconds=" + (3 + trial % 5);
            Cli.run("tell", toy, "--trial", "" + trial, "--output", seconds).exits(0);
        }
        Path changed = Cli.problem(folder, TOY.replace("\"abs(x - 7)\"", "\"abs(x - 8)\""));
        Cli next = Cli.run("ask", changed).exits(0);
        assertTrue(next.err().contains("performance_models were edited"), next.err());
    }
}
