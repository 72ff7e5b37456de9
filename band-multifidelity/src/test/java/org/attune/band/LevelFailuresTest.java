package org.attune.band;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.FailureCause;
import org.attune.api.Fidelity;
import org.attune.api.FidelityParameter;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.RecordLog;
import org.attune.api.Records;
import org.attune.api.Seed;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.StandardWeights;
import org.attune.bayesopt.TaskEngine;
import org.attune.bayesopt.TaskTrials;
import org.attune.bayesopt.Weights;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Set;

class LevelFailuresTest {
    private static final TuningProblem PROBLEM =
            TuningProblem.named("p")
                    .parameter(Parameter.categorical("c", List.of("a", "b", "d")))
                    .parameter(Parameter.real("x", 0, 1))
                    .objective(Objective.minimize("seconds"))
                    .build();

    private static final EngineSettings SETTINGS = EngineSettings.standard();

    private final RecordLog log = new RecordLog();
    private final TaskEngine engine =
            new TaskEngine(
                    PROBLEM,
                    Point.EMPTY,
                    TaskEngine.axes(PROBLEM, SETTINGS),
                    SETTINGS,
                    new Seed(1));

    private void add(Point configuration, Outcome outcome) {
        log.add(
                new Trial(
                        log.snapshot().nextNumber(),
                        new Candidate(Point.EMPTY, configuration, new Fidelity(0.1)),
                        Origin.of("test"),
                        outcome,
                        Provenance.here(Effort.NONE)));
    }

    /** One crash of a cheap run weighed a place down as near certain failure of a full one. */
    @Test
    void aCategoryThatFailedOnceIsNotWrittenOff() {
        add(Point.of("c", "b", "x", 0.2), Outcome.failed(FailureCause.CRASH, "139"));
        for (int i = 0; i < 12; i++) {
            add(
                    Point.of("c", i % 2 == 0 ? "a" : "d", "x", (i + 0.5) / 12),
                    Outcome.measured("seconds", 1));
        }
        Weights weights = weights();
        TaskTrials none = none();
        double[] x = engine.region().encode(Point.of("c", "b", "x", 0.8));
        double nearby = weights.of(none).stream().mapToDouble(w -> w.value(x)).sum();
        double elsewhere =
                weights.elsewhere(none).stream().mapToDouble(w -> w.applyAsDouble(x)).sum();
        assertTrue(nearby > -1, "nearby " + nearby);
        assertTrue(elsewhere > -0.5, "elsewhere " + elsewhere);
    }

    /** What had failed at a third of the cost was run in full. */
    @Test
    void whatHasFailedIsNotRunAgainAtAnotherLevel() {
        TuningProblem problem =
                TuningProblem.named("p")
                        .parameter(Parameter.integer("t", 1, 16).withDefault(2))
                        .parameter(Parameter.real("tol", 1e-8, 0.1).log().withDefault(1e-3))
                        .parameter(Parameter.categorical("mode", List.of("on", "off", "no")))
                        .fidelity(FidelityParameter.levels("s", 0.1, 0.3, 1))
                        .objective(Objective.minimize("seconds"))
                        .build();
        Records records =
                Runs.of(
                        new FidelityProvider(),
                        problem,
                        Map.of(),
                        8,
                        c -> {
                            double t = c.configuration().number("t");
                            double tol = c.configuration().number("tol");
                            return tol > 1e-3 && t < 9
                                    ? Outcome.failed(FailureCause.CRASH, "nan")
                                    : Outcome.measured(
                                            "seconds",
                                            c.fidelity().value()
                                                    * (2 + t / 9 - Math.log10(tol) / 9));
                        });
        List<Point> failed =
                records.trials().stream()
                        .filter(LevelFailures::hasFailed)
                        .map(Trial::configuration)
                        .toList();
        assertTrue(failed.size() >= 2, failed.toString());
        assertEquals(failed.size(), Set.copyOf(failed).size(), failed.toString());
    }

    /** The best category, which fails at the cheapest of three levels, was never run in full. */
    @Test
    void whatFailsForBeingCheapIsFound() {
        TuningProblem problem =
                PROBLEM.toBuilder().fidelity(FidelityParameter.levels("s", 0.1, 0.3, 1)).build();
        Records records =
                Runs.of(
                        new FidelityProvider(),
                        problem,
                        Map.of(),
                        10,
                        c -> {
                            double x = c.configuration().number("x") - 0.6;
                            boolean isB = c.configuration().get("c").equals("b");
                            return isB && c.fidelity().value() < 0.2
                                    ? Outcome.failed(FailureCause.CRASH, "too coarse")
                                    : Outcome.measured("seconds", (isB ? 1 : 2) + x * x);
                        });
        long full =
                records.trials().stream()
                        .filter(t -> t.isFull() && t.configuration().get("c").equals("b"))
                        .count();
        assertTrue(full >= 4, "full runs of b: " + full);
    }

    /**
     * The best configurations are beside those that fail at all levels. A half of what had failed
     * in cheap runs was expected to succeed in full, and the best was .06 from the limit.
     */
    @Test
    void fullRunsComeNearToWhatFailsAtAllLevels() {
        TuningProblem problem =
                TuningProblem.named("limit")
                        .parameter(Parameter.real("x", 0, 1))
                        .parameter(Parameter.real("y", 0, 1))
                        .parameter(Parameter.real("z", 0, 1))
                        .fidelity(FidelityParameter.levels("s", 0.1, 0.3, 1))
                        .objective(Objective.minimize("seconds"))
                        .build();
        double distance = 0;
        for (double limit : new double[] {1.2, 1.35, 1.5, 1.65, 1.8}) {
            Records records =
                    Runs.of(
                            new FidelityProvider(),
                            problem,
                            Map.of(),
                            10,
                            c -> {
                                Point p = c.configuration();
                                double sum = p.number("x") + p.number("y") + p.number("z");
                                return sum > limit
                                        ? Outcome.failed(FailureCause.CRASH, "out of memory")
                                        : Outcome.measured("seconds", 3 - sum);
                            });
            double best =
                    records.trials().stream()
                            .filter(t -> t.isFull() && problem.isInRange(t))
                            .mapToDouble(t -> problem.value(t, "seconds").orElseThrow())
                            .min()
                            .orElseThrow();
            distance += (best - (3 - limit)) / 5;
        }
        assertTrue(distance < 0.03, "above the optimum: " + distance);
    }

    private static StandardWeights own() {
        return new StandardWeights(
                PROBLEM, TaskEngine.axes(PROBLEM, SETTINGS), false, true, new Seed(1));
    }

    private Weights weights() {
        TaskTrials all = engine.trials(log.snapshot(), 40).of(Point.EMPTY);
        var ladder = new Ladder(List.of(new Fidelity(0.1), Fidelity.FULL));
        return new LevelFailures(ladder, engine.region().axes(), true, new Seed(1))
                .of(all)
                .map(f -> own().judgedBy(f))
                .orElseThrow();
    }

    private TaskTrials none() {
        return engine.trials(new RecordLog().snapshot(), 40).of(Point.EMPTY);
    }
}
