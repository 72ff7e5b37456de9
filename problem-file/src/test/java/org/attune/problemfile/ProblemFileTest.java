package org.attune.problemfile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Aggregation;
import org.attune.api.Candidate;
import org.attune.api.FidelityParameter;
import org.attune.api.FidelityScale;
import org.attune.api.Machine;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.StoppingRule;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

class ProblemFileTest {
    @TempDir Path folder;

    static String resource(String name) throws IOException {
        try (var in = ProblemFileTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private ProblemFile read(String name, String text) throws IOException {
        return ProblemFile.read(Files.writeString(folder.resolve(name), text));
    }

    private ProblemFile full(String name) throws IOException {
        return read(name, resource(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"full.yaml", "full.json"})
    void readsParameters(String name) throws IOException {
        TuningProblem problem = full(name).problem();
        assertEquals("full", problem.name());
        assertEquals(
                List.of(
                        Parameter.integer("n", 16, 128),
                        Parameter.categorical("shape", List.of("square", "tall"))),
                problem.taskSpace().parameters());
        assertEquals(
                List.of(
                        Parameter.real("lr", 1e-5, 0.5).log().withDefault(1e-3),
                        Parameter.integer("p", 1, 16).withDefault(2),
                        Parameter.ordinal("opt", List.of("O0", "O1", "2")).withDefault("O1"),
                        Parameter.ordinal("pad", List.of(1, 2, 4)).withDefault(4),
                        Parameter.categorical("trace", List.of("yes", "no", "on", "true", "1.10"))
                                .withDefault("no"),
                        Parameter.integer("level", 1, 5)
                                .withDefault(3)
                                .activeIf("trace == 'no' and pad > low")),
                problem.parameterSpace().parameters());
    }

    @Test
    void readsOutputs() throws IOException {
        TuningProblem problem = full("full.yaml").problem();
        assertEquals(
                List.of(
                        Objective.maximize("rate")
                                .withUnit("1/s")
                                .aggregatedBy(Aggregation.MEAN)
                                .derivedAs("1/seconds"),
                        Objective.minimize("error")
                                .within(Double.NEGATIVE_INFINITY, 0.005)
                                .rangeOnly(),
                        Objective.minimize("seconds")
                                .within(0, Double.POSITIVE_INFINITY)
                                .aggregatedBy(Aggregation.MIN)),
                problem.objectives());
        assertEquals(List.of("error", "seconds"), List.copyOf(problem.measuredOutputs()));
        assertEquals(List.of("flops", "rate"), List.copyOf(problem.derivedOutputs().keySet()));
    }

    @Test
    void readsConstantsAndExpressions() throws IOException {
        TuningProblem problem = full("full.yaml").problem();
        assertEquals(
                Map.of("low", 1L, "limit", 0.01, "word", "12", "real", 3.0), problem.constants());
        var candidate =
                Candidate.of(
                        Point.of("n", 65L, "shape", "square"),
                        full("full.yaml").initial().getFirst());
        assertEquals(21L, problem.values(candidate).get("q"));
        assertEquals(10.5, problem.values(candidate).get("half"));
        assertEquals(2L, problem.values(candidate).get("nodes"));
        assertEquals(
                List.of("'even' (q % 2 == 0 or shape == 'tall')"),
                problem.violated(candidate).stream().map(Object::toString).toList());
    }

    @Test
    void readsHowToTune() throws IOException {
        ProblemFile file = full("full.yaml");
        assertEquals(
                List.of(Point.of("n", 64L, "shape", "square"), Point.of("n", 65L, "shape", "tall")),
                file.tasks(new Seed(0)));
        assertEquals(OptionalInt.of(30), file.trials());
        assertEquals(OptionalInt.of(2), file.parallel());
        assertEquals(
                List.of(
                        new StoppingRule.Seconds(3600),
                        new StoppingRule.Target(Map.of("rate", 2.0)),
                        new StoppingRule.NoImprovement(15),
                        new StoppingRule.Gain(1e-3)),
                file.stop());
        assertEquals(OptionalLong.of(-7), file.seed());
        assertEquals(Optional.of("gp-lcm"), file.tuner());
        assertEquals(Map.of("profile", "gptune", "starts", "5", "warp", "false"), file.options());
        assertEquals(
                List.of(Point.of("lr", 0.1, "p", 3L, "opt", "O0", "pad", 2L, "trace", "yes")),
                file.initial());
    }

    @Test
    void readsTheEvaluationAsPlainData() throws IOException {
        Map<String, Object> evaluation = full("full.yaml").evaluation();
        assertEquals(
                List.of(
                        "./run",
                        "--lr",
                        "{lr}",
                        "--version",
                        "1.10",
                        List.of("--level", "{level}")),
                evaluation.get("command"));
        assertEquals(Map.of("OMP_NUM_THREADS", "4"), evaluation.get("environment"));
        assertEquals(Map.of("times_best", 3L, "at_most", "60s"), evaluation.get("timeout"));
        assertEquals(3L, evaluation.get("repeats"));
        assertEquals(true, evaluation.get("strict_cores"));
    }

    @Test
    void yamlAndJsonSayTheSame() throws IOException {
        ProblemFile yaml = full("full.yaml");
        ProblemFile json = full("full.json");
        assertEquals(yaml.problem().description(), json.problem().description());
        assertEquals(yaml.evaluation(), json.evaluation());
        assertEquals(yaml.options(), json.options());
        assertEquals(yaml.initial(), json.initial());
    }

    @Test
    void whatIsAbsentIsEmpty() throws IOException {
        ProblemFile file =
                read(
                        "small.yml",
                        "tuning_problem_name: p\n"
                                + "parameter_space: [{name: x, type: float, lower_bound: 0,"
                                + " upper_bound: 1}]\n"
                                + "output_space: [{name: y}]\n"
                                + "tuner: random\n");
        assertEquals(List.of(Point.EMPTY), file.tasks(new Seed(0)));
        assertEquals(Optional.of("random"), file.tuner());
        assertEquals(Map.of(), file.options());
        assertEquals(Map.of(), file.evaluation());
        assertEquals(OptionalInt.empty(), file.trials());
        assertEquals(OptionalLong.empty(), file.seed());
        assertEquals(Machine.local(), file.problem().machine());
    }

    @Test
    void infiniteBoundsOfOutputsAreNone() throws IOException {
        for (String infinity :
                List.of("Infinity", "inf", "Inf", ".inf", "+.INF", "\"float('Inf')\"")) {
            String text =
                    "{\"tuning_problem_name\": \"p\", \"parameter_space\": [{\"name\": \"x\","
                            + " \"type\": \"real\", \"lower_bound\": 0, \"upper_bound\": 1}],"
                            + " \"output_space\": [{\"name\": \"y\", \"upper_bound\": "
                            + infinity
                            + ", \"lower_bound\": "
                            + infinity.replaceFirst("\\+?(?=\\.?[Ii])", "-")
                            + "}]}";
            boolean json = infinity.startsWith("Infinity") || infinity.startsWith("\"");
            for (String name : json ? List.of("i.yaml", "i.json") : List.of("i.yaml")) {
                assertEquals(
                        List.of(Objective.minimize("y")),
                        read(name, text).problem().objectives(),
                        text);
            }
        }
        ProblemFile constant =
                read(
                        "c.yaml",
                        "tuning_problem_name: p\n"
                                + "constants: {inf: 7}\n"
                                + "parameter_space: [{name: x, type: float, lower_bound: 0,"
                                + " upper_bound: inf}]\n"
                                + "output_space: [{name: y, upper_bound: inf}]\n");
        assertEquals(7, constant.problem().objectives().getFirst().upper());
        assertEquals(
                Parameter.real("x", 0, 7),
                constant.problem().parameterSpace().parameters().getFirst());
    }

    @Test
    void samplesTasks() throws IOException {
        ProblemFile file =
                read(
                        "m.yaml",
                        resource("matmul.yaml").replace("[{n: 384}, {n: 640}]", "{sample: 5}"));
        assertEquals(5, file.tasks(new Seed(1)).size());
        assertEquals(file.tasks(new Seed(1)), file.tasks(new Seed(1)));
    }

    @Test
    void theCallersMachineWins() throws IOException {
        Path path = Files.writeString(folder.resolve("full.yaml"), resource("full.yaml"));
        TuningProblem problem = ProblemFile.read(path, new Machine(3, 10)).problem();
        assertEquals(new Machine(3, 10), problem.machine());
        assertEquals(
                Parameter.integer("p", 1, 30).withDefault(2),
                problem.parameterSpace().parameters().get(1));
    }

    @Test
    void readsTheExampleOfTheDesign() throws IOException {
        ProblemFile file = full("matmul.yaml");
        assertEquals(List.of("seconds"), List.copyOf(file.problem().measuredOutputs()));
        assertEquals(
                Optional.of(Point.of("bi", 32L, "bj", 32L, "bk", 32L, "order", "ijk")),
                file.problem().parameterSpace().defaultPoint());
    }

    @Test
    void theTemplateIsAProblemFile() throws IOException {
        ProblemFile file = read("my-app.yaml", ProblemFile.template("my-app"));
        assertEquals("my-app", file.problem().name());
        assertTrue(
                file.problem()
                        .admits(
                                file.tasks(new Seed(0)).getFirst(),
                                file.problem().parameterSpace().defaultPoint().orElseThrow()));
        assertThrows(IllegalArgumentException.class, () -> ProblemFile.template("a/b"));
    }

    @Test
    void theExampleOfTheReadmeIsAProblemFile() throws IOException {
        String readme = Files.readString(Path.of("README.md"));
        int begin = readme.indexOf("```yaml\n") + 8;
        ProblemFile file =
                read("readme.yaml", readme.substring(begin, readme.indexOf("```", begin)));
        assertEquals("solver", file.problem().name());
    }

    @ParameterizedTest
    @ValueSource(strings = {"full.yaml", "full.json"})
    void knowsWhereFieldsStand(String name) throws IOException {
        ProblemFile file = full(name);
        String[] lines = resource(name).split("\n");
        Map<String, String> words =
                Map.of(
                        "evaluation.outputs.error.json", "/error",
                        "evaluation.outputs.error.jsn", "/error",
                        "evaluation.timeout.at_most", "60s",
                        "parameter_space[2].values[1]", "O1",
                        "tasks[1].n", "65",
                        "tasks[7]", "tasks",
                        "constraints.even", "even",
                        "parameter_space", "parameter_space");
        words.forEach((field, word) -> {
            String at = file.at(field);
            assertTrue(at.startsWith(folder.resolve(name) + ":"), at);
            int line = Integer.parseInt(at.substring(at.lastIndexOf(':') + 1));
            assertTrue(lines[line - 1].contains(word), field + " is not on line " + line);
        });
        assertEquals(folder.resolve(name) + ":1", file.at("nothing").replace(".yaml:2", ".yaml:1"));
    }

    @Test
    void aliasesStandForWhatTheyName() throws IOException {
        ProblemFile file =
                read(
                        "alias.yaml",
                        resource("matmul.yaml").replace("trials: 30", "trials: &n 30\nseed: *n"));
        assertEquals(OptionalLong.of(30), file.seed());
    }

    @Test
    void windowsLineEndsAndByteOrderMarkAreFine() throws IOException {
        ProblemFile file = read("w.yaml", "\uFEFF" + resource("matmul.yaml").replace("\n", "\r\n"));
        assertEquals(OptionalInt.of(30), file.trials());
        assertEquals(folder.resolve("w.yaml") + ":14", file.at("trials"));
    }

    private static final String MATRICES =
            """
            tuning_problem_name: solver
            input_space: [{name: matrix, type: categorical, categories: [a, b]}]
            tasks: [{matrix: a}, {matrix: b}]
            constants: {scale: 10}
            parameter_space: [{name: x, type: integer, lower_bound: 1, upper_bound: 9}]
            output_space: [{name: seconds}]
            """;

    @Test
    void readsPenalties() throws IOException {
        Map<String, Objective> expected =
                Map.of(
                        "{name: y, penalty: 1e30}", Objective.minimize("y").withPenalty(1e30),
                        "{name: y, penalty: 2*worst}", Objective.minimize("y").withPenalty(14),
                        "{name: y, goal: maximize, penalty: none}",
                                Objective.maximize("y").withoutPenalty(),
                        "{name: y, goal: maximize, penalty: 0}",
                                Objective.maximize("y").withPenalty(0));
        for (Map.Entry<String, Objective> e : expected.entrySet()) {
            ProblemFile file =
                    read(
                            "p.yaml",
                            "tuning_problem_name: p\n"
                                    + "parameter_space: [{name: x, type: integer, lower_bound: 0,"
                                    + " upper_bound: 9}]\n"
                                    + "constants: {worst: 7}\n"
                                    + "output_space: [%s]\n".formatted(e.getKey()));
            assertEquals(e.getValue(), file.problem().objectives().getFirst());
        }
    }

    @Test
    void readsFeaturesOfTasks() throws IOException {
        ProblemFile file =
                read(
                        "features.yaml",
                        MATRICES
                                + "task_features: {rows: [100, 200], nnz: [500, 3000],"
                                + " filled: \"scale*nnz/rows\"}\n");
        assertEquals(
                Map.of(
                        Point.of("matrix", "a"),
                        Map.of("rows", 100.0, "nnz", 500.0, "filled", 50.0),
                        Point.of("matrix", "b"),
                        Map.of("rows", 200.0, "nnz", 3000.0, "filled", 150.0)),
                file.taskFeatures(file.tasks(new Seed(0))));
        assertEquals(Optional.empty(), file.featureCommand());
    }

    /** A list below the expression that reads it was no known name. */
    @Test
    void aFeatureMayReadOneThatIsListedBelowIt() throws IOException {
        ProblemFile file =
                read(
                        "below.yaml",
                        MATRICES + "task_features: {filled: \"nnz/10\", nnz: [500, 3000]}\n");
        assertEquals(
                Map.of("filled", 50.0, "nnz", 500.0),
                file.taskFeatures(file.tasks(new Seed(0))).get(Point.of("matrix", "a")));
    }

    @Test
    void featuresAreNumbers() throws IOException {
        ProblemFile file =
                read("text.yaml", MATRICES + "task_features: {name: \"matrix\", odd: \"1/0\"}\n");
        String message =
                assertThrows(
                                IllegalArgumentException.class,
                                () -> file.taskFeatures(file.tasks(new Seed(0))))
                        .getMessage();
        assertTrue(
                message.endsWith(
                        "text.yaml:7: task_features.name: 'matrix' is no number for task"
                                + " matrix=a."),
                message);
    }

    @Test
    void aCommandMayComputeFeatures() throws IOException {
        ProblemFile file =
                read(
                        "command.yaml",
                        MATRICES + "task_features: {command: [./features, \"{matrix}\"]}\n");
        assertEquals(Optional.of(List.of("./features", "{matrix}")), file.featureCommand());
        assertEquals(Map.of(), file.taskFeatures(file.tasks(new Seed(0))));
    }

    @Test
    void readsTheAllocation() throws IOException {
        assertEquals(
                Optional.of("adaptive"),
                read("adaptive.yaml", MATRICES + "allocate: adaptive\n").allocate());
        assertEquals(Optional.empty(), read("equal.yaml", MATRICES).allocate());
    }

    /** On whichever computer that is looked at. */
    @Test
    void whatIsKeptHasTheCountsThatExpressionsRead() throws IOException {
        String text =
                """
                tuning_problem_name: p
                parameter_space: [{name: x, type: integer, lower_bound: 1, upper_bound: 64}]
                output_space: [{name: y}]
                derived: {ranks: "nodes * cores"}
                """;
        TuningProblem problem =
                read("there.yaml", text + "machine: {nodes: 5, cores: 1000}\n").problem();
        ProblemFile kept = ProblemFile.kept(Path.of("h"), problem.description(), List.of());
        assertEquals(new Machine(5, 1000), kept.problem().machine());
        ProblemFile open = read("open.yaml", text);
        assertEquals(new Machine(5, 1000), open.of(problem.description()).problem().machine());
        ProblemFile said = read("said.yaml", text + "machine: {nodes: 2}\n");
        assertEquals(new Machine(2, 1000), said.of(problem.description()).problem().machine());
        assertEquals(Machine.local(), open.of(Map.of()).problem().machine());
    }

    private static final String GRIDS =
            """
            tuning_problem_name: p
            parameter_space: [{name: x, type: integer, lower_bound: 1, upper_bound: 64}]
            output_space: [{name: y}]
            constants: {finest: 36}
            constraints: ["x <= grid"]
            """;

    @Test
    void readsTheFidelity() throws IOException {
        ProblemFile file =
                read(
                        "grid.yaml",
                        GRIDS
                                + "fidelity: {name: grid, lower_bound: 10, upper_bound: finest,"
                                + " type: integer, cost: \"grid**3\", levels: [10, 18, 36]}\n");
        FidelityScale fidelity = file.problem().fidelity().orElseThrow();
        assertEquals(
                FidelityParameter.integer("grid", 10, 36)
                        .withLevels(10, 18, 36)
                        .withCost("grid**3"),
                fidelity.parameter());
        assertEquals(1 / 8.0, fidelity.levels().get(1).value(), 1e-15);
        Candidate coarse = new Candidate(Point.EMPTY, Point.of("x", 20L), fidelity.levels().get(1));
        assertEquals(1, file.problem().violated(coarse).size());
        assertTrue(read("plain.yaml", MATRICES).problem().fidelity().isEmpty());
        ProblemFile kept =
                ProblemFile.kept(Path.of("h.jsonl"), file.problem().description(), List.of());
        assertEquals(fidelity.parameter(), kept.problem().fidelity().orElseThrow().parameter());
    }

    /** As the line protocol describes it, and with nothing but a name. */
    @Test
    void aFidelityNeedsNoBounds() throws IOException {
        assertEquals(
                FidelityParameter.levels("grid", 0.25, 1).withCost("grid"),
                read("levels.yaml", GRIDS + "fidelity: {name: grid, levels: [0.25, 1], cost: grid}")
                        .problem()
                        .fidelity()
                        .orElseThrow()
                        .parameter());
        assertEquals(
                FidelityParameter.levels("grid", 9, 18),
                read("whole.yaml", GRIDS + "fidelity: {name: grid, levels: [9, 18]}")
                        .problem()
                        .fidelity()
                        .orElseThrow()
                        .parameter());
        assertEquals(
                FidelityParameter.share("grid"),
                read("share.yaml", GRIDS + "fidelity: {name: grid}")
                        .problem()
                        .fidelity()
                        .orElseThrow()
                        .parameter());
    }

    @Test
    void theConfigurationThatIsMeasuredAgainKeepsTheSpellingOfTexts() throws IOException {
        ProblemFile file =
                read(
                        "drift.yaml",
                        """
                        tuning_problem_name: drift
                        parameter_space:
                          - {name: version, type: categorical, categories: [1.10, 1.2]}
                          - {name: x, type: real, lower_bound: 0, upper_bound: 9}
                        output_space: [{name: seconds}]
                        drift: {every: 5, configuration: {version: 1.10, x: 3}}
                        """);
        assertEquals(
                Optional.of(Point.of("version", "1.10", "x", 3.0)),
                file.drift().orElseThrow().configuration());
    }
}
