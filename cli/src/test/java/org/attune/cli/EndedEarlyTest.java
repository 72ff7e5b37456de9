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

/** A study of a program that prints what it has come to on its way. */
class EndedEarlyTest {
    private static final String PROBLEM =
            """
            tuning_problem_name: descent
            parameter_space:
              - {name: x, type: integer, lower_bound: 0, upper_bound: 100}
            output_space: [{name: loss}]
            fidelity: {name: steps, levels: [3, 9]}
            trials: 12
            tuner: {name: TUNER}
            evaluation:
              command: [sh, descent.sh, "{x}", "{steps}"]
              progress: {regex: "step=(\\\\d+) loss=(\\\\d+)", trials: 3}
              outputs: {loss: {regex: "final=(\\\\d+)"}}
            """;

    @TempDir Path folder;

    @BeforeEach
    void writeProgram() throws IOException {
        Files.writeString(
                folder.resolve("descent.sh"),
                """
                for s in $(seq $2); do
                    echo step=$s loss=$(( ($1 - 30) * ($1 - 30) + 90 / s ))
                    sleep 0.1
                done
                echo final=$(( ($1 - 30) * ($1 - 30) + 90 / $2 ))
                """);
    }

    private Path problem(String tuner) throws IOException {
        return Files.writeString(folder.resolve("p.yaml"), PROBLEM.replace("TUNER", tuner));
    }

    private static List<Map<?, ?>> trials(Path problem) {
        return ((List<?>)
                        Cli.run("history", "query", problem, "--json")
                                .exits(0)
                                .json()
                                .get("trials"))
                .stream().<Map<?, ?>>map(t -> (Map<?, ?>) t).toList();
    }

    /** Poor full runs are records at lower fidelities, measured, and the budget counts those. */
    @Test
    void poorRunsEndAndCountWhatTheyReached() throws IOException {
        Path problem = problem("hyperband");
        Cli.run("tune", problem, "--trials", "7").exits(0);
        Cli.run("tune", problem, "--trials", "12").exits(0);
        List<Map<?, ?>> trials = trials(problem);
        double sum = 0;
        int ended = 0;
        for (Map<?, ?> trial : trials) {
            double share = ((Number) trial.get("fidelity")).doubleValue();
            sum += share;
            ended += Math.abs(share - 1) > 1e-9 && Math.abs(share - 1 / 3.0) > 1e-9 ? 1 : 0;
            assertEquals("measured", trial.get("state"), trial.toString());
        }
        assertTrue(ended > 0, "no run was ended: " + trials);
        assertTrue(sum <= 12 + 1e-9 && sum > 11, sum + " full runs");
        assertTrue(trials.size() > 12, trials.size() + " trials");
        Map<?, ?> best = Cli.run("best", problem, "--json").exits(0).json();
        Map<?, ?> task = (Map<?, ?>) ((List<?>) best.get("tasks")).getFirst();
        assertEquals(sum, ((Number) task.get("full_runs")).doubleValue(), 1e-9);
        Cli.run("history", "reparse", problem).exits(0);
        assertEquals(trials.toString(), trials(problem).toString(), "read again it is the same");
    }

    /** Nothing is ended while it is measured again, as often as it takes. */
    @Test
    void whatIsConfirmedRunsToItsEnd() throws IOException {
        Path problem = problem("sobol");
        Cli.run("tune", problem, "--trials", "2").exits(0);
        Cli confirmed = Cli.run("confirm", problem, "--top", "1", "--repeats", "2").exits(0);
        assertTrue(
                confirmed.err().contains("Measuring 1 configuration 2 times each"),
                confirmed.err());
    }

    @Test
    void aTunerOfFullRunsLosesNone() throws IOException {
        Path problem = problem("sobol");
        Cli tuned = Cli.run("tune", problem, "--trials", "6").exits(0);
        assertTrue(tuned.err().contains("uses full runs alone"), tuned.err());
        assertEquals(6, trials(problem).size());
        assertFalse(trials(problem).toString().contains("fidelity=0"));
    }
}
