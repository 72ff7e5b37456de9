package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.expression.Expression;
import org.attune.api.expression.ExpressionException;
import org.junit.jupiter.api.Test;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

class PerformanceModelTest {
    private static final Point TASK = Point.of("n", 100);

    private static PerformanceModel terms(String... namesAndTexts) {
        var terms = new LinkedHashMap<String, Expression>();
        for (int i = 0; i < namesAndTexts.length; i += 2) {
            terms.put(namesAndTexts[i], Expression.parse(namesAndTexts[i + 1]));
        }
        return PerformanceModel.ofTerms("model", terms, Optional.empty());
    }

    private static PerformanceModel expression(String name, String text) {
        return PerformanceModel.of(name, Expression.parse(text), Optional.empty());
    }

    private static TuningProblem problem(PerformanceModel... models) {
        var builder =
                TuningProblem.named("p")
                        .constant("peak", 1e9)
                        .task(Parameter.integer("n", 1, 1000))
                        .parameter(Parameter.integer("b", 1, 64))
                        .parameter(Parameter.integer("d", 0, 3).activeIf("b > 32"))
                        .derived("blocks", "n / b")
                        .objective(Objective.minimize("seconds"))
                        .objective(Objective.minimize("memory"));
        List.of(models).forEach(builder::model);
        return builder.build();
    }

    private static PerformanceModel.Run run(TuningProblem problem, int b, double value) {
        return new PerformanceModel.Run(problem.known(TASK, Point.of("b", b)), value);
    }

    @Test
    void seesTaskParametersConstantsAndDerivedValues() {
        TuningProblem problem = problem(expression("work", "n**2 * blocks / peak"));
        Point known = problem.known(TASK, Point.of("b", 4));
        assertEquals(
                100.0 * 100 * 25 / 1e9,
                problem.models().getFirst().fit(List.of()).value(known),
                1e-18);
        assertEquals(25, known.number("blocks"));
        assertEquals(1e9, known.number("peak"));
    }

    /** y = 3 n/b + 0.5 b exactly, in a problem and on its own. */
    @Test
    void coefficientsAreLearned() {
        PerformanceModel free = terms("blocks", "n / b", "inside", "b", "idle", "b * b");
        TuningProblem problem = problem(free);
        var runs =
                IntStream.of(1, 2, 5, 9, 30)
                        .mapToObj(b -> run(problem, b, 300.0 / b + 0.5 * b))
                        .toList();
        for (PerformanceModel model : List.of(free, problem.models().getFirst())) {
            PerformanceModel.Fit fit = model.fit(runs);
            assertEquals(3, fit.coefficients().get("blocks"), 1e-9);
            assertEquals(0.5, fit.coefficients().get("inside"), 1e-9);
            assertEquals(0, fit.coefficients().get("idle"), 1e-9);
            assertEquals(300.0 / 7 + 3.5, fit.value(problem.known(TASK, Point.of("b", 7))), 1e-9);
        }
    }

    /**
     * Of positive values it is the relative errors that count: Σ (1 - c/y)² is least at c = Σ 1/y /
     * Σ 1/y², which for 1 and 3 is 1.2; plain squares would give 2.
     */
    @Test
    void relativeErrorsCountWhereValuesArePositive() {
        TuningProblem problem = problem(terms("one", "1"));
        PerformanceModel model = problem.models().getFirst();
        assertEquals(
                1.2,
                model.fit(List.of(run(problem, 1, 1), run(problem, 2, 3)))
                        .coefficients()
                        .get("one"),
                1e-12);
        assertEquals(
                0.5,
                model.fit(List.of(run(problem, 1, -1), run(problem, 2, 2)))
                        .coefficients()
                        .get("one"),
                1e-12);
    }

