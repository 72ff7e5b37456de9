package org.attune.gplcm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Fidelity;
import org.attune.api.FidelityParameter;
import org.attune.api.FullRuns;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;

import java.util.List;

/** The default tuner learns from full runs alone: what cheap ones gave changes nothing. */
class FullRunsTest {
    private static final TuningProblem PROBLEM =
            TuningProblem.named("p")
                    .parameter(Parameter.real("x", 0, 1))
                    .objective(Objective.minimize("y"))
                    .fidelity(FidelityParameter.levels("grid", 1, 10))
                    .build();

    private static Study study() {
        return Study.of(PROBLEM).tuner(new GpLcmTuner.Provider()).trials(20).open();
    }

    private static void give(Study study, double share, double x, double y) {
        var candidate = new Candidate(Point.EMPTY, Point.of("x", x), new Fidelity(share));
        study.tell(study.add(List.of(candidate)).getFirst().number(), Outcome.measured("y", y));
    }

    private static void giveCheap(Study study, int count) {
        for (int i = 0; i < count; i++) {
            give(study, 0.1, (i + 0.5) / count, -100);
        }
    }

    /** Eight cheap rows of -100 and two full ones: what is predicted is near the full ones. */
    @Test
    void predictionsAreOfFullRuns() {
        Study study = study();
        giveCheap(study, 8);
        give(study, 1, 0.2, 1);
        give(study, 1, 0.8, 2);
        double mean =
                study.model().orElseThrow().predict(Point.EMPTY, Point.of("x", 0.5), "y").mean();
        assertTrue(mean > 0 && mean < 3, "predicted is " + mean);
    }

    @Test
    void cheapRunsChangeNoProposal() {
        Study plain = study();
        Study mixed = study();
        for (int i = 0; i < 14; i++) {
            giveCheap(mixed, 1);
            Trial a = plain.ask(1).getFirst();
            Trial b = mixed.ask(1).getFirst();
            assertEquals(a.candidate(), b.candidate(), "proposal " + i);
            double x = a.configuration().number("x");
            plain.tell(a.number(), Outcome.measured("y", Math.pow(x - 0.3, 2)));
            mixed.tell(b.number(), Outcome.measured("y", Math.pow(x - 0.3, 2)));
        }
        assertEquals(28, mixed.records().trials().size());
        assertEquals(14, FullRuns.of(mixed.records()).trials().size());
    }
}
