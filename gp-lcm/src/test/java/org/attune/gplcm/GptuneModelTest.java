package org.attune.gplcm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.FittedModel;
import org.attune.api.ModelProvider;
import org.attune.api.ModelRecord;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Prediction;
import org.attune.api.Provenance;
import org.attune.api.RecordLog;
import org.attune.api.Records;
import org.attune.api.Seed;
import org.attune.api.Settings;
import org.attune.api.Trial;
import org.attune.api.TunerProvider;
import org.attune.api.TuningProblem;
import org.attune.api.TuningRequest;
import org.junit.jupiter.api.Test;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Models of GPTune. The expected numbers of the two tasks were computed with NumPy from the formula
 * of {@link GptuneKernel}, with an explicit inverse.
 */
class GptuneModelTest {
    private static final TunerProvider PROVIDER = new GpLcmTuner.Provider();
    private static final ModelProvider MODELS = PROVIDER.models().orElseThrow();
    private static final double[][] X = {
        {0.1, 0.2}, {0.5, 0.9}, {0.8, 0.4}, {0.3, 0.6}, {0.9, 0.1}, {0.2, 0.75}
    };
    private static final double[] Y = {1.5, 0.7, 2.25, 1.0, 1.75, 0.5};
    private static final double LOG_LIKELIHOOD = -6.216763936481587;

    private final TuningProblem problem =
            TuningProblem.named("two")
                    .task(Parameter.integer("t", 0, 1))
                    .parameter(Parameter.real("a", 0, 2))
                    .parameter(Parameter.real("b", -1, 1))
                    .objective(Objective.minimize("y"))
                    .build();
    private final TuningRequest request =
            new TuningRequest(
                    problem,
                    List.of(Point.of("t", 0), Point.of("t", 1)),
                    Settings.of("gp-lcm", PROVIDER.options(), Map.of()),
                    new Seed(0));

    private static Point place(double u, double v) {
        return Point.of("a", 2 * u, "b", 2 * v - 1);
    }

    private static Records records(int count) {
        var log = new RecordLog();
        for (int i = 0; i < count; i++) {
            log.add(
                    new Trial(
                            i + 1,
                            Candidate.of(Point.of("t", i / 3), place(X[i][0], X[i][1])),
                            Origin.of("test"),
                            Outcome.measured("y", Y[i]),
                            Provenance.here(Effort.NONE)));
        }
        return log.snapshot();
    }

    private static ModelRecord record(Map<String, Object> changes) {
        var content = new LinkedHashMap<String, Object>();
        content.put("modeler", "Model_LCM");
        content.put("tasks", List.of(Map.of("t", 0L), Map.of("t", 1L)));
        content.put("kernel", "RBF");
        content.put("lengthscales", List.of(List.of(0.4, 0.7)));
        content.put("variances", List.of(1.0));
        content.put("weights", List.of(List.of(1.2, 0.8)));
        content.put("kappa", List.of(List.of(0.05, 0.1)));
        content.put("noise_variances", List.of(1e-6, 2e-6));
        content.put("jitter", 1e-10);
        content.put("log_likelihood", LOG_LIKELIHOOD);
        content.putAll(changes);
        return new ModelRecord("y", "gptune", Map.of("objective", "y", "gptune", content));
    }

    private FittedModel load(int count, Map<String, Object> changes) {
        return MODELS.load(request, records(count), record(changes));
    }

    @Test
    void predictsAsGptuneDoes() {
        FittedModel model = load(6, Map.of());
        Prediction first = model.predict(Point.of("t", 0), place(0.6, 0.5), "y");
        assertEquals(2.040108809486928, first.mean(), 1e-9);
        assertEquals(0.228076078444568, first.standardDeviation(), 1e-9);
        Prediction second = model.predict(Point.of("t", 1), place(0.6, 0.5), "y");
        assertEquals(1.6023558336418566, second.mean(), 1e-9);
        assertEquals(0.2180993215465437, second.standardDeviation(), 1e-9);
        assertEquals(1.6023558336418566 + 1.959964 * 0.21809932, second.upper(), 1e-6);
        assertTrue(model.shares(Point.of("t", 1), "y"));
        assertEquals(List.of("y"), model.outputs());
    }

