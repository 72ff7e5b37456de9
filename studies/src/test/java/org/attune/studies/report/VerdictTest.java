package org.attune.studies.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.FailureCause;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Optional;

class VerdictTest {
    /** Returns what is said where the only finalist was measured again. */
    private static String said(Outcome again, Objective... outputs) {
        var builder = TuningProblem.named("p").parameter(Parameter.real("x", 0, 1));
        for (Objective output : outputs) {
            builder.objective(output);
        }
        var trial =
                new Trial(
                        3,
                        Candidate.of(Point.EMPTY, Point.of("x", 0.5)),
                        Origin.of("test"),
                        again,
                        Provenance.here(Effort.NONE));
        return new Verdict(
                        builder.build(),
                        Optional.empty(),
                        List.of(new Finalist("trial 3", trial, trial)))
                .line();
    }

    @Test
    void whatIsOutOfItsRangeIsNamed() {
        Objective mb = Objective.minimize("mb").within(0, 10);
        Outcome large = Outcome.measured(Map.of("seconds", 1.0, "mb", 12.0));
        assertEquals(
                "nothing gave a usable result this time: trial 3 has mb = 12 (within [0, 10]).",
                said(Outcome.measured("mb", 12), mb));
        assertEquals(
                "Front: measured again, 0 of 1 are on the front: trial 3 has mb = 12 (within [0,"
                        + " 10])",
                said(large, Objective.minimize("seconds"), mb));
        assertEquals(
                "nothing gave a usable result this time.",
                said(Outcome.failed(FailureCause.CRASH, ""), mb));
    }
}
