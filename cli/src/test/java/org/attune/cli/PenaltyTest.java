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
import java.util.regex.Pattern;

/** A program that gives 1e30 where it fails. */
class PenaltyTest {
    private static final String OUTPUT = "output_space: [{name: seconds, unit: s}]";

    @TempDir Path folder;
    private Path problem;

    /** seconds = x + 1, and 1e30 from x = 6 on. */
    @BeforeEach
    void files() throws IOException {
        Files.writeString(
                folder.resolve("huge.sh"),
                "[ $1 -ge 6 ] && echo s=1e30 || echo \"s=$(($1 + 1))\"\n");
        problem =
                Files.writeString(
                        folder.resolve("huge.yaml"),
                        """
                        tuning_problem_name: huge
                        parameter_space:
                          - {name: x, type: integer, lower_bound: 1, upper_bound: 9}
                        output_space: [{name: seconds, unit: s}]
                        tuner: {name: gp-lcm, options: {initial: 2}}
                        trials: 9
                        evaluation:
                          command: [sh, huge.sh, "{x}"]
                          outputs: {seconds: {regex: "s=([0-9e]+)"}}
                        """);
        for (String x : List.of("2", "7", "4", "9", "3")) {
            Cli.run("run", problem, "--set", "x=" + x).exits(0);
        }
    }

    private static Map<?, ?> task(Cli cli) {
        return (Map<?, ?>) ((List<?>) cli.exits(0).json().get("tasks")).getFirst();
    }

    @Test
    void penaltiesCountAsFailuresAndAreSaid() {
        String best = Cli.run("best", problem).exits(0).out();
        assertTrue(
                best.contains(
                        "Failed: 2 of 5 trials (2 wrong-answer). The last: trial 4, wrong-answer:"
                                + " seconds = 1e+30"),
                best);
        assertTrue(
                best.contains(
                        "Of these, 2 have a value that is taken for a penalty (seconds = 1e+30)."
                                + " Where that is wrong, say 'penalty: none'"),
                best);
        Map<?, ?> task = task(Cli.run("best", problem, "--json"));
        assertEquals(2, task.get("failed"));
        assertEquals(2, task.get("penalties"));
        String shown = Cli.run("surrogate", "show", problem).exits(0).out();
        assertTrue(
                shown.contains("5 trials: 3 measured, 2 failed (2 with a penalty), 0 pending"),
                shown);
        Map<?, ?> model = task(Cli.run("surrogate", "show", problem, "--json"));
        assertEquals(3, model.get("measured"));
        assertEquals(2, model.get("failed"));
        assertEquals(2, model.get("penalties"));
        String listed = Cli.run("history", "list", problem).exits(0).out();
        assertTrue(listed.contains("taken for a penalty: seconds=1e+30"), listed);
        assertTrue(
                listed.contains(
                        "2 trials have a value that is taken for a penalty (seconds = 1e+30)."
                                + " Where that is wrong, say 'penalty: none'"),
                listed);
        String json = Cli.run("history", "list", problem, "--json").exits(0).out();
        assertTrue(json.contains("\"penalty\": \"seconds = 1e+30\""), json);
        String second = Cli.run("history", "show", problem, "2").exits(0).out();
        assertTrue(second.matches("(?s).*\\bpenalty +seconds = 1e\\+30.*"), second);
        String predicted = Cli.run("predict", problem, "--set", "x=8", "--json").exits(0).out();
        assertTrue(predicted.contains("\"failure_probability\""), predicted);
    }

    /** A value that is found to be one is marked as it comes, and said once with its key. */
    @Test
    void penaltiesAreSaidWhileTuning() {
        String shown =
                Cli.run("tune", problem, "--study", "live", "--tuner", "sobol", "--trials", "16")
                        .exits(0)
                        .err();
        String note = "a value that is taken for a penalty (seconds = 1e+30)";
        assertTrue(shown.contains("-> taken for a penalty: seconds=1e+30;"), shown);
        assertEquals(2, shown.split(Pattern.quote(note)).length, shown);
    }

    @Test
    void whoSaysThatThereAreNoneIsBelieved() throws IOException {
        Files.writeString(
                problem,
                Files.readString(problem)
                        .replace(OUTPUT, OUTPUT.replace("unit: s", "unit: s, penalty: none")));
        Map<?, ?> task = task(Cli.run("best", problem, "--json"));
        assertEquals(0, task.get("failed"));
        assertFalse(task.containsKey("penalties"));
    }

    /** From a declared penalty on nothing is the best, be it all there is. */
    @Test
    void aDeclaredOneIsNeverTheBest() throws IOException {
        Files.writeString(
                problem,
                Files.readString(problem)
                        .replace(OUTPUT, OUTPUT.replace("unit: s", "unit: s, penalty: 3")));
        String best = Cli.run("best", problem).exits(0).out();
        assertTrue(best.contains("penalty"), best);
    }

    /** Two of five trials have one. */
    @Test
    void sensitivityLeavesPenaltiesOut() {
        Cli few = Cli.run("sensitivity", problem, "--method", "data").exits(2);
        assertTrue(few.err().startsWith("3 measured trials: "), few.err());
    }
}
