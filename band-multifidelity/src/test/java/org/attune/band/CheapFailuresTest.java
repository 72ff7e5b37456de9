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
import org.attune.bayesopt.TaskEngine;
import org.attune.bayesopt.TaskTrials;
import org.attune.bayesopt.Weights;
import org.attune.bayesopt.acquisition.AcquisitionFunction;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class CheapFailuresTest {
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
        assertTrue(nearby > Math.log(0.5) - 1e-9, "nearby " + nearby);
        assertTrue(elsewhere > -0.5, "elsewhere " + elsewhere);
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
                        16,
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

    /** By finite differences. */
    @Test
    void derivativesAreThoseOfTheWeight() {
        for (int i = 0; i < 12; i++) {
            add(
                    Point.of("c", "a", "x", (i + 0.5) / 12),
                    i < 5
                            ? Outcome.failed(FailureCause.CRASH, "139")
                            : Outcome.measured("seconds", 1));
        }
        AcquisitionFunction weight = weights().of(none()).getFirst();
        for (double at : new double[] {0.2, 0.4, 0.45, 0.7}) {
            double[] x = engine.region().encode(Point.of("c", "a", "x", at));
            double[] gradient = new double[x.length];
            assertEquals(weight.value(x), weight.valueAndGradient(x, gradient), 1e-12);
            double[] up = x.clone();
            double[] down = x.clone();
            up[1] += 1e-5;
            down[1] -= 1e-5;
            double expected = (weight.value(up) - weight.value(down)) / 2e-5;
            assertEquals(expected, gradient[1], 1e-5 * (1 + Math.abs(expected)), "at " + at);
        }
    }

    private Weights weights() {
        return new CheapFailures(PROBLEM, engine.region().axes(), new Seed(1))
                .beside(
                        engine.parts().weights(),
                        engine.trials(log.snapshot(), 40).of(Point.EMPTY));
    }

    private TaskTrials none() {
        return engine.trials(new RecordLog().snapshot(), 40).of(Point.EMPTY);
    }
}
