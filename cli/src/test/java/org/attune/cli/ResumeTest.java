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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A program that appends a line for each step that it makes, and goes on from the steps of the run
 * before it: what was done can be counted, and compared with what it is said to have cost.
 */
class ResumeTest {
    private static final String PROBLEM =
            """
            tuning_problem_name: steps
            parameter_space:
              - {name: x, type: integer, lower_bound: 0, upper_bound: 1000}
            output_space: [{name: y}]
            fidelity: {name: steps, levels: [10, 30, 90], resume: true}
            trials: 6
            tuner: {name: asha}
            evaluation:
              command: [sh, steps.sh, "{x}", "{steps}", "{parent_workdir}", "{workdir}"]
              outputs: {y: {regex: "y=([0-9.]+)"}}
            """;

    @TempDir Path folder;
    private Path problem;

    @BeforeEach
    void writeProblem() throws IOException {
        problem = Files.writeString(folder.resolve("p.yaml"), PROBLEM);
        Files.writeString(
                folder.resolve("steps.sh"),
                """
                [ -z "$3" ] || cp "$3/state" "$4/state"
                touch "$4/state"
                n=$(wc -l < "$4/state")
                while [ $n -lt $2 ]; do
                    n=$((n + 1))
                    echo $n >> "$4/state"
                    echo step >> "$4/../../../done"
                done
                echo y=$(( ($1 - 300) * ($1 - 300) + 1000 / n ))
                """);
    }

    private long done() throws IOException {
        try (var files = Files.walk(folder)) {
            long steps = 0;
            for (Path file : files.filter(f -> f.endsWith("done")).toList()) {
                steps += Files.readAllLines(file).size();
            }
            return steps;
        }
    }

    private List<Map<?, ?>> trials() {
        return ((List<?>)
                        Cli.run("history", "query", problem, "--json")
                                .exits(0)
                                .json()
                                .get("trials"))
                .stream().<Map<?, ?>>map(t -> (Map<?, ?>) t).toList();
    }

    /**
     * Of each configuration the program has made as many steps as its dearest level has, once; and
     * the budget has been used but for less than a full run.
     */
    private void assertCounted(int fullRuns) throws IOException {
        var most = new HashMap<Object, Double>();
        for (Map<?, ?> trial : trials()) {
            double share = ((Number) trial.get("fidelity")).doubleValue();
            most.merge(trial.get("configuration"), share, Math::max);
        }
        double sum = most.values().stream().mapToDouble(v -> v).sum();
        assertEquals(sum, done() / 90.0, 1e-9);
        assertTrue(sum <= fullRuns + 1e-9 && sum > fullRuns - 1, sum + " of " + fullRuns);
        assertTrue(most.size() < trials().size(), "nothing was promoted");
    }

    @Test
    void theProgramDoesWhatTheBudgetCounts() throws IOException {
        Cli.run("tune", problem).exits(0);
        assertCounted(6);
        long full =
                trials().stream()
                        .filter(t -> ((Number) t.get("fidelity")).doubleValue() == 1)
                        .count();
        assertTrue(full >= 2, full + " full runs");
    }

    /** What a run went on from, and what it cost, is shown with it. */
    @Test
    void theRunThatATrialGoesOnFromIsShown() {
        Cli.run("tune", problem, "--trials", "3").exits(0);
        Map<?, ?> whole =
                trials().stream()
                        .filter(t -> ((Number) t.get("fidelity")).doubleValue() == 1)
                        .reduce((a, b) -> b)
                        .orElseThrow();
        Map<?, ?> shown =
                Cli.run("history", "show", problem, whole.get("trial").toString(), "--json")
                        .exits(0)
                        .json();
        assertEquals(60 / 90.0, ((Number) shown.get("cost")).doubleValue(), 1e-9);
        Map<?, ?> parent =
                Cli.run("history", "show", problem, shown.get("parent").toString(), "--json")
                        .exits(0)
                        .json();
        assertEquals("{steps=30}", parent.get("quantity").toString());
        assertEquals(whole.get("configuration"), parent.get("configuration"));
    }

    @Test
    void soItIsWithSlotsAndAfterARestart() throws IOException {
        Cli.run("tune", problem, "--trials", "3", "--parallel", "4").exits(0);
        assertCounted(3);
        Cli.run("tune", problem, "--trials", "6", "--parallel", "4").exits(0);
        assertCounted(6);
    }

    @Test
    void workersGoOnFromEachOthersRuns() throws IOException {
        Cli.run("worker", problem, "--trials", "3").exits(0);
        Cli.run("worker", problem, "--trials", "6").exits(0);
        assertCounted(6);
    }

    @Test
    void askNamesTheParent() throws IOException {
        String first = Cli.run("ask", problem).exits(0).out();
        assertTrue(first.startsWith("trial=1 parent_trial= x="), first);
        for (int n = 1; n < 3; n++) {
            Cli.run("tell", problem, "--trial", n, "--output", "y=" + n).exits(0);
            Cli.run("ask", problem).exits(0);
        }
        Cli.run("tell", problem, "--trial", 3, "--output", "y=7").exits(0);
        Map<?, ?> run =
                (Map<?, ?>)
                        ((List<?>) Cli.run("ask", problem, "--json").exits(0).json().get("trials"))
                                .getFirst();
        assertEquals(1, ((Number) run.get("parent")).intValue(), "the best of three");
        assertEquals(20 / 90.0, ((Number) run.get("cost")).doubleValue(), 1e-9);
        assertEquals(30 / 90.0, ((Number) run.get("fidelity")).doubleValue(), 1e-9);
        assertFalse(run.containsKey("parent_workdir"), "nothing has run here");
    }

    /** The best configuration is run anew: its command goes on from nothing. */
    @Test
    void theCommandOfTheBestStartsFromTheBeginning() throws IOException {
        Cli.run("tune", problem, "--trials", "4").exits(0);
        String command = Cli.run("best", problem, "--format", "command").exits(0).out();
        assertTrue(command.contains(" 90 '' "), command);
        Path page = folder.resolve("page");
        Cli.run("report", problem, "--no-model", "--out", page).exits(0);
        String html = Files.readString(page.resolve("index.html"));
        Matcher use = Pattern.compile("command of trial \\d+\">(.*)</pre>").matcher(html);
        assertTrue(use.find() && use.group(1).contains(" 90 &#39;&#39; "), use.group(1));
    }

    @Test
    void checkSaysThatRunsGoOn() {
        String out = Cli.run("check", problem).exits(0).out();
        assertTrue(out.contains("runs go on from cheaper ones"), out);
    }
}
