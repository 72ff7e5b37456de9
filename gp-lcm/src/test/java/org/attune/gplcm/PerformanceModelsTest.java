package org.attune.gplcm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.FittedModel;
import org.attune.api.ModelQuality;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.PerformanceModel;
import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.api.expression.Expression;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Studies of problems with performance models. */
class PerformanceModelsTest {
    private static TuningProblem problem(PerformanceModel... models) {
        var builder =
                TuningProblem.named("models")
                        .task(Parameter.integer("t", 0, 9))
                        .parameter(Parameter.real("x", 0, 1))
                        .parameter(Parameter.integer("b", 1, 64))
                        .objective(Objective.minimize("seconds"));
        List.of(models).forEach(builder::model);
        return builder.build();
    }

    /** Ripples that few runs cannot resolve, least near x = 0.9. */
    private static double seconds(Point p) {
        double phase = 60 * p.number("x") + p.number("t");
        return 2
                + Math.sin(phase)
                + Math.pow(p.number("x") - 0.9, 2)
                + Math.abs(p.number("b") - 20) / 64;
    }

    private static Study study(TuningProblem problem, int tasks, int trials) {
        return Study.of(problem)
                .tasks(IntStream.range(0, tasks).mapToObj(t -> Point.of("t", t)).toList())
                .tuner(new GpLcmTuner.Provider())
                .seed(4)
                .trials(trials)
                .open();
    }

    private static double value(TuningProblem problem, Trial trial) {
        return seconds(problem.known(trial.task(), trial.configuration()));
    }

    /** Goes on to the end, and returns the configurations. */
    private static List<Point> run(Study study, TuningProblem problem) {
        while (study.status().state() == Study.State.RUN) {
            for (Trial trial : study.ask(1)) {
                study.tell(trial.number(), Outcome.measured("seconds", value(problem, trial)));
            }
        }
        return study.records().trials().stream().map(Trial::configuration).toList();
    }

