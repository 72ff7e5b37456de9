package org.attune.band;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import org.attune.bayesopt.surrogate.OutputWarp;
import org.attune.bayesopt.surrogate.Surrogate;
import org.junit.jupiter.api.Test;

/** Cheap runs that are slower unless a size is a multiple, as full ones are. */
class AlignedLevelsTest {
    private static final double SLOWER = 1.4;
    private static final TuningProblem PROBLEM =
            TuningProblem.named("p")
                    .parameter(Parameter.integer("size", 1, 512))
                    .objective(Objective.minimize("y"))
                    .build();

    private final TwoLevels levels = TwoLevels.of(PROBLEM, OutputWarp.Shape.LOG);
    private final RecordLog log = new RecordLog();
    private long runs;

    private static double seconds(long size, Fidelity fidelity) {
        double u = size / 512.0 - 0.4;
        return fidelity.value() * (1 + u * u) * (size % 16 == 0 ? 1 : SLOWER);
    }

    private void run(long size, Fidelity fidelity) {
        log.add(
                new Trial(
                        ++runs,
                        new Candidate(Point.EMPTY, Point.of("size", size), fidelity),
                        Origin.of("test"),
                        Outcome.measured("y", seconds(size, fidelity)),
                        Provenance.here(Effort.NONE)));
    }

    /** Full runs of neither of the two sizes, nor near them, know what cheap ones have shown. */
    @Test
    void cheapRunsTellFullOnesOfMultiples() {
        for (int i = 0; i < 24; i++) {
            run(i % 2 == 0 ? 16 + 16 * i : 7 + 21 * i, new Fidelity(0.1));
        }
        for (long size : new long[] {31, 96, 333, 448}) {
            run(size, Fidelity.FULL);
        }
        Surrogate full = levels.fit(log, 40).of(1);
        assertTrue(full.isAligned());
        assertEquals(Math.log(SLOWER), Math.log(said(full, 209) / said(full, 208)), 0.1);
    }

    private double said(Surrogate full, long size) {
        double[] moments = new double[2];
        full.predict(PROBLEM.parameterSpace().encode(Point.of("size", size)), moments);
        return full.warp().inverse(moments[0]);
    }
}
