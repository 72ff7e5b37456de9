package org.attune.band;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.FailureCause;
import org.attune.api.Fidelity;
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
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.TaskEngine;
import org.attune.bayesopt.TaskTrials;
import org.attune.bayesopt.Weights;
import org.junit.jupiter.api.Test;

import java.util.List;

class CheapFailuresTest {
    private static final TuningProblem PROBLEM =
            TuningProblem.named("p")
                    .parameter(Parameter.categorical("c", List.of("a", "b", "d")))
                    .parameter(Parameter.real("x", 0, 1))
                    .objective(Objective.minimize("seconds"))
                    .build();

    private final RecordLog log = new RecordLog();

    private void add(Point configuration, Outcome outcome) {
        log.add(
                new Trial(
                        log.snapshot().nextNumber(),
                        new Candidate(Point.EMPTY, configuration, new Fidelity(0.1)),
                        Origin.of("test"),
                        outcome,
                        Provenance.here(Effort.NONE)));
    }

    /** One crash of a cheap run weighed a place down as near certain failure wherever it looked. */
    @Test
    void aCategoryThatFailedOnceIsNotWrittenOff() {
        add(Point.of("c", "b", "x", 0.2), Outcome.failed(FailureCause.CRASH, "139"));
        for (int i = 0; i < 12; i++) {
            add(
                    Point.of("c", i % 2 == 0 ? "a" : "d", "x", (i + 0.5) / 12),
                    Outcome.measured("seconds", 1));
        }
        EngineSettings settings = EngineSettings.standard();
        var engine =
                new TaskEngine(
                        PROBLEM,
                        Point.EMPTY,
                        TaskEngine.axes(PROBLEM, settings),
                        settings,
                        new Seed(1));
        TaskTrials cheap = engine.trials(log.snapshot(), 40).of(Point.EMPTY);
        TaskTrials none = engine.trials(new RecordLog().snapshot(), 40).of(Point.EMPTY);
        Weights weights =
                new CheapFailures(PROBLEM, engine.region().axes(), new Seed(1))
                        .beside(engine.parts().weights(), cheap);
        double[] x = engine.region().encode(Point.of("c", "b", "x", 0.8));
        double nearby = weights.of(none).stream().mapToDouble(w -> w.value(x)).sum();
        double elsewhere =
                weights.elsewhere(none).stream().mapToDouble(w -> w.applyAsDouble(x)).sum();
        assertTrue(nearby < -1.5, "nearby " + nearby);
        assertTrue(elsewhere > -0.5, "elsewhere " + elsewhere);
    }
}