    /** What cannot be computed, here for an inactive parameter, is left out of the fit. */
    @Test
    void runsWithoutAValueAreLeftOut() {
        TuningProblem problem = problem(terms("depth", "1 + d", "bad", "1 / (b - 2)"));
        PerformanceModel model = problem.models().getFirst();
        var active = problem.known(TASK, Point.of("b", 40, "d", 1));
        PerformanceModel.Fit fit =
                model.fit(
                        List.of(
                                run(problem, 2, 7),
                                run(problem, 3, 8),
                                new PerformanceModel.Run(active, 4)));
        assertEquals(4, fit.value(active), 1e-9);
        assertThrows(
                RuntimeException.class, () -> fit.value(problem.known(TASK, Point.of("b", 4))));
    }

    @Test
    void unknownNamesAndObjectivesAreRefused() {
        assertThrows(ExpressionException.class, () -> problem(expression("m", "z + 1")));
        var e =
                assertThrows(
                        IllegalArgumentException.class,
                        () ->
                                problem(
                                        PerformanceModel.of(
                                                "m", Expression.parse("b"), Optional.of("time"))));
        assertTrue(e.getMessage().contains("Maybe one of seconds, memory"), e.getMessage());
        assertThrows(IllegalArgumentException.class, () -> terms());
        assertThrows(
                IllegalArgumentException.class,
                () -> problem(expression("m", "b"), expression("m", "n")));
    }

    @Test
    void aChangedModelIsAWarning() {
        Map<String, Object> none = problem().description();
        Map<String, Object> one = problem(terms("t", "b")).description();
        Map<String, Object> other = problem(terms("t", "b + 1")).description();
        assertTrue(ProblemChange.between(one, one).warnings().isEmpty());
        for (var change :
                List.of(
                        ProblemChange.between(none, one),
                        ProblemChange.between(one, other),
                        ProblemChange.between(one, none))) {
            assertEquals(List.of("performance_models were edited"), change.warnings());
            assertTrue(change.errors().isEmpty());
        }
    }

    @Test
    void aPriorMeanWithoutValuesIsSaidOnce() {
        PerformanceModel hole = expression("hole", "1 / (b - 2)");
        var builder =
                TuningProblem.named("p")
                        .task(Parameter.integer("n", 1, 1000))
                        .parameter(Parameter.integer("b", 1, 64))
                        .objective(Objective.minimize("seconds"))
                        .priorMean("seconds", hole);
        List<Point> points = List.of(Point.of("b", 1), Point.of("b", 2));
        String rest =
                " has no value at 1 of 2 random configurations of task n=100: cannot evaluate"
                        + " \"1 / (b - 2)\": division by zero (1 / 0); there the tuner does without"
                        + " it.";
        assertEquals(
                List.of("prior_mean of 'seconds'" + rest),
                ModelCheck.messages(builder.build(), TASK, points));
        assertEquals(
                List.of("performance model 'hole'" + rest),
                ModelCheck.messages(builder.model(hole).build(), TASK, points));
    }

    @Test
    void whatIsWrongIsSaidBeforeAnythingHasRun() {
        TuningProblem problem =
                problem(
                        expression("flat", "n"),
                        expression("hole", "1 / (b - 2)"),
                        terms("zero", "0 * b", "minus", "-b", "fine", "b"));
        List<Point> points =
                List.of(Point.of("b", 1), Point.of("b", 2), Point.of("b", 3), Point.of("b", 4));
        assertEquals(
                List.of(
                        "performance model 'flat' is always 100.0 in task n=100: it tells no"
                                + " configurations apart.",
                        "performance model 'hole' has no value at 1 of 4 random configurations of"
                                + " task n=100: cannot evaluate \"1 / (b - 2)\": division by zero"
                                + " (1 / 0); there the tuner does without it.",
                        "term 'zero' of performance model 'model' is always 0 in task n=100.",
                        "term 'minus' of performance model 'model' is never positive in task"
                                + " n=100, and its coefficient is never negative. Maybe change its"
                                + " sign."),
                ModelCheck.messages(problem, TASK, points));
    }
}