    /** Its place is 0, whatever its lengthscale, as GPTune's normalisation has it. */
    @Test
    void aParameterOfOneValueChangesNothing() {
        TuningProblem wider =
                TuningProblem.named("three")
                        .task(Parameter.integer("t", 0, 1))
                        .parameter(Parameter.real("a", 0, 2))
                        .parameter(Parameter.real("b", -1, 1))
                        .parameter(Parameter.integer("c", 7, 7))
                        .objective(Objective.minimize("y"))
                        .build();
        var log = new RecordLog();
        for (Trial trial : records(6).trials()) {
            Point own = trial.configuration();
            Point with = Point.of("a", own.get("a"), "b", own.get("b"), "c", 7);
            log.add(
                    new Trial(
                            trial.number(),
                            Candidate.of(trial.task(), with),
                            trial.origin(),
                            trial.outcome(),
                            trial.provenance()));
        }
        var asked =
                new TuningRequest(
                        wider, request.tasks(), request.settings(), request.seed(), Map.of());
        FittedModel model =
                MODELS.load(
                        asked,
                        log.snapshot(),
                        record(Map.of("lengthscales", List.of(List.of(0.4, 0.7, 0.5)))));
        Point place = Point.of("a", 1.2, "b", 0.0, "c", 7);
        assertEquals(2.040108809486928, model.predict(Point.of("t", 0), place, "y").mean(), 1e-9);
    }

    /** Two latent functions: the numbers are from the formula too, by exact fractions. */
    @Test
    void predictsAsGpyDoesForSeveralTasks() {
        FittedModel model =
                load(
                        6,
                        Map.of(
                                "modeler", "Model_GPy_LCM",
                                "lengthscales", List.of(List.of(0.4, 0.7), List.of(1.5, 0.3)),
                                "variances", List.of(1.0, 0.6),
                                "weights", List.of(List.of(1.2, 0.8), List.of(-0.5, 0.9)),
                                "kappa", List.of(List.of(0.05, 0.1), List.of(0.2, 0.01)),
                                "noise_variances", List.of(0.01, 0.02),
                                "jitter", 1e-8,
                                "log_likelihood", -7.939520268316935));
        Prediction first = model.predict(Point.of("t", 0), place(0.6, 0.5), "y");
        assertEquals(1.9155133052463904, first.mean(), 1e-9);
        assertEquals(0.39274235139880076, first.standardDeviation(), 1e-9);
        Prediction second = model.predict(Point.of("t", 1), place(0.6, 0.5), "y");
        assertEquals(1.5136802786532728, second.mean(), 1e-9);
        assertEquals(0.37890307535664564, second.standardDeviation(), 1e-9);
    }

    /** The likelihood of Model_LCM may be without its constant, that of GPy may not. */
    @Test
    void theStoredLikelihoodTellsWhetherTheEvaluationsAreTheOnes() {
        double bare = LOG_LIKELIHOOD + 3 * Math.log(2 * Math.PI);
        load(6, Map.of("log_likelihood", bare));
        for (Map<String, Object> wrong :
                List.<Map<String, Object>>of(
                        Map.of("log_likelihood", bare, "modeler", "Model_GPy_LCM"),
                        Map.of("log_likelihood", -7.0),
                        Map.of("lengthscales", List.of(List.of(0.4, 0.9))))) {
            String why = why(6, wrong);
            assertTrue(why.contains("was fitted to others"), why);
        }
        assertTrue(why(5, Map.of()).contains("5 evaluations"));
        assertTrue(why(0, Map.of()).contains("None of its evaluations"));
        assertTrue(why(6, Map.of("kernel", "Exp")).contains("'Exp'"));
        assertTrue(why(6, Map.of("log_likelihood", "?")).contains("no likelihood"));
    }

    private String why(int count, Map<String, Object> changes) {
        return assertThrows(IllegalArgumentException.class, () -> load(count, changes))
                .getMessage();
    }

    /** Correlations of one task and one lengthscale at r = 2: 1/e², and Rasmussen's (4.17). */
    @Test
    void kernels() {
        double[] at = {0.0};
        double[] far = {1.0};
        double s3 = 2 * Math.sqrt(3);
        double s5 = 2 * Math.sqrt(5);
        Map<String, Double> expected =
                Map.of(
                        "RBF",
                        Math.exp(-2),
                        "Matern12",
                        Math.exp(-2),
                        "Matern32",
                        (1 + s3) * Math.exp(-s3),
                        "Matern52",
                        (1 + s5 + s5 * s5 / 3) * Math.exp(-s5));
        expected.forEach((name, value) -> {
            var kernel =
                    GptuneKernel.of(
                            Map.of(
                                    "kernel", name,
                                    "lengthscales", List.of(List.of(0.5)),
                                    "variances", List.of(3.0),
                                    "weights", List.of(List.of(1.0)),
                                    "kappa", List.of(List.of(0.0)),
                                    "noise_variances", List.of(0.0),
                                    "jitter", 0.0));
            assertEquals(3 * value, kernel.value(at, 0, far, 0), 1e-14, name);
        });
    }
}
