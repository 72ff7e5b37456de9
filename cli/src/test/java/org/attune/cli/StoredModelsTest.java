package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.ModelRecord;
import org.attune.studies.model.ModelChoice;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Models that 'surrogate build' keeps, or that came with a file of GPTune. */
class StoredModelsTest {
    @TempDir Path folder;
    private Path toy;

    @BeforeEach
    void write() {
        toy = Cli.problem(folder, Cli.TOY.replace("tuner: walk", "tuner: gp-lcm"));
    }

    private Object predict(String... more) {
        var words =
                new java.util.ArrayList<Object>(
                        List.of("predict", toy, "--set", "x=9", "--set", "x=3", "--json"));
        words.addAll(List.of(more));
        return Cli.run(words.toArray()).exits(0).json().get("predictions");
    }

    @Test
    void whatIsKeptPredictsTheSameAfterMoreTrials() {
        Cli.run("tune", toy).exits(0);
        Cli built = Cli.run("surrogate", "build", toy).exits(0);
        assertTrue(built.err().contains(" --model max-evals --set NAME=VALUE"), built.err());
        Object before = predict();
        assertEquals(before, predict("--model", "max-evals"));
        Cli.run("tune", toy, "--trials", "8").exits(0);
        assertNotEquals(before, predict());
        for (String choice : List.of("max_evals", "mle", "AIC", "bic", uid(built))) {
            assertEquals(before, predict("--model", choice), choice);
        }
        Cli again = Cli.run("surrogate", "build", toy).exits(0);
        assertEquals(predict(), predict("--model", "max-evals"));
        assertEquals(before, predict("--model", uid(built)));
        assertNotEquals(uid(built), uid(again));
        Cli.run("surrogate", "build", toy).exits(0);
        List<?> models = (List<?>) Cli.run("surrogate", "read", toy).exits(0).json().get("models");
        assertEquals(2, models.size(), "the third time nothing has changed");
        Cli shown = Cli.run("surrogate", "show", toy, "--model", uid(built)).exits(0);
        assertTrue(shown.out().contains("5"), shown.out());
    }

    private static String uid(Cli built) {
        return built.err().replaceAll("(?s).*uid ([0-9a-f-]+)\\..*", "$1");
    }

    @Test
    void theMetaDescriptionSaysWhetherModelsAreKeptAndEvaluationsLoaded() throws IOException {
        Path meta = Files.createDirectories(folder.resolve(".gptune")).resolve("meta.json");
        Files.writeString(meta, "{\"save_model\": \"no\"}");
        Cli.run("tune", toy).exits(0);
        Cli.run("surrogate", "read", toy).exits(2);
        Files.writeString(meta, "{\"save_model\": \"yes\", \"load_func_eval\": \"no\"}");
        Cli again = Cli.run("tune", toy, "--trials", "6").exits(2);
        assertTrue(again.err().contains("study 'main' has 10 trials already"), again.err());
        Cli.run("tune", toy, "--study", "new", "--reuse", "main").exits(0);
        assertEquals(
                10,
                ((List<?>)
                                Cli.run("history", "list", toy, "--study", "new", "--json")
                                        .exits(0)
                                        .json()
                                        .get("trials"))
                        .size());
        Cli.run("predict", toy, "--study", "new", "--set", "x=1", "--model", "mle").exits(0);
        Files.writeString(meta, "{\"load_func_evals\": \"no\"}");
        Cli mistyped = Cli.run("tune", toy).exits(2);
        assertTrue(mistyped.err().contains("Maybe you meant 'load_func_eval'"), mistyped.err());
    }

    @Test
    void whatDoesNotMatchIsNotLoaded() throws IOException {
        Cli none = Cli.run("predict", toy, "--set", "x=1", "--model", "mle");
        assertEquals(2, none.code());
        Cli.run("tune", toy).exits(0);
        Cli.run("surrogate", "build", toy).exits(0);
        Cli unknown = Cli.run("predict", toy, "--set", "x=1", "--model", "best").exits(2);
        assertTrue(unknown.err().contains("no stored model 'best'"), unknown.err());
        Cli.run("history", "withdraw", toy, "1", "--why", "wrong clock").exits(0);
        Cli corrected = Cli.run("predict", toy, "--set", "x=1", "--model", "mle").exits(2);
        assertTrue(corrected.err().contains("have been corrected since"), corrected.err());
        Files.writeString(toy, Files.readString(toy).replace("upper_bound: 20", "upper_bound: 30"));
        Cli wider = Cli.run("predict", toy, "--set", "x=1", "--model", "mle").exits(2);
        assertTrue(wider.err().contains("of a problem with another parameter_space"), wider.err());
    }

