package com.example.tuner;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Constraint;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TunerProvider;
import org.attune.api.TuningProblem;
import org.attune.testkit.TunerContract;
import org.junit.jupiter.api.Test;

import java.util.List;

/** The contract of all tuners, and that this one finds something in a mixed, constrained space. */
class ConfidenceBoundTest extends TunerContract {
    @Override
    protected TunerProvider provider() {
        return new ConfidenceBound.Provider();
    }

    /** The minimum is 1 at tile = 48, order = ikj, x = 0.3; half of the space is inadmissible. */
    @Test
    void findsTheMinimumOfAMixedProblem() {
        TuningProblem problem =
                TuningProblem.named("mixed")
                        .parameter(Parameter.integer("tile", 1, 256).log())
                        .parameter(Parameter.categorical("order", List.of("ijk", "ikj", "jki")))
                        .parameter(Parameter.real("x", 0, 1))
                        .constraint(Constraint.of("fits", "tile*x <= 16"))
                        .objective(Objective.minimize("y"))
                        .build();
        Study study = Study.of(problem).tuner(provider()).trials(40).seed(1).open();
        for (int n = 0; n < 40; n++) {
            for (Trial trial : study.ask(1)) {
                study.tell(trial.number(), Outcome.measured("y", y(trial.configuration())));
            }
        }
        Trial best = study.best(Point.EMPTY).orElseThrow();
        double value = problem.value(best, "y").orElseThrow();
        assertTrue(value < 1.05, () -> best.configuration() + " gives " + value);
    }

    private static double y(Point p) {
        double tile = Math.log(p.number("tile") / 48);
        double x = p.number("x") - 0.3;
        return 1 + tile * tile + 4 * x * x + (p.get("order").equals("ikj") ? 0 : 0.5);
    }
}
