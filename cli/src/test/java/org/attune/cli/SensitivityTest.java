package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What sensitivity says of a study of a tuner without a model, whose function is known. */
class SensitivityTest {
    /** seconds = (x - 7)² + n + 1, plus 100 for kind b; idle does nothing. */
    private static final String SPREAD =
            Cli.TOY
                    .replace("tuner: walk", "tuner: sobol")
                    .replace("trials: 5", "trials: 24")
                    .replace("constraints: {small: \"x + n <= 27\"}\n", "")
                    .replace(
                            "output_space:",
                            """
                              - {name: idle, type: real, lower_bound: 0, upper_bound: 1, default: 0.5}
                            output_space:\
                            """);

    @TempDir static Path tuned;
    @TempDir Path folder;

    private Path toy;

    @BeforeAll
    static void tune() {
        Cli.run("tune", Cli.problem(tuned, SPREAD)).exits(0);
    }

    /** Each test has the study for itself. */
    @BeforeEach
    void copy() throws IOException {
        try (Stream<Path> files = Files.walk(tuned)) {
            for (Path from : (Iterable<Path>) files.skip(1)::iterator) {
                Files.copy(from, folder.resolve(tuned.relativize(from)));
            }
        }
        toy = folder.resolve("toy.yaml");
    }

    @SuppressWarnings("unchecked") // the shape is what is tested
    private static Map<String, Object> map(Object of, String... keys) {
        Object at = of;
        for (String key : keys) {
            at = ((Map<String, Object>) at).get(key);
        }
        return (Map<String, Object>) at;
    }

    private static double number(Map<String, Object> map, String key) {
        return ((Number) map.get(key)).doubleValue();
    }

    /** Effects, and the range of curves, are more than numbers can be. */
    @Test
    void outputsOfAllNumbersHaveAllTables() throws IOException {
        Path wide = Files.createDirectories(folder.resolve("wide"));
        Path problem =
                Cli.problem(
                        wide,
                        SPREAD.replace("cost=([0-9.]+)", "cost=([-0-9.e]+)")
                                .replace("toy.sh, \"{x}\"", "wide.sh, \"{x}\""));
        Files.writeString(wide.resolve("wide.sh"), "echo cost=$(( ($1-10) * 16 ))e306\n");
        Cli.run("tune", problem).exits(0);
        String ranked = Cli.run("sensitivity", problem).exits(0).out();
        assertTrue(ranked.contains("\nx          1.0"), ranked);
        String curves = Cli.run("sensitivity", problem, "--method", "curves").exits(0).out();
        assertTrue(curves.contains("▁") && curves.contains("█"), curves);
        Cli.run("sensitivity", problem, "--method", "morris").exits(0);
    }

    /** Var (x - 7)² over 0..20 by counting; kind has 100² / 4. */
    @Test
    void indicesAreThoseOfTheProgram() {
        double mean = 0;
        double squares = 0;
        for (int x = 0; x <= 20; x++) {
            double v = (x - 7) * (x - 7);
            mean += v / 21;
            squares += v * v / 21;
        }
        double vx = squares - mean * mean;
        double share = vx / (vx + 2500);
        Map<String, Object> json =
                Cli.run("sensitivity", toy, "--json", "--samples", "256").exits(0).json();
        List<?> tasks = (List<?>) json.get("tasks");
        assertEquals(2, tasks.size());
        assertEquals(1, ((Number) map(tasks.getFirst(), "task").get("n")).intValue());
        Map<String, Object> y = map(tasks.getFirst(), "outputs", "seconds");
        assertEquals(share, number(map(y, "S1"), "x"), 0.05);
        assertEquals(1 - share, number(map(y, "ST"), "kind"), 0.05);
        assertEquals(0, number(map(y, "ST"), "idle"), 0.05);
        assertEquals(0, number(map(y, "S2", "x"), "kind"), 0.05);
        assertEquals(number(map(y, "S2", "x"), "kind"), number(map(y, "S2", "kind"), "x"));
        assertFalse(map(y, "S2", "x").containsKey("x"), "no number, so none is there");
        assertTrue(number(map(y, "ST_conf"), "x") < 0.2);
        assertEquals(
                1,
                map(y, "shapley").values().stream()
                        .mapToDouble(v -> ((Number) v).doubleValue())
                        .sum(),
                1e-9);
        assertEquals(1, number(map(y, "near_best"), "x"), 0.5);
        assertEquals(Boolean.TRUE, y.get("ranked"));
    }

