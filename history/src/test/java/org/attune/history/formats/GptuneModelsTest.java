package org.attune.history.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Entry;
import org.attune.api.ModelRecord;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.RecordLog;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;

import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Models of GPTune's files, of the shapes that its documentation and code have. */
class GptuneModelsTest {
    private final TuningProblem problem =
            TuningProblem.named("two")
                    .task(Parameter.integer("t", 0, 1))
                    .parameter(Parameter.real("a", 0, 2))
                    .parameter(Parameter.real("b", -1, 1))
                    .objective(Objective.minimize("y"))
                    .build();

    private static final String SEVERAL =
            """
            {"hyperparameters": {"rbf_lengthscale": [[0.4, 0.7], [1.5, 0.3]],
              "variance": [[1.0], [0.6]], "B_W": [[[1.2], [0.8]], [[-0.5], [0.9]]],
              "B_kappa": [[0.05, 0.1], [0.2, 0.01]], "noise_variance": [[0.01], [0.02]]},
             "modeling_options": {"model_kernel": "RBF", "multitask": "yes",
              "model_method": "GPCoregionalizedRegression", "model_sparse": "no"},
             "model_stats": {"log_marginal_likelihood": -7.939520268316935},
             "task_parameters": [[0], [1]], "func_eval": ["u1", "u2"],
             "input_space": [{"name": "t", "transformer": "normalize", "type": "int",
              "lower_bound": 0, "upper_bound": 1, "optimize": true}],
             "parameter_space": [{"name": "a", "transformer": "normalize", "type": "real",
              "lower_bound": 0.0, "upper_bound": 2.0, "optimize": true},
              {"name": "b", "transformer": "normalize", "type": "real",
              "lower_bound": -1.0, "upper_bound": 1.0, "optimize": true}],
             "output_space": [{"name": "y", "transformer": "identity", "type": "real",
              "lower_bound": -Infinity, "upper_bound": Infinity, "optimize": true}],
             "modeler": "Model_GPy_LCM", "mine": {"kept": [NaN, null]},
             "objective": {"name": "y", "objective_id": 0}, "uid": "m1"}\
            """;

    private ImportedModel read(String text) {
        return GptuneModels.of(GptuneRecord.object(PythonJson.read(text)).orElseThrow(), problem);
    }

    private String refused(String text) {
        return assertThrows(IllegalArgumentException.class, () -> read(text)).getMessage();
    }

    /** Q = 2, T = 2, D = 2: 4 lengthscales, 2 variances, 4 weights, 4 kappas, 2 noises. */
    @Test
    void severalTasksOfGpy() {
        ImportedModel model = read(SEVERAL);
        assertEquals(16, model.parameters());
        assertEquals(List.of("u1", "u2"), model.evaluations());
        assertEquals(
                List.of(List.of(0.4, 0.7), List.of(1.5, 0.3)), model.data().get("lengthscales"));
        assertEquals(List.of(1.0, 0.6), model.data().get("variances"));
        assertEquals(List.of(List.of(1.2, 0.8), List.of(-0.5, 0.9)), model.data().get("weights"));
        assertEquals(List.of(List.of(0.05, 0.1), List.of(0.2, 0.01)), model.data().get("kappa"));
        assertEquals(List.of(0.01, 0.02), model.data().get("noise_variances"));
        assertEquals(
                List.of(Point.of("t", 0).values(), Point.of("t", 1).values()),
                model.data().get("tasks"));
    }

    @Test
    void aSparseModelLacksItsInducingPoints() {
        for (String[] change :
                new String[][] {
                    {"\"model_sparse\": \"no\"", "\"model_sparse\": \"yes\""},
                    {"\"GPCoreg", "\"SparseGPCoreg"}
                }) {
            String why = refused(SEVERAL.replace(change[0], change[1]));
            assertTrue(why.contains("inducing points of a sparse model"), why);
        }
    }

    @Test
    void whatIsMissingOfSeveralTasksIsNamed() {
        String weights = refused(SEVERAL.replace("[[-0.5], [0.9]]", "[[-0.5]]"));
        assertTrue(weights.contains("'B_W': 3 of 4 are there"), weights);
        String noise = refused(SEVERAL.replace("[[0.01], [0.02]]", "[[0.01]]"));
        assertTrue(noise.contains("'noise_variance': 1 of 2 is there"), noise);
        String scales = refused(SEVERAL.replace("[1.5, 0.3]", "[1.5]"));
        assertTrue(scales.contains("2 values for each 'rbf_lengthscale'"), scales);
        String space = refused(SEVERAL.replace("\"upper_bound\": 2.0", "\"upper_bound\": 3.0"));
        assertTrue(space.contains("parameter_space is not the problem's"), space);
    }

    /** What was stored of a model of GPTune is exported as it was, under today's names. */
    @Test
    void isWrittenAsItWas() {
        ImportedModel model = read(SEVERAL);
        var log = new RecordLog();
        Entry stored =
                new ModelRecord(
                        "surrogate y m1",
                        "gptune",
                        Map.of("source", Map.of("format", "gptune", "record", model.record())));
        log.add(stored);
        log.add(
                new ModelRecord(
                        "surrogate y ours", "b", Map.of("function_evaluations", List.of())));
        String text = GptuneWriter.text(problem, log.snapshot(), ZoneOffset.UTC);
        var file = GptuneRecord.object(PythonJson.read(text)).orElseThrow();
        var written = (List<?>) file.get("surrogate_model");
        var expected =
                new LinkedHashMap<>(GptuneRecord.object(PythonJson.read(SEVERAL)).orElseThrow());
        expected.put("function_evaluations", expected.remove("func_eval"));
        assertEquals(List.of(expected), written);
        assertEquals(model.data(), read(PythonText.line(written.getFirst())).data());
    }
}
