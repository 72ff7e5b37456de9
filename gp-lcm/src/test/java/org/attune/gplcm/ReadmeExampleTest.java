package org.attune.gplcm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.FittedModel;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Prediction;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;

/** The Java example of the README, run. */
class ReadmeExampleTest {
    private static double branin(double x, double y) {
        double valley = y - 5.1 / (4 * Math.PI * Math.PI) * x * x + 5 / Math.PI * x - 6;
        return valley * valley + 10 * (1 - 1 / (8 * Math.PI)) * Math.cos(x) + 10;
    }

    @Test
    void findsAMinimumAndPredictsIt() {
        var problem =
                TuningProblem.named("branin")
                        .parameter(Parameter.real("x", -5, 10))
                        .parameter(Parameter.real("y", 0, 15))
                        .objective(Objective.minimize("value"))
                        .build();
        try (var study = Study.of(problem).trials(30).seed(1).open()) {
            while (study.status().state() == Study.State.RUN) {
                for (Trial trial : study.ask(1)) {
                    Point p = trial.configuration();
                    double value = branin(p.number("x"), p.number("y"));
                    study.tell(trial.number(), Outcome.measured("value", value));
                }
            }
            Trial best = study.best(Point.EMPTY).orElseThrow();
            double value = problem.value(best, "value").orElseThrow();
            assertTrue(value < 0.5, "best of 30: " + value);
            FittedModel model = study.model().orElseThrow();
            Prediction there = model.predict(Point.EMPTY, Point.of("x", 3.1, "y", 2.3), "value");
            assertTrue(there.lower() <= there.median() && there.median() <= there.upper());
            assertEquals(30, model.trust(Point.EMPTY, "value").trials());
            assertEquals(2, model.view(Point.EMPTY, "value").orElseThrow().parameters().size());
            double measured = model.predict(Point.EMPTY, best.configuration(), "value").median();
            assertEquals(value, measured, 0.05, "the model knows what it has seen");
        }
    }
}