    private static double best(Study study, TuningProblem problem, Point task) {
        return study.records().trials(task).stream()
                .mapToDouble(t -> value(problem, t))
                .min()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aScaledModelShowsTheWay(int tasks) {
        TuningProblem problem = problem(PerformanceModel.of("model", p -> 1000 * seconds(p) + 7));
        try (Study study = study(problem, tasks, 12)) {
            run(study, problem);
            for (Point task : study.setUp().tasks()) {
                assertTrue(best(study, problem, task) < 1.05, "task " + task);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void brokenModelsStopNothing(int tasks) {
        PerformanceModel fails =
                new PerformanceModel() {
                    @Override
                    public String name() {
                        return "fails";
                    }

                    @Override
                    public Fit fit(List<Run> runs) {
                        if (runs.size() % 2 == 0) {
                            throw new IllegalStateException("an even number of runs");
                        }
                        return p -> p.number("no such name");
                    }
                };
        TuningProblem problem =
                problem(
                        fails,
                        PerformanceModel.of("nan", p -> Double.NaN),
                        PerformanceModel.of("moody", p -> p.number("b") > 40 ? 1 / 0.0 : 3),
                        PerformanceModel.of("huge", p -> 1e300 * p.number("b")),
                        PerformanceModel.of(
                                "zero", Expression.parse("1 / (b - b)"), Optional.empty()));
        try (Study study = study(problem, tasks, 9)) {
            run(study, problem);
            assertEquals(9 * tasks, study.records().finished().size());
            FittedModel model = study.model().orElseThrow();
            List<ModelQuality> found = model.performanceModels(Point.of("t", 0), "seconds");
            assertEquals(5, found.size());
            assertTrue(found.get(0).remark().startsWith("no value at 9 of 9"));
            assertTrue(found.get(4).remark().contains("division by zero"));
        }
    }

    /** A tuner that has seen nothing yet proposes what the one that has seen all would. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aRestartedStudyGoesOnInTheSameWay(int tasks) {
        var terms = new LinkedHashMap<String, Expression>();
        terms.put("wave", Expression.parse("1 + abs(x - 0.4)"));
        terms.put("block", Expression.parse("abs(b - 20)"));
        TuningProblem problem = problem(PerformanceModel.ofTerms("sum", terms, Optional.empty()));
        List<Point> whole;
        try (Study study = study(problem, tasks, 9)) {
            whole = run(study, problem);
        }
        var history = new org.attune.api.MemoryHistory();
        var parts = new ArrayList<Point>();
        for (int i = 0; i < whole.size(); i++) {
            try (Study study =
                    Study.of(problem)
                            .tasks(
                                    IntStream.range(0, tasks)
                                            .mapToObj(t -> Point.of("t", t))
                                            .toList())
                            .tuner(new GpLcmTuner.Provider())
                            .seed(4)
                            .trials(9)
                            .history(history)
                            .open()) {
                Trial trial = study.ask(1).getFirst();
                study.tell(trial.number(), Outcome.measured("seconds", value(problem, trial)));
                parts.add(trial.configuration());
            }
        }
        assertEquals(whole, parts);
    }

    @Test
    void coefficientsAreLearnedForEachTask() {
        var terms = new LinkedHashMap<String, Expression>();
        terms.put("all", Expression.parse("1"));
        terms.put("block", Expression.parse("b"));
        TuningProblem problem = problem(PerformanceModel.ofTerms("sum", terms, Optional.empty()));
        try (Study study = study(problem, 2, 7)) {
            while (study.status().state() == Study.State.RUN) {
                for (Trial trial : study.ask(1)) {
                    double t = trial.task().number("t");
                    double b = trial.configuration().number("b");
                    study.tell(
                            trial.number(), Outcome.measured("seconds", 2 + t + (1 + 3 * t) * b));
                }
            }
            FittedModel model = study.model().orElseThrow();
            for (int t = 0; t < 2; t++) {
                ModelQuality found =
                        model.performanceModels(Point.of("t", t), "seconds").getFirst();
                Map<String, Double> coefficients = found.coefficients();
                assertEquals(2 + t, coefficients.get("all"), 1e-9);
                assertEquals(1 + 3 * t, coefficients.get("block"), 1e-9);
                assertEquals(0, found.relativeError(), 1e-9);
            }
        }
    }

    /** A model of one objective says nothing of the other; one of all is fitted to each. */
    @Test
    void aModelMayBeOfOneObjective() {
        var terms = new LinkedHashMap<String, Expression>();
        terms.put("block", Expression.parse("b"));
        TuningProblem problem =
                TuningProblem.named("two")
                        .parameter(Parameter.real("x", 0, 1))
                        .parameter(Parameter.integer("b", 1, 64))
                        .objective(Objective.minimize("seconds"))
                        .objective(Objective.maximize("rate"))
                        .model(PerformanceModel.ofTerms("both", terms, Optional.empty()))
                        .model(
                                PerformanceModel.of(
                                        "fast", Expression.parse("x"), Optional.of("rate")))
                        .build();
        try (Study study = Study.of(problem).tuner(new GpLcmTuner.Provider()).trials(7).open()) {
            while (study.status().state() == Study.State.RUN) {
                for (Trial trial : study.ask(1)) {
                    double b = trial.configuration().number("b");
                    study.tell(
                            trial.number(),
                            new Outcome.Measured(
                                    Map.of("seconds", List.of(2 * b), "rate", List.of(5 * b)),
                                    Map.of(),
                                    0));
                }
            }
            FittedModel model = study.model().orElseThrow();
            List<ModelQuality> seconds = model.performanceModels(Point.EMPTY, "seconds");
            List<ModelQuality> rate = model.performanceModels(Point.EMPTY, "rate");
            assertEquals(1, seconds.size());
            assertEquals(2, seconds.getFirst().coefficients().get("block"), 1e-9);
            assertEquals(5, rate.getFirst().coefficients().get("block"), 1e-9);
            assertEquals("fast", rate.get(1).model());
        }
    }
}