    @Test
    void theTableStandsInTheOrderOfImportance() {
        Cli shown = Cli.run("sensitivity", toy, "--task", "n=1", "--samples", "256").exits(0);
        List<String> first =
                shown.lines().stream()
                        .map(l -> l.split(" ")[0])
                        .filter(List.of("x", "kind", "idle")::contains)
                        .toList();
        assertEquals("idle", first.getLast(), shown.out());
        assertTrue(shown.out().contains("held-out runs"), "the skill stands beside it");
    }

    @Test
    void everyMethodAnswers() {
        for (String method :
                List.of("shapley", "morris", "dgsm", "permutation", "data", "curves")) {
            Cli shown =
                    Cli.run(
                                    "sensitivity",
                                    toy,
                                    "--task",
                                    "n=1",
                                    "--samples",
                                    "64",
                                    "--draws",
                                    "4",
                                    "--method",
                                    method)
                            .exits(0);
            assertTrue(shown.out().contains("kind"), method + ":\n" + shown.out());
        }
    }

    @Test
    void groupsAreOneRow() {
        Map<String, Object> json =
                Cli.run(
                                "sensitivity",
                                toy,
                                "--json",
                                "--task",
                                "n=1",
                                "--samples",
                                "64",
                                "--group",
                                "all=x,kind")
                        .exits(0)
                        .json();
        Map<String, Object> y = map(((List<?>) json.get("tasks")).getFirst(), "outputs", "seconds");
        assertEquals(1, number(map(y, "S1"), "all"), 0.1);
        assertEquals(2, map(y, "S1").size());
    }

    @Test
    void picturesAreDrawn() throws IOException {
        Cli drawn =
                Cli.run(
                                "sensitivity",
                                toy,
                                "--task",
                                "n=1",
                                "--samples",
                                "64",
                                "--plot",
                                folder.resolve("s.svg"))
                        .exits(0);
        for (String name : List.of("s.svg", "s-pairs.svg", "s-curves.svg")) {
            assertTrue(Files.readString(folder.resolve(name)).startsWith("<svg"), name);
            assertTrue(drawn.err().contains(name), drawn.err());
        }
        assertTrue(Files.readString(folder.resolve("s-pairs.svg")).contains("idle"));
    }

    /** The reduced problem keeps names, so that trials with its values are taken over. */
    @Test
    void aReducedProblemStartsWithTheTrialsThereAre() {
        Path reduced = folder.resolve("the reduced one.json");
        Cli fixed =
                Cli.run("sensitivity", toy, "--samples", "64", "--fix", "0.5", "--reduced", reduced)
                        .exits(0);
        assertTrue(fixed.out().contains("Can be fixed: idle="), fixed.out());
        assertTrue(fixed.out().contains("expected loss"), fixed.out());
        String next = "tune '%s' --study reduced --history ".formatted(reduced);
        assertTrue(fixed.err().contains(next), fixed.err());
        Cli checked = Cli.run("check", reduced);
        checked.exits(0);
        Cli tuned =
                Cli.run(
                                "tune",
                                reduced,
                                "--study",
                                "reduced",
                                "--history",
                                folder.resolve("attune.db/toy.jsonl"),
                                "--reuse",
                                "main")
                        .exits(0);
        assertTrue(tuned.err().contains("taken over"), tuned.err());
        Cli.run("sensitivity", toy, "--reduced", reduced).exits(2);
    }

