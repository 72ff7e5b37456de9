package com.example;

import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;

/** Tunes two parameters of a function in 20 trials, and prints the best. */
public final class TunedProgram {
    private TunedProgram() {}

    public static void main(String[] arguments) {
        var problem =
                TuningProblem.named("branin")
                        .parameter(Parameter.real("x", -5, 10))
                        .parameter(Parameter.real("y", 0, 15))
                        .objective(Objective.minimize("value"))
                        .build();
        try (var study = Study.of(problem).trials(20).seed(1).open()) {
            while (study.status().state() == Study.State.RUN) {
                for (Trial trial : study.ask(1)) {
                    Point p = trial.configuration();
                    double value = branin(p.number("x"), p.number("y"));
                    study.tell(trial.number(), Outcome.measured("value", value));
                }
            }
            Trial best = study.best(Point.EMPTY).orElseThrow();
            System.out.println(best.configuration() + " gives " + problem.outputs(best));
        }
    }

    /** F. H. Branin, 1972: three minima of 0.398. */
    private static double branin(double x, double y) {
        double a = y - 5.1 / (4 * Math.PI * Math.PI) * x * x + 5 / Math.PI * x - 6;
        return a * a + 10 * (1 - 1 / (8 * Math.PI)) * Math.cos(x) + 10;
    }
}
