package org.attune.gplcm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Constraint;
import org.attune.api.Demand;
import org.attune.api.Effort;
import org.attune.api.ModelRecord;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Proposal;
import org.attune.api.Provenance;
import org.attune.api.RecordLog;
import org.attune.api.Seed;
import org.attune.api.Settings;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.api.TuningRequest;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class ExhaustedTaskTest {
    /** Notes, models and effort of the task before were lost. */
    @Test
    void whatWasProposedOfAnotherTaskIsWhole() {
        TuningProblem problem =
                TuningProblem.named("p")
                        .task(Parameter.integer("n", 0, 9))
                        .parameter(Parameter.integer("x", 0, 9))
                        .constraint(Constraint.of("in", "x <= n"))
                        .objective(Objective.minimize("seconds"))
                        .build();
        Point open = Point.of("n", 9);
        Point used = Point.of("n", 0);
        var request =
                new TuningRequest(
                        problem,
                        List.of(open, used),
                        Settings.of("gp-lcm", new GpLcmTuner.Provider().options(), Map.of()),
                        new Seed(0));
        var log = new RecordLog();
        log.add(new ModelRecord("linear-algebra", "another one", Map.of()));
        log.add(
                new Trial(
                        1,
                        Candidate.of(used, Point.of("x", 0)),
                        new Origin(Origin.Phase.INITIAL, "sobol"),
                        Outcome.measured("seconds", 1),
                        Provenance.here(Effort.NONE)));
        var run =
                (Proposal.Run)
                        new GpLcmTuner(request)
                                .propose(
                                        log.snapshot(),
                                        new Demand(List.of(open, used), Map.of(open, 5, used, 5)));
        assertEquals(
                List.of(open), run.suggestions().stream().map(s -> s.candidate().task()).toList());
        assertEquals(
                List.of("linear-algebra"), run.models().stream().map(ModelRecord::key).toList());
        assertTrue(run.notes().getFirst().contains("was 'another one'"), run.notes().toString());
    }
}
