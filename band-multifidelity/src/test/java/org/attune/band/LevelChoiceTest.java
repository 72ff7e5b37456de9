package org.attune.band;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
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
import org.attune.bayesopt.joint.CoregionalizedModel;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.junit.jupiter.api.Test;

class LevelChoiceTest {
    private static final TuningProblem PROBLEM =
            TuningProblem.named("p")
                    .parameter(Parameter.real("x", 0, 1))
                    .objective(Objective.minimize("y"))
                    .build();

    private final TwoLevels two = TwoLevels.of(PROBLEM, OutputWarp.Shape.IDENTITY);
    private final LevelModels levels = two.models();

    /** Twelve cheap runs of a sine, and full ones at three of the places. */
    private CoregionalizedModel model() {
        var log = new RecordLog();
        for (int i = 0; i < 15; i++) {
            double x = i < 12 ? i / 11.0 : new double[] {0, 5 / 11.0, 1}[i - 12];
            var fidelity = i < 12 ? new Fidelity(0.1) : Fidelity.FULL;
            double y = Math.sin(6 * x) + (i < 12 ? 0.3 * x : 0);
            log.add(
                    new Trial(
                            i + 1L,
                            new Candidate(Point.EMPTY, Point.of("x", x), fidelity),
                            Origin.of("test"),
                            Outcome.measured("y", y),
                            Provenance.here(org.attune.api.Effort.NONE)));
        }
        return two.fit(log, 20);
    }

    /**
     * An observation of f with noise τ² leaves σ² τ² / (σ² + τ²) of its variance σ², so that a full
     * run tells ½ log (1 + σ²/τ²), of which ½ log 25 count at most.
     */
    @Test
    void aFullRunTellsWhatTheClosedFormSays() {
        CoregionalizedModel model = model();
        var full = model.of(1);
        for (double at : new double[] {5 / 11.0, 0.73}) {
            double[] x = {at};
            double[] moments = new double[2];
            full.predict(x, moments);
            double told = 0.5 * Math.log1p(moments[1] / full.noiseVariance());
            assertEquals(
                    Math.min(told, 0.5 * Math.log(25)),
                    LevelChoice.information(levels, model, Point.EMPTY, 1, x),
                    1e-4);
            assertEquals(at < 0.5, told < 0.5 * Math.log(25), "where a full run has been made");
        }
    }

    /** Between two cheap runs there is something to learn, at one of them hardly anything. */
    @Test
    void aCheapRunTellsLessWhereThereIsOne() {
        CoregionalizedModel model = model();
        double there =
                LevelChoice.information(levels, model, Point.EMPTY, 0, new double[] {8 / 11.0});
        double between =
                LevelChoice.information(levels, model, Point.EMPTY, 0, new double[] {8.5 / 11});
        double full =
                LevelChoice.information(levels, model, Point.EMPTY, 1, new double[] {8.5 / 11});
        assertTrue(there <= between, there + " at a run, " + between + " between two");
        assertTrue(between < full, between + " cheap, " + full + " full");
    }
}
