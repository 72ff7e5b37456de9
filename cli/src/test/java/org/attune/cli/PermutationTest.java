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

/** A permutation from the problem file to the program, the journal and back. */
class PermutationTest {
    private static final String FILE =
            """
            tuning_problem_name: loops
            parameter_space:
              - {name: order, type: permutation, items: [i, j, k], separator: "-", default: [i, j, k]}
              - {name: unroll, type: integer, lower_bound: 1, upper_bound: 4, default: 1}
            output_space: [{name: seconds}]
            constraints: {data: "before(j, k)"}
            trials: 12
            evaluation:
              command: [sh, -c, 'test "$1" = "i-j-k" && echo time 9 || echo time 1$2 order=$1', x, "{order}", "{unroll}"]
              timeout: 10s
              outputs: {seconds: {regex: "time ([0-9]+)"}}
            """;

    @TempDir Path folder;
    private Path loops;

    @BeforeEach
    void writeProblem() throws IOException {
        loops = Files.writeString(folder.resolve("loops.yaml"), FILE);
    }

    private String journal() throws IOException {
        return Files.readString(folder.resolve("attune.db/loops.jsonl"));
    }

    @Test
    void askTellAndBest() throws IOException {
        assertEquals("trial=1 order=i,j,k unroll=1\n", Cli.run("ask", loops).exits(0).out());
        assertTrue(journal().contains("\"order\":[\"i\",\"j\",\"k\"]"), journal());
        Cli.run("tell", loops, "--trial", "1", "--output", "seconds=9").exits(0);
        Map<String, Object> json = Cli.run("ask", loops, "--json").exits(0).json();
        var trial = (Map<?, ?>) ((List<?>) json.get("trials")).getFirst();
        var order = (List<?>) ((Map<?, ?>) trial.get("configuration")).get("order");
        assertEquals(3, order.size());
        List<?> command = (List<?>) trial.get("command");
        assertEquals(
                String.join("-", order.stream().map(Object::toString).toList()), command.get(4));
        assertTrue(Cli.run("best", loops).exits(0).out().contains("order=i,j,k"));
        assertTrue(Cli.run("history", "list", loops).exits(0).out().contains("order=i,j,k"));
    }

    @Test
    void theBestOrderIsMeasuredAgain() {
        Cli.run("tune", loops, "--tuner", "random", "--trials", "4").exits(0);
        String again = Cli.run("confirm", loops, "--top", "1", "--repeats", "2").exits(0).out();
        assertTrue(again.contains("order="), again);
    }

    /** Its items have an importance each, which is that of the order together. */
    @Test
    void whatTheModelHasLearnedOfAnOrderIsShownAsData() {
        Cli.run("tune", loops, "--tuner", "gp-lcm", "--trials", "8").exits(0);
        String json = Cli.run("surrogate", "show", loops, "--json").exits(0).out();
        assertTrue(json.contains("\"parameter\": \"order\", \"importance\": "), json);
    }

    /** What stands beside an order can be fixed; the order itself stays to be tuned. */
    @Test
    void whatStandsBesideAnOrderCanBeFixed() throws IOException {
        Files.writeString(loops, FILE.replace("echo time 1$2 order", "echo time 1 order"));
        Cli.run("tune", loops, "--tuner", "random").exits(0);
        Path reduced = folder.resolve("reduced.json");
        Cli fixed =
                Cli.run(
                                "sensitivity",
                                loops,
                                "--samples",
                                "64",
                                "--fix",
                                "0.5",
                                "--reduced",
                                reduced)
                        .exits(0);
        assertTrue(fixed.out().contains("Can be fixed: unroll="), fixed.out());
        Cli tuned =
                Cli.run(
                        "tune",
                        reduced,
                        "--study",
                        "reduced",
                        "--tuner",
                        "random",
                        "--trials",
                        "3");
        assertTrue(tuned.exits(0).out().contains("order="), tuned.out());
    }

    /** Stopped and gone on with, a study has the trials of one that was not. */
    @Test
    void aStudyGoesOn() throws IOException {
        Cli.run("tune", loops, "--study", "whole", "--tuner", "gp-lcm").exits(0);
        Cli.run("tune", loops, "--study", "parts", "--tuner", "gp-lcm", "--trials", "7").exits(0);
        Cli.run("tune", loops, "--study", "parts", "--trials", "12").exits(0);
        assertEquals(orders("whole"), orders("parts"));
        assertEquals(12, orders("whole").size());
    }

    /** It left a study in the file, in which nothing could be measured. */
    @Test
    void filesOfGptuneAreRefusedBeforeThereIsOne() {
        Cli refused = Cli.run("tune", loops, "--db-format", "gptune").exits(2);
        assertEquals(
                "'order' is a permutation, which files of GPTune cannot hold. Maybe keep a history"
                        + " of Attune's own: --db-format attune\n",
                refused.err());
        assertFalse(Files.exists(folder.resolve("gptune.db")));
    }

    /** It was said to be inactive. */
    @Test
    void anOrderIsPredictedFromSources() {
        for (String study : List.of("one", "two")) {
            Cli.run("run", loops, "--study", study, "--set", "order=j,i,k", "unroll=2").exits(0);
            Cli.run("run", loops, "--study", study, "--set", "order=i,j,k", "unroll=2").exits(0);
        }
        String said = Cli.run("transfer", "predict", loops).exits(0).out();
        assertTrue(said.contains("order      i,j,k  i at 0, j at 1, k at 2"), said);
        assertFalse(said.contains("order[") || said.contains("inactive"), said);
    }

    private List<String> orders(String study) throws IOException {
        return journal()
                .lines()
                .filter(l -> l.contains("\"study\":\"" + study + "\"") && l.contains("measured"))
                .map(l -> l.replaceAll(".*\"tuning_parameter\":(\\{[^}]*\\}).*", "$1"))
                .toList();
    }

    @Test
    void aWrongOrderIsRefused() {
        for (String wrong : List.of("i,j", "i,j,m", "i,j,j", "ijk")) {
            Cli refused = Cli.run("run", loops, "--set", "order=" + wrong).exits(2);
            assertTrue(refused.err().contains("order"), refused.err());
        }
    }

    @Test
    void formatsHoldItOrSayThatTheyCannot() throws IOException {
        Cli.run("tune", loops, "--tuner", "random", "--trials", "4").exits(0);
        Path csv = folder.resolve("loops.csv");
        Cli.run("history", "export", loops, "--format", "csv", "--to", csv).exits(0);
        assertTrue(Files.readString(csv).contains("\"i,j,k\""), Files.readString(csv));
        Cli refused = Cli.run("history", "export", loops, "--format", "gptune").exits(2);
        assertTrue(refused.err().contains("'order' is a permutation"), refused.err());
        Cli.run("history", "import", loops, csv, "--study", "again").exits(0);
        assertEquals(orders("main"), orders("again"));
    }
}