    /**
     * (x - 7)² + n + 1 + 100 [b], by counting over n = 1, 2: the task adds a variance of 1/4 to
     * what the parameters have, and nothing interacts.
     */
    @Test
    void theTaskCanBeAnInput() {
        Map<String, Object> json =
                Cli.run("sensitivity", toy, "--over-tasks", "--json").exits(0).json();
        Map<String, Object> y = map(((List<?>) json.get("tasks")).getFirst(), "outputs", "seconds");
        assertEquals(1, ((List<?>) json.get("tasks")).size());
        assertEquals(List.of("x", "kind", "idle", "n"), List.copyOf(map(y, "S1").keySet()));
        double vx = 0;
        double mean = 0;
        for (int x = 0; x <= 20; x++) {
            mean += Math.pow(x - 7, 2) / 21;
            vx += Math.pow(x - 7, 4) / 21;
        }
        vx -= mean * mean;
        assertEquals(0.25 / (vx + 2500.25), number(map(y, "ST"), "n"), 0.005);
        assertEquals(vx / (vx + 2500.25), number(map(y, "S1"), "x"), 0.05);
        Cli.run("sensitivity", toy, "--over-tasks", "--method", "morris").exits(2);
        Cli.run("sensitivity", toy, "--over-tasks", "--task", "n=1").exits(2);
        Cli.run("sensitivity", toy, "--over-tasks", "--fix").exits(2);
    }

    @Test
    void optionsWithoutEffectAreRefused() {
        Cli parallel = Cli.run("sensitivity", toy, "--parallel", "2").exits(2);
        assertTrue(parallel.err().contains("--parallel goes with --run"), parallel.err());
        Cli force = Cli.run("sensitivity", toy, "--force").exits(2);
        assertTrue(force.err().contains("--force replaces the file of --reduced"), force.err());
    }

    /** No model, and no error but that of the design, as long as the program has no noise. */
    @Test
    void theProgramItselfCanBeAsked() {
        Object[] words = {"sensitivity", toy, "--run", "--method", "morris", "--json"};
        Cli first = Cli.run(words).exits(0);
        Map<String, Object> y =
                map(((List<?>) first.json().get("tasks")).get(1), "outputs", "seconds");
        assertEquals(100, number(map(y, "mu_star"), "kind"), 1e-9);
        assertEquals(0, number(map(y, "mu_star"), "idle"), 1e-9);
        assertTrue(first.err().contains("sensitivity-morris-64"), first.err());
        Cli again = Cli.run(words).exits(0);
        assertEquals(first.json(), again.json());
        assertFalse(again.err().contains("trial "), "nothing is run again: " + again.err());
        for (String method : List.of("morris", "data")) {
            Cli shown = Cli.run("sensitivity", toy, "--run", "--method", method).exits(0);
            assertFalse(shown.out().contains("in ST"), "no ST is shown: " + shown.out());
            assertFalse(shown.err().contains("in ST"), "no ST is shown: " + shown.err());
        }
        Cli.run("sensitivity", toy, "--study", "sensitivity-morris-64", "--method", "data")
                .exits(0);
        Cli.run("sensitivity", toy, "--run", "--method", "dgsm").exits(2);
        Cli.run("sensitivity", toy, "--run", "--fix").exits(2);
        Cli.run("sensitivity", toy, "--run", "--scale", "warped").exits(2);
        Cli.run("sensitivity", folder.resolve("attune.db/toy.jsonl"), "--run").exits(2);
    }

    @Test
    void runsWithoutAValueAreSaid() {
        Path crashing =
                Cli.problem(
                        folder,
                        SPREAD.replace("tuning_problem_name: toy", "tuning_problem_name: crashing")
                                .replace("cost=(", "price=("));
        Cli said = Cli.run("sensitivity", crashing, "--run", "--method", "morris").exits(2);
        assertTrue(said.err().contains("have no seconds"), said.err());
    }

    /** Of kind b every run gives 1e30. */
    @Test
    void runsThatGiveAPenaltyHaveNoValue() throws IOException {
        Path penalised =
                Cli.problem(
                        folder,
                        SPREAD.replace("tuning_problem_name: toy", "tuning_problem_name: penalised")
                                .replace("name: seconds,", "name: seconds, penalty: 1e30,")
                                .replace("[0-9.]+", "[0-9.e]+"));
        Files.writeString(
                folder.resolve("toy.sh"),
                "[ $3 = b ] && echo cost=1e30 || echo cost=$((($1 - 7) * ($1 - 7) + $2))\n");
        Cli said = Cli.run("sensitivity", penalised, "--run", "--method", "morris").exits(2);
        assertTrue(said.err().contains("one that stands for a failure"), said.err());
    }

