package org.attune.band;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.Fidelity;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.RecordLog;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.StudyTrials;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.surrogate.Axes;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.function.DoubleUnaryOperator;

class CostGrowthTest {
    private static final TuningProblem PROBLEM =
            TuningProblem.named("p")
                    .parameter(Parameter.real("x", 0, 1))
                    .objective(Objective.minimize("y"))
                    .build();

    private final RecordLog log = new RecordLog();

    private void run(double cost, double y) {
        log.add(
                new Trial(
                        log.snapshot().nextNumber(),
                        new Candidate(
                                Point.EMPTY,
                                Point.of("x", log.snapshot().trials().size() / 20.0),
                                new Fidelity(cost)),
                        Origin.of("test"),
                        Outcome.measured("y", y),
                        Provenance.here(Effort.NONE)));
    }

    private boolean isSeen() {
        var axes = new Axes(PROBLEM.parameterSpace(), false);
        return CostGrowth.isSeen(
                PROBLEM.objectives().getFirst(),
                List.of(Point.EMPTY),
                TwoLevels.LADDER,
                List.of(0, 1),
                new StudyTrials(
                        PROBLEM,
                        EngineSettings.standard(),
                        log.snapshot(),
                        t -> new Region(PROBLEM, t, axes),
                        t -> 20));
    }

    private boolean isSeen(DoubleUnaryOperator ofCost) {
        for (int i = 1; i <= 5; i++) {
            run(0.1, i * ofCost.applyAsDouble(0.1));
        }
        run(1, 2 * ofCost.applyAsDouble(1));
        return isSeen();
    }

    @Test
    void secondsGrow() {
        assertTrue(isSeen(s -> s));
    }

    @Test
    void secondsAfterAStartGrow() {
        assertTrue(isSeen(s -> 0.1 + s));
    }

    @Test
    void aLossDoesNot() {
        assertFalse(isSeen(s -> 2 - s));
    }

    @Test
    void whatIsNotPositiveDoesNot() {
        run(0.1, -1);
        assertFalse(isSeen(s -> s));
    }

    @Test
    void whatIsTooLargeToBeDividedDoesNot() {
        run(0.1, 1e308);
        assertFalse(isSeen(s -> s));
    }

    @Test
    void beforeAFullRunNothingIsKnown() {
        run(0.1, 1);
        assertFalse(isSeen());
    }
}
