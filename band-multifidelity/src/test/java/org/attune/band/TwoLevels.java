package org.attune.band;

import org.attune.api.Fidelity;
import org.attune.api.Point;
import org.attune.api.RecordLog;
import org.attune.api.Seed;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.StudyTrials;
import org.attune.bayesopt.joint.CoregionalizedModel;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.OutputWarp;

import java.util.List;
import java.util.Optional;

/** A problem of one task whose runs take a tenth, or are full ones. */
record TwoLevels(TuningProblem problem, Axes axes, LevelScale scale) {
    static final Ladder LADDER = new Ladder(List.of(new Fidelity(0.1), Fidelity.FULL));

    static TwoLevels of(TuningProblem problem, OutputWarp.Shape shape) {
        return new TwoLevels(
                problem, new Axes(problem.parameterSpace(), false), LevelScale.plain(shape));
    }

    LevelModels models() {
        return new LevelModels(
                problem,
                problem.objectives().getFirst(),
                List.of(Point.EMPTY),
                LADDER,
                List.of(0, 1),
                axes,
                EngineSettings.standard(),
                scale,
                false,
                Optional.empty(),
                new Seed(1));
    }

    CoregionalizedModel fit(RecordLog log, int budget) {
        return models().fit(
                        new StudyTrials(
                                problem,
                                EngineSettings.standard(),
                                log.snapshot(),
                                t -> new Region(problem, t, axes),
                                t -> budget))
                .orElseThrow();
    }
}