    @Test
    void mistakesAreOneClearLine() {
        for (List<String> wrong :
                List.of(
                        List.of("--method", "sobl"),
                        List.of("--samples", "3"),
                        List.of("--samples", "many"),
                        List.of("--draws", "1"),
                        List.of("--scale", "log"),
                        List.of("--task", "n=77"),
                        List.of("--output", "time"),
                        List.of("--group", "g=x,nothing"),
                        List.of("--machine", "nowhere"),
                        List.of("--plot", "s.gif"),
                        List.of("--fix", "-1"),
                        List.of("--model", "max-evals"))) {
            Object[] words = new Object[2 + wrong.size()];
            words[0] = "sensitivity";
            words[1] = toy;
            System.arraycopy(wrong.toArray(), 0, words, 2, wrong.size());
            Cli said = Cli.run(words).exits(2);
            assertEquals("", said.out(), wrong.toString());
            assertTrue(said.err().lines().count() <= 4, said.err());
            assertFalse(said.err().contains("should not happen"), said.err());
        }
    }

    @Test
    void aModelThatWasKeptIsAskedAsItIs() {
        Path kept =
                Cli.problem(
                        folder,
                        SPREAD.replace("tuning_problem_name: toy", "tuning_problem_name: kept")
                                .replace("tuner: sobol", "tuner: gp-lcm")
                                .replace("trials: 24", "trials: 10"));
        Cli.run("tune", kept).exits(0);
        Cli.run("surrogate", "build", kept).exits(0);
        Object[] words = {"sensitivity", kept, "--samples", "64", "--json"};
        Object[] ofKept = {"sensitivity", kept, "--samples", "64", "--json", "--model", "aic"};
        assertEquals(Cli.run(words).exits(0).json(), Cli.run(ofKept).exits(0).json());
    }

    @Test
    void tooFewTrialsAreSaid() {
        Path few =
                Cli.problem(
                        folder,
                        SPREAD.replace("tuning_problem_name: toy", "tuning_problem_name: few"));
        Cli.run("sensitivity", few).exits(2);
        Cli.run("run", few, "--set", "x=1", "kind=a", "idle=0.5", "--task", "n=1").exits(0);
        Cli said = Cli.run("sensitivity", few, "--method", "data", "--task", "n=1").exits(2);
        assertTrue(said.err().contains("at least 10"), said.err());
    }

    /** Every place is within the best tenth of a constant, so that nothing brings there. */
    @Test
    void whatDoesNotVaryHasNoWayToItsBest() throws IOException {
        Path constant = Cli.problem(folder, SPREAD);
        Files.writeString(folder.resolve("toy.sh"), "echo cost=2\n");
        Cli.run("tune", constant, "--study", "constant").exits(0);
        String said = Cli.run("sensitivity", constant, "--study", "constant").exits(0).out();
        assertTrue(said.contains("The output does not vary, by this model."), said);
        assertFalse(said.contains("best 10 %"), said);
        assertFalse(said.contains("no ranking"), said);
    }

    @Test
    void aModelThatKnowsNothingSaysNothingOfVariation() {
        Path two =
                Cli.problem(
                        folder,
                        SPREAD.replace("tuning_problem_name: toy", "tuning_problem_name: two"));
        Cli.run("run", two, "--set", "x=7", "kind=a", "--task", "n=1").exits(0);
        Cli.run("run", two, "--set", "x=7", "kind=a", "--task", "n=1").exits(0);
        String said = Cli.run("sensitivity", two, "--task", "n=1").exits(0).out();
        assertTrue(said.contains("is not known: there is no ranking"), said);
        assertFalse(said.contains("does not vary"), said);
    }

    @Test
    void saysWhatItsShareIs() {
        String said = Cli.run("sensitivity", toy, "--task", "n=1", "--samples", "64").out();
        assertTrue(said.contains("'surrogate show' and 'tune' have that of their mean"), said);
        String mean =
                Cli.run("sensitivity", toy, "--task", "n=1", "--samples", "64", "--draws", "0")
                        .out();
        assertFalse(mean.contains("'surrogate show'"), mean);
    }
}
