package org.attune.studies.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Constraint;
import org.attune.api.Effort;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.RecordLog;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;

class CoverageTest {
    private static final TuningProblem PROBLEM =
            TuningProblem.named("p")
                    .parameter(Parameter.real("x", 0, 1))
                    .objective(Objective.minimize("seconds"))
                    .build();

    private final RecordLog log = new RecordLog();

    private void add(Origin origin, int count) {
        for (int i = 0; i < count; i++) {
            long number = log.snapshot().nextNumber();
            log.add(
                    new Trial(
                            number,
                            Candidate.of(Point.EMPTY, Point.of("x", number / 1000.0)),
                            origin,
                            Outcome.measured("seconds", 1),
                            Provenance.here(Effort.NONE)));
        }
    }

    private TaskSummary summary() {
        return TaskSummary.of(PROBLEM, log.snapshot(), Point.EMPTY);
    }

    @Test
    void aTunerThatNeverLooksElsewhereIsNotSpokenOf() {
        add(new Origin(Origin.Phase.INITIAL, "sobol"), 5);
        add(new Origin(Origin.Phase.MODEL, "log-ei"), 20);
        assertTrue(Coverage.of(summary()).isEmpty());
    }

    /** Trials of the model and those of other studies are where somebody expected most. */
    @Test
    void whatIsSpreadIsCountedAndSaid() {
        add(new Origin(Origin.Phase.INITIAL, "sobol"), 5);
        add(Origin.REUSED, 9);
        add(new Origin(Origin.Phase.MODEL, "log-ei"), 20);
        add(Origin.ELSEWHERE, 17);
        add(Origin.ROUNDED, 2);
        Coverage coverage = Coverage.of(summary()).orElseThrow();
        assertEquals(22, coverage.spread());
        assertEquals(0.1, Math.pow(1 - coverage.region(), 22), 1e-12);
        assertEquals(
                "22 of 53 trials are spread over the space: a region that fills 9.9 % of it would"
                        + " have been met with a probability of 0.9.",
                coverage.words());
    }

    /** It said "a region that fills 54 % of it would have been met". */
    @Test
    void ofASpaceThatIsUsedUpAllIsSaid() {
        TuningProblem four =
                TuningProblem.named("four")
                        .parameter(Parameter.integer("x", 0, 4))
                        .constraint(Constraint.of("odd", "x != 2"))
                        .objective(Objective.minimize("seconds"))
                        .build();
        for (int x : new int[] {0, 1, 3}) {
            addRun(x, Origin.ELSEWHERE);
        }
        assertTrue(words(four).startsWith("3 of 3 trials are spread"), words(four));
        addRun(4, new Origin(Origin.Phase.MODEL, "log-ei"));
        assertEquals("all of it: each of 4 admissible configurations has been tried.", words(four));
    }

    private String words(TuningProblem problem) {
        var summary = TaskSummary.of(problem, log.snapshot(), Point.EMPTY);
        return Coverage.of(summary).orElseThrow().words();
    }

    private void addRun(long x, Origin origin) {
        log.add(
                new Trial(
                        log.snapshot().nextNumber(),
                        Candidate.of(Point.EMPTY, Point.of("x", x)),
                        origin,
                        Outcome.measured("seconds", 1),
                        Provenance.here(Effort.NONE)));
    }
}
