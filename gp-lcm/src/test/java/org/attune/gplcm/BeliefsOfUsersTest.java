package org.attune.gplcm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** Studies of problems of which a user believes something. */
class BeliefsOfUsersTest {
    private static TuningProblem.Builder problem() {
        var builder = TuningProblem.named("believed");
        for (String name : List.of("a", "b", "c", "d")) {
            builder.parameter(Parameter.real(name, 0, 1).withDefault(0.5));
        }
        return builder.objective(Objective.minimize("y"));
    }

    /** A hole at 0.83 that is narrow in all four parameters. */
    private static double hole(Point p) {
        double r2 = 0;
        for (String name : List.of("a", "b", "c", "d")) {
            r2 += Math.pow(p.number(name) - 0.83, 2);
        }
        return 1 + 0.05 * p.number("a") - Math.exp(-40 * r2);
    }

    private static List<Trial> run(TuningProblem problem, ToDoubleFunction<Point> f, int trials) {
        try (Study study =
                Study.of(problem).tuner(new GpLcmTuner.Provider()).seed(3).trials(trials).open()) {
            for (int i = 0; i < trials; i++) {
                Trial trial = study.ask(1).getFirst();
                double y = f.applyAsDouble(trial.configuration());
                study.tell(trial.number(), Outcome.measured("y", y));
            }
            return study.records().trials();
        }
    }

    private static double best(List<Trial> trials, ToDoubleFunction<Point> f) {
        return trials.stream()
                .mapToDouble(t -> f.applyAsDouble(t.configuration()))
                .min()
                .orElseThrow();
    }

    private static TuningProblem.Builder believing(double lower, double upper) {
        var builder = problem();
        List.of("a", "b", "c", "d").forEach(name -> builder.belief(name, lower, upper));
        return builder;
    }

    @Test
    void whatIsBelievedIsTriedAfterTheDefault() {
        List<Trial> trials = run(problem().belief("b", 0.7, 0.9).build(), p -> hole(p), 2);
        assertEquals(
                Point.of("a", 0.5, "b", 0.5, "c", 0.5, "d", 0.5), trials.get(0).configuration());
        assertEquals("belief", trials.get(1).origin().technique());
        assertEquals(Origin.Phase.INITIAL, trials.get(1).origin().phase());
        assertEquals(0.8, trials.get(1).configuration().number("b"), 1e-9);
        assertEquals(0.5, trials.get(1).configuration().number("a"), 1e-9);
    }

    @Test
    void aRightBeliefLeadsToAHoleThatIsNotFoundWithoutIt() {
        assertTrue(best(run(problem().build(), p -> hole(p), 15), p -> hole(p)) > 0.8);
        assertTrue(best(run(believing(0.7, 1).build(), p -> hole(p), 15), p -> hole(p)) < 0.3);
    }

    @Test
    void aWrongOneIsOverruled() {
        ToDoubleFunction<Point> bowl =
                p -> {
                    double sum = 0;
                    for (String name : List.of("a", "b", "c", "d")) {
                        sum += Math.pow(p.number(name) - 0.8, 2);
                    }
                    return sum;
                };
        assertTrue(best(run(believing(0, 0.1).build(), bowl, 25), bowl) < 0.01);
    }
}
