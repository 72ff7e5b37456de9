package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Optional;

class ReusedTrialsTest {
    private static final TuningProblem PROBLEM =
            TuningProblem.named("p")
                    .parameter(Parameter.real("x", 0, 10))
                    .objective(Objective.minimize("y"))
                    .constraint(Constraint.of("not seven", "x != 7"))
                    .build();

    private static Trial trial(long number, double x, Outcome outcome) {
        return new Trial(
                number,
                Candidate.of(Point.EMPTY, Point.of("x", x)),
                new Origin(Origin.Phase.INITIAL, "elsewhere"),
                outcome,
                Provenance.here(new Effort(1, 2)));
    }

    @Test
    void onlyWhatFitsIsTakenOver() {
        Study study = Study.of(PROBLEM).tuner(new CountingTuner()).trials(5).open();
        study.ask(1);
        Trial measured = trial(1, 3, Outcome.measured("y", 1));
        Trial failed = trial(2, 3, Outcome.failed(FailureCause.CRASH, "core"));
        List<Trial> others =
                List.of(
                        measured,
                        failed, // the same candidate, measured again
                        trial(3, 4, Outcome.PENDING),
                        trial(4, 7, Outcome.measured("y", 1)),
                        trial(5, 11, Outcome.measured("y", 1)),
                        trial(6, 5, Outcome.measured("z", 1)),
                        new Trial(
                                7,
                                Candidate.of(Point.of("n", 1), Point.of("x", 1.0)),
                                Origin.of("elsewhere"),
                                Outcome.measured("y", 1),
                                Provenance.here(Effort.NONE)));
        Reused reused = study.reuse(others);
        List<Trial> taken = reused.taken();
        var leftOut =
                Map.of(
                        "not ended",
                        1,
                        "against a constraint",
                        1,
                        "outside of the parameter space",
                        1,
                        "without an output",
                        1,
                        "of another task",
                        1);
        assertEquals(leftOut, reused.leftOut());
        assertEquals(List.of(2L, 3L), taken.stream().map(Trial::number).toList());
        assertEquals(taken, study.records().finished());
        Trial copy = taken.getFirst();
        assertEquals(measured.candidate(), copy.candidate());
        assertEquals(measured.outcome(), copy.outcome());
        assertEquals(measured.provenance(), copy.provenance());
        assertEquals(Origin.REUSED, copy.origin());
        assertEquals(new Reused(List.of(), leftOut), study.reuse(others), "they are known");
        assertEquals(2, study.ask(9).size(), "they count towards the budget of 5");
    }

    @Test
    void modelsAreListedByKey() {
        History history = new MemoryHistory();
        var b = new ModelRecord("b", "1", Map.of());
        var a = new ModelRecord("a", "2", Map.of("n", 3L));
        Records records = history.update(r -> List.of(b, a));
        assertEquals(List.of(a, b), records.models());
        assertEquals(Optional.of(b), records.model("b"));
        assertEquals(List.of(a, b), new RecordLog(records).snapshot().models());
    }
}