    /** AIC = 2 k - 2 log L and BIC = k log n - 2 log L: three models, of which each wins once. */
    @Test
    void theCriteriaChooseDifferently() {
        var small = model("small", -10, 2, 20);
        var middle = model("middle", -6.5, 5, 20);
        var large = model("large", -1, 12, 20);
        var longest = model("longest", -40, 3, 50);
        List<ModelRecord> all = List.of(small, middle, large, longest);
        assertEquals(23, ModelChoice.aic(-6.5, 5));
        assertEquals(5 * Math.log(20) + 13, ModelChoice.bic(-6.5, 5, 20));
        assertEquals(longest, new ModelChoice("max_evals").of(all).orElseThrow());
        assertEquals(large, new ModelChoice("mle").of(all).orElseThrow());
        assertEquals(middle, new ModelChoice("aic").of(all).orElseThrow());
        assertEquals(small, new ModelChoice("bic").of(all).orElseThrow());
        assertEquals(small, new ModelChoice("small").of(all).orElseThrow());
        assertTrue(new ModelChoice("other").of(all).isEmpty());
        var mute = new ModelRecord("mute", "", Map.of());
        assertEquals(small, new ModelChoice("bic").of(List.of(mute, small)).orElseThrow());
    }

    private static ModelRecord model(String uid, double logLikelihood, long k, long n) {
        return new ModelRecord(
                uid,
                "",
                Map.of(
                        "uid",
                        uid,
                        "model",
                        Map.of(
                                "model_stats",
                                Map.of(
                                        "log_likelihood", logLikelihood,
                                        "parameters", k,
                                        "evaluations", n))));
    }

    /** One evaluation y = 4 with k = 9 and noise 1: the mean there is 9/10 of it. */
    @Test
    void gptunesModelsComeWithItsFile() throws IOException {
        double noise = 1 - 1e-8; // GPy adds the rest
        double logLikelihood = -0.5 * 16 / 10 - 0.5 * Math.log(10) - 0.5 * Math.log(2 * Math.PI);
        Path file = folder.resolve("gptune.json");
        Files.writeString(
                file,
                GPTUNE.replace("NOISE", "" + noise).replace("LIKELIHOOD", "" + logLikelihood));
        Cli imported = Cli.run("history", "import", toy, file).exits(0);
        assertTrue(imported.out().contains("1 surrogate model kept"), imported.out());
        assertTrue(
                imported.out().contains("its 'noise_variance': 0 of 1 are there"), imported.out());
        assertTrue(imported.out().contains("was fitted to others"), imported.out());
        var row =
                (Map<?, ?>)
                        ((List<?>)
                                        Cli.run(
                                                        "predict", toy, "--set", "x=10", "kind=b",
                                                        "--task", "n=1", "--json", "--model",
                                                        "good")
                                                .exits(0)
                                                .json()
                                                .get("predictions"))
                                .getFirst();
        assertEquals(3.6, ((Number) row.get("mean")).doubleValue(), 1e-9);
        assertEquals(Math.sqrt(0.9), ((Number) row.get("sd")).doubleValue(), 1e-9);
    }

    private static final String MODEL =
            """
            {"hyperparameters": {"lengthscale": [0.5, 2], "variance": [9.0],
              "noise_variance": [NOISE]},
             "modeling_options": {"model_kern": "RBF", "model_method": "GPRegression",
              "model_sparse": "no", "multitask": "no"},
             "model_stats": {"log_marginal_likelihood": LIKELIHOOD},
             "task_parameters": [[1]], "function_evaluations": ["one"],
             "input_space": [{"name": "n", "transformer": "normalize", "type": "int",
              "lower_bound": 1, "upper_bound": 9, "optimize": true}],
             "parameter_space": [{"name": "x", "transformer": "normalize", "type": "int",
              "lower_bound": 0, "upper_bound": 20, "optimize": true},
              {"name": "kind", "transformer": "onehot", "type": "categorical",
              "categories": ["a", "b"]}],
             "output_space": [{"name": "seconds", "transformer": "identity", "type": "real",
              "lower_bound": -Infinity, "upper_bound": Infinity, "optimize": true}],
             "modeler": "Model_GPy_LCM",
             "objective": {"name": "seconds", "type": "real", "objective_id": 0}, "uid": "good"}\
            """;

    private static final String GPTUNE =
            """
            {"tuning_problem_name": "toy", "surrogate_model": [%s, %s, %s],
             "func_eval": [{"task_parameter": {"n": 1}, "tuning_parameter": {"x": 10, "kind": "b"},
               "evaluation_result": {"seconds": 4.0}, "source": "measure", "uid": "one"}]}
            """
                    .formatted(
                            MODEL,
                            MODEL.replace("[NOISE]", "[]").replace("good", "mute"),
                            MODEL.replace("LIKELIHOOD", "-17").replace("good", "wrong"));

