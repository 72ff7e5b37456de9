package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Control;
import org.attune.api.Normalisation;
import org.attune.api.Outcome;
import org.attune.api.Records;
import org.attune.history.Journal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A machine that drifts, as a file says that the program reads. */
@Timeout(300)
class DriftTest {
    private static final String PROBLEM =
            """
            tuning_problem_name: drifts
            parameter_space:
              - {name: x, type: integer, lower_bound: 0, upper_bound: 20, default: 10}
              - {name: z, type: real, lower_bound: 0, upper_bound: 1, default: 0.5}
            output_space: [{name: y, unit: s}]
            trials: 24
            tuner: random
            drift: {every: 3, normalise: true}
            evaluation:
              command: [sh, run.sh, "{x}"]
              outputs: {y: {regex: "y=(.*)"}}
            """;

    /** Noise of a percent by the number of the run; 50 % slower from run 20 on. */
    private static final String RUN =
            """
            echo "$1" >> ran
            n=$(wc -l < ran)
            awk -v x=$1 -v n=$n 'BEGIN { f = n > 20 ? 1.5 : 1; print "y=" f * (10 + (x - 7) ^ 2 / 10) * (1 + 0.01 * sin(n * 7)) }'
            """;

    @TempDir Path folder;
    private Path problem;

    @BeforeEach
    void write() throws IOException {
        problem = folder.resolve("problem.yaml");
        Files.writeString(problem, PROBLEM);
        Files.writeString(folder.resolve("run.sh"), RUN);
    }

    private Records records() {
        Path file = folder.resolve("attune.db").resolve("drifts.jsonl");
        try (var journal = Journal.open(file, "drifts")) {
            return journal.study("main").records();
        }
    }

    /** Six measurements that rise, by 2 % a run, are too few to be certain: p = 2 · 2 / 6!. */
    @Test
    void aChangeThatIsNotCertainIsNotDenied() throws IOException {
        Files.writeString(
                folder.resolve("run.sh"),
                """
                echo "$1" >> ran
                awk -v n=$(wc -l < ran) 'BEGIN { print "y=" 1 + 0.02 * n }'
                """);
        Files.writeString(problem, PROBLEM.replace("every: 3", "every: 4"));
        String tuned = Cli.run("tune", problem, "--trials", "20").exits(0).out();
        assertTrue(tuned.contains("Normalised: values of "), tuned);
        assertTrue(tuned.contains("Drift: no change is certain in 6 measurements of "), tuned);
    }

    /** As 'tune' does, which does not begin. */
    @Test
    void checkRefusesAConfigurationThatCannotBeMeasuredAgain() throws IOException {
        Files.writeString(problem, PROBLEM + "constraints: {small: x < 10}\n");
        String refused = Cli.run("check", problem).exits(2).err();
        assertTrue(
                refused.contains("drift: the configuration x=10 z=0.5 violates 'small'"), refused);
    }

    @Test
    void itIsSaidAndValuesAreNormalised() throws IOException {
        Cli tuned = Cli.run("tune", problem).exits(0);
        String said = "Drift: the machine is 50";
        assertEquals(1, tuned.err().lines().filter(l -> l.contains(said)).count(), tuned.err());
        assertTrue(tuned.out().contains(said), tuned.out());
        assertTrue(tuned.out().contains("Normalised: values of "), tuned.out());
        Records records = records();
        assertEquals(24, records.trials().size());
        List<Control> controls = Control.of(records);
        assertTrue(controls.size() >= 9, controls.toString());
        assertEquals(
                records.trials().getFirst().provenance().environment(),
                controls.getFirst().run().provenance().environment());
        Outcome last = records.trials().getLast().outcome();
        assertEquals(1.5, Normalisation.of(last).orElseThrow().factors().get("y"), 0.03);

        String best = Cli.run("best", problem).exits(0).out();
        assertTrue(best.contains(said) && best.contains("Normalised: "), best);
        Map<String, Object> drift = Cli.run("history", "drift", problem, "--json").exits(0).json();
        assertEquals(controls.size(), ((List<?>) drift.get("controls")).size());
        assertEquals(1, ((List<?>) drift.get("changes")).size());
        String table = Cli.run("history", "drift", problem).exits(0).out();
        assertTrue(table.contains(said), table);

        Cli again = Cli.run("history", "reparse", problem).exits(0);
        assertTrue(again.err().contains("0 outcomes changed"), again.err());
        assertEquals(records, records());
        Path page = folder.resolve("page");
        Cli.run("report", problem, "--out", page, "--no-model").exits(0);
        String html = Files.readString(page.resolve("index.html"));
        assertTrue(html.contains("the machine is 50"), "drift");
        assertTrue(html.contains("The same configuration again and again"), "figure");
        assertTrue(html.contains("Normalised: values of"), "normalised");
        String confirmed = Cli.run("confirm", problem, "--repeats", "2").exits(0).err();
        assertTrue(confirmed.contains("values before are normalised"), confirmed);
        assertTrue(
                Cli.run("history", "stats", problem, "--json")
                        .exits(0)
                        .out()
                        .contains("\"models\": 0"),
                "a control is no model");
    }

