package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