    /**
     * A model goes out, comes back elsewhere and through a merged history, and predicts the same.
     */
    @Test
    void modelsSurviveExportAndMerging() throws IOException {
        double logLikelihood = -0.5 * 16 / 10 - 0.5 * Math.log(10) - 0.5 * Math.log(2 * Math.PI);
        Path file = folder.resolve("gptune.json");
        String text =
                GPTUNE.replace("NOISE", "" + (1 - 1e-8)).replace("LIKELIHOOD", "" + logLikelihood);
        Files.writeString(
                file, text.replace("\"uid\": \"good\"", "\"uid\": \"good\", \"mine\": 7"));
        Cli.run("history", "import", toy, file).exits(0);
        Object before = predict("--task", "n=1", "--model", "good");
        Path out = folder.resolve("out.json");
        Cli exported =
                Cli.run("history", "export", toy, "--format", "gptune", "--to", out).exits(0);
        assertTrue(exported.err().contains("1 trial; 1 surrogate model."), exported.err());
        assertTrue(Files.readString(out).contains("\"mine\": 7"));
        Path journal = folder.resolve("attune.db/toy.jsonl");
        Path first = Files.move(journal, folder.resolve("first.jsonl"));
        Files.delete(folder.resolve("attune.db/toy.jsonl.end"));
        Cli.run("history", "import", toy, out).exits(0);
        assertEquals(before, predict("--task", "n=1", "--model", "good"));
        Cli.run("tune", toy).exits(0);
        Cli.run("surrogate", "build", toy).exits(0);
        Object own = predict("--task", "n=1", "--model", "max-evals");
        Path second = Files.move(journal, folder.resolve("second.jsonl"));
        Files.delete(folder.resolve("attune.db/toy.jsonl.end"));
        Cli.run("history", "merge", journal, first, second).exits(0);
        assertEquals(before, predict("--task", "n=1", "--model", "good"));
        assertEquals(own, predict("--task", "n=1", "--model", "max-evals"));
        Cli both = Cli.run("history", "export", toy, "--format", "gptune", "--to", out, "--force");
        assertTrue(
                both.err().contains("1 surrogate model; 1 surrogate model of Attune's left out"));
    }

    /** A model is refused where one of its trials is gone: it would not predict what it did. */
    @Test
    void aModelOfMissingTrialsSaysHowManyAndWhich() throws IOException {
        Cli.run("tune", toy).exits(0);
        Cli.run("surrogate", "build", toy).exits(0);
        Path journal = folder.resolve("attune.db/toy.jsonl");
        var lines = new java.util.ArrayList<>(Files.readAllLines(journal));
        List<String> last =
                lines.stream()
                        .filter(l ->
                                l.contains("\"record\":\"trial\"") && l.contains("\"number\":10,"))
                        .toList();
        lines.removeAll(last);
        Files.write(journal, lines);
        Files.delete(folder.resolve("attune.db/toy.jsonl.end"));
        Cli.run("predict", toy, "--set", "x=1", "--model", "mle").exits(1); // it is damaged
        Path repaired = folder.resolve("repaired.jsonl");
        Cli.run("history", "repair", toy, "--to", repaired).exits(0);
        Cli refused =
                Cli.run("predict", toy, "--set", "x=1", "--model", "mle", "--history", repaired)
                        .exits(2);
        assertTrue(
                refused.err().contains("fitted to 10 trials, of which the study lacks 1, such as "),
                refused.err());
    }

    /** A real file, where it is: its stored likelihoods are those of the evaluations before. */
    @Test
    void aRealFileOfGptune() throws IOException {
        Path file = Path.of("../../shared/data/QTT-FDTD.json");
        Assumptions.assumeTrue(Files.isRegularFile(file), "no file of GPTune here");
        Path problem = folder.resolve("qtt.yaml");
        Files.writeString(
                problem,
                """
                tuning_problem_name: QTT-FDTD
                input_space:
                  - {name: L, type: categorical, categories: ["5", "6", "7", "8"]}
                parameter_space:
                  - {name: deriv_order, type: categorical, categories: ["2", "4", "6"]}
                  - {name: eta, type: real, lower_bound: 0, upper_bound: 1}
                output_space:
                  - {name: time, type: real}
                  - {name: E_diff, type: real}
                tasks: [{L: "5"}]
                trials: 9
                """);
        Cli imported = Cli.run("history", "import", problem, file).exits(0);
        assertTrue(imported.out().contains("4 surrogate models kept"), imported.out());
        Cli.run("predict", problem, "--set", "eta=0.2", "deriv_order=2", "--model", "mle").exits(0);
    }
}