    /** What drift measures is no part of what proposals are made from. */
    @Test
    void proposalsAreThoseWithoutIt() throws IOException {
        String steady = RUN.replace("n > 20", "0").replace("n * 7", "x * 7");
        Files.writeString(folder.resolve("run.sh"), steady);
        String text = PROBLEM.replace("tuner: random", "tuner: gp-lcm").replace("24", "12");
        Files.writeString(problem, text.replace(", normalise: true", ""));
        Cli.run("tune", problem).exits(0);
        Files.writeString(problem, text.replaceFirst("drift: .*\n", ""));
        Cli.run("tune", problem, "--study", "without").exits(0);
        assertEquals(
                CliProcesses.trials(problem, "main").stream()
                        .map(t -> t.get("configuration"))
                        .toList(),
                CliProcesses.trials(problem, "without").stream()
                        .map(t -> t.get("configuration"))
                        .toList());
        assertFalse(Control.of(records()).isEmpty());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {every: 0}                       | drift.every
                    {every: 2.5}                     | drift.every
                    {every: often}                   | drift.every
                    {}                               | drift: 'every' is missing
                    {every: 5, evry: 3}              | drift.evry: unknown key
                    {every: 5, configuration: {x: 99}} | drift.configuration
                    {every: 5, configuration: {w: 1}} | drift.configuration
                    {every: 5, normalise: maybe}     | drift.normalise
                    {every: 5, normalise: [w]}       | drift.normalise: 'w' is no measured output
                    {every: 5, normalise: []}        | drift.normalise
                    """)
    void badInput(String section, String expected) throws IOException {
        Files.writeString(problem, PROBLEM.replaceFirst("drift: .*\n", "drift: " + section + "\n"));
        Cli result = Cli.run("tune", problem).exits(2);
        assertTrue(result.err().contains(expected), result.err());
        assertTrue(result.err().contains("problem.yaml:8"), result.err());
        assertFalse(Files.exists(folder.resolve("ran")));
    }

    @Test
    void withoutADefaultOneHasToBeGiven() throws IOException {
        Files.writeString(problem, PROBLEM.replace(", default: 10", ""));
        Cli result = Cli.run("tune", problem).exits(2);
        assertTrue(result.err().contains("has no default configuration"), result.err());
        assertFalse(Files.exists(folder.resolve("ran")));
    }

    @Test
    void aDefaultThatFailsIsSaid() throws IOException {
        Files.writeString(folder.resolve("run.sh"), "[ $1 = 10 ] && exit 3\necho y=5\n");
        Cli result = Cli.run("tune", problem).exits(0);
        assertTrue(result.err().contains("Drift control 1, x=10"), result.err());
        assertTrue(result.err().contains("no more are measured"), result.err());
        assertTrue(result.out().contains("Drift: 3 of 3 measurements failed"), result.out());
    }

    @Test
    void nothingToShowIsSaid() throws IOException {
        Files.writeString(problem, PROBLEM.replaceFirst("drift: .*\n", "").replace("24", "2"));
        Cli.run("tune", problem).exits(0);
        Cli shown = Cli.run("history", "drift", problem);
        assertEquals(2, shown.code());
        assertTrue(shown.err().contains("drift: {every: 5}"), shown.err());
    }
}
