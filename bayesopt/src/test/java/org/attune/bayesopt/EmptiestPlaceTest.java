package org.attune.bayesopt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Constraint;
import org.attune.api.Effort;
import org.attune.api.FailureCause;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.RecordLog;
import org.attune.api.Seed;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;

class EmptiestPlaceTest {
    private final RecordLog log = new RecordLog();

    private static TuningProblem problem(Parameter... parameters) {
        var builder = TuningProblem.named("p");
        for (Parameter p : parameters) {
            builder.parameter(p);
        }
        return builder.objective(Objective.minimize("seconds")).build();
    }

    private void add(Point configuration, Outcome outcome) {
        log.add(
                new Trial(
                        log.snapshot().nextNumber(),
                        Candidate.of(Point.EMPTY, configuration),
                        Origin.of("test"),
                        outcome,
                        Provenance.here(Effort.NONE)));
    }

    private Optional<Point> emptiest(TuningProblem problem) {
        return emptiest(problem, (weights, trials) -> List.of());
    }

    private Optional<Point> emptiest(
            TuningProblem problem,
            BiFunction<Weights, TaskTrials, List<ToDoubleFunction<double[]>>> weights) {
        EngineSettings settings = EngineSettings.standard();
        var engine =
                new TaskEngine(
                        problem,
                        Point.EMPTY,
                        TaskEngine.axes(problem, settings),
                        settings,
                        new Seed(1));
        TaskTrials trials = engine.trials(log.snapshot(), 40).of(Point.EMPTY);
        return new EmptiestPlace(engine.region())
                .among(
                        trials,
                        List.of(),
                        weights.apply(engine.parts().weights(), trials),
                        new Seed(2).generator("test", log.snapshot().nextNumber()))
                .map(engine.region()::decode);
    }

    /** On a circle, the middle of the longest arc between 0.1, 0.5 and 0.6 is 0.85. */
    @Test
    void itIsTheMiddleOfTheWidestGapAndEndsOfAnAxisAreNeighbours() {
        for (double x : new double[] {0.1, 0.5, 0.6}) {
            add(Point.of("x", x), Outcome.measured("seconds", 1));
        }
        TuningProblem problem = problem(Parameter.real("x", 0, 1));
        assertEquals(0.85, emptiest(problem).orElseThrow().number("x"), 0.02);
    }

    @Test
    void pendingTrialsCountToo() {
        add(Point.of("x", 0.25), Outcome.measured("seconds", 1));
        add(Point.of("x", 0.75), Outcome.PENDING);
        double x = emptiest(problem(Parameter.real("x", 0, 1))).orElseThrow().number("x");
        assertEquals(0.25, Math.abs(x - 0.5) < 0.25 ? Math.abs(x - 0.25) : 0.25, 0.03);
        assertTrue(Math.abs(x - 0.75) > 0.2, "" + x);
    }

    /** Nine pairs of two parameters with three categories. */
    @Test
    void everyPairOfCategoriesHasItsTurnBeforeLong() {
        List<String> three = List.of("a", "b", "c");
        TuningProblem problem =
                problem(
                        Parameter.categorical("c", three),
                        Parameter.categorical("d", three),
                        Parameter.real("x", 0, 1));
        add(Point.of("c", "a", "d", "a", "x", 0.5), Outcome.measured("seconds", 1));
        var pairs = new HashSet<List<Object>>();
        pairs.add(List.of("a", "a"));
        for (int i = 0; i < 15; i++) {
            Point p = emptiest(problem).orElseThrow();
            pairs.add(List.of(p.get("c"), p.get("d")));
            add(p, Outcome.measured("seconds", 1));
        }
        assertEquals(9, pairs.size(), pairs.toString());
    }

    @Test
    void aFiniteSpaceIsVisitedOnceAndThenThereIsNothingLeft() {
        TuningProblem problem =
                problem(
                        Parameter.integer("n", 1, 6),
                        Parameter.categorical("c", List.of("a", "b")));
        var seen = new ArrayList<Point>();
        for (int i = 0; i < 12; i++) {
            Point p = emptiest(problem).orElseThrow();
            assertTrue(!seen.contains(p), p + " again");
            seen.add(p);
            add(p, Outcome.measured("seconds", 1));
        }
        assertNotEquals(seen.get(0), seen.get(1));
        assertTrue(emptiest(problem).isEmpty());
    }

    @Test
    void constraintsHoldWhereTheyRefuseNearlyAll() {
        var builder = TuningProblem.named("p");
        for (String name : List.of("p", "q", "r")) {
            builder.parameter(Parameter.integer(name, 1, 256));
        }
        TuningProblem problem =
                builder.constraint(Constraint.of("cores", "p * q * r == 64"))
                        .objective(Objective.minimize("seconds"))
                        .build();
        add(Point.of("p", 4, "q", 4, "r", 4), Outcome.measured("seconds", 1));
        Point p = emptiest(problem).orElseThrow();
        assertEquals(64, p.number("p") * p.number("q") * p.number("r"));
    }

    /** One crash says little of a category: the weight of a search writes it off. */
    @Test
    void aCategoryThatFailedOnceIsLookedAtAgain() {
        TuningProblem problem =
                problem(
                        Parameter.categorical("c", List.of("a", "b", "d")),
                        Parameter.real("x", 0, 1));
        add(Point.of("c", "b", "x", 0.2), Outcome.failed(FailureCause.CRASH, "139"));
        for (int i = 0; i < 12; i++) {
            add(
                    Point.of("c", i % 2 == 0 ? "a" : "d", "x", (i + 0.5) / 12),
                    Outcome.measured("seconds", 1));
        }
        assertEquals("b", emptiest(problem, Weights::elsewhere).orElseThrow().get("c"));
    }
}
