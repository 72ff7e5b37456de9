package org.attune.studies.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.attune.api.Candidate;
import org.attune.api.Effort;
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
import java.util.Optional;

class RangesTest {
    private static final Objective Y = Objective.minimize("y");

    private static List<String> outside(Objective y, double value) {
        TuningProblem problem =
                TuningProblem.named("p").parameter(Parameter.real("x", 0, 1)).objective(y).build();
        var trial =
                new Trial(
                        1,
                        Candidate.of(Point.EMPTY, Point.of("x", 0.5)),
                        Origin.of("test"),
                        Outcome.measured("y", value),
                        Provenance.here(Effort.NONE));
        return Ranges.outside(problem, trial);
    }

    @Test
    void rangeAndPenaltyAreBothSaid() {
        Objective both = Y.within(0, Double.POSITIVE_INFINITY).withPenalty(1e30);
        assertEquals(
                Optional.of("at least 0 and better than 1e+30, a penalty"), Ranges.words(both));
        assertEquals(List.of("y = 1e+30 (better than 1e+30, a penalty)"), outside(both, 1e30));
        assertEquals(List.of("y = -1 (at least 0)"), outside(both, -1));
        assertEquals(List.of(), outside(both, 1));
    }

    /** {@code penalty: none} is kept as an infinite one. */
    @Test
    void ofNoPenaltyNothingIsSaid() {
        assertEquals(Optional.empty(), Ranges.words(Y.withoutPenalty()));
        assertEquals(Optional.of("within [0, 1]"), Ranges.words(Y.within(0, 1).withoutPenalty()));
        assertEquals(Optional.empty(), Ranges.words(Objective.maximize("y").withoutPenalty()));
    }
}
