package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A run for which nobody says how long it took has taken the time from ask to tell. */
class ElapsedTest {
    private static final TuningProblem PROBLEM =
            TuningProblem.named("p")
                    .parameter(Parameter.real("x", 0, 1000))
                    .objective(Objective.minimize("y"))
                    .objective(Objective.maximize("z"))
                    .build();

    private static final Outcome UNTIMED = Outcome.measured(Map.of("y", 1.5, "z", 2.0));

    private final Study study = Study.of(PROBLEM).tuner(new CountingTuner()).trials(5).open();

    private Trial asked() {
        return study.ask(1).getFirst();
    }

    /** Waits until the clock shows a later time. */
    private static void pass() {
        Instant began = Instant.now();
        while (!Instant.now().isAfter(began.plusMillis(3))) {
            Thread.onSpinWait();
        }
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toNanos() / 1e9;
    }

    @Test
    void severalOutputsAreToldByName() {
        Trial told = study.tell(asked().number(), UNTIMED);
        assertEquals(
                Map.of("y", List.of(1.5), "z", List.of(2.0)),
                ((Outcome.Measured) told.outcome()).outputs());
        assertThrows(
                IllegalArgumentException.class, () -> Outcome.measured(Map.of("y", Double.NaN)));
        assertThrows(IllegalArgumentException.class, () -> Outcome.measured(Map.of()));
    }

    @Test
    void theTimeSinceAskCounts() {
        for (Outcome outcome : List.of(UNTIMED, Outcome.failed(FailureCause.CRASH, ""))) {
            Trial trial = asked();
            pass();
            Trial told = study.tell(trial.number(), outcome);
            double elapsed = told.outcome().elapsed();
            Instant asked = trial.provenance().asked();
            double most = seconds(asked, told.provenance().told().orElseThrow());
            assertTrue(0.003 <= elapsed && elapsed <= most, elapsed + " s of " + most + " s");
        }
    }

    @Test
    void aTimeBudgetSeesIt() {
        Study limited =
                Study.of(PROBLEM)
                        .tuner(new CountingTuner())
                        .trials(5)
                        .stop(new StoppingRule.Seconds(1e-3))
                        .open();
        Trial trial = limited.ask(1).getFirst();
        pass();
        limited.tell(trial.number(), UNTIMED);
        assertEquals(Study.State.DONE, limited.status().state());
        assertEquals(List.of(), limited.ask(1));
    }

    @Test
    void whatIsSaidStandsAndWhatDidNotRunTookNoTime() {
        var timed = new Outcome.Measured(Map.of("y", List.of(1.0), "z", List.of(1.0)), Map.of(), 7);
        assertEquals(timed, study.tell(asked().number(), timed).outcome());
        var refused = Outcome.failed(FailureCause.INFEASIBLE, "too large");
        assertEquals(refused, study.tell(asked().number(), refused).outcome());
        Trial corrected = study.correct(1, UNTIMED);
        assertEquals(7, corrected.outcome().elapsed());
    }

    /** The process that asked may have died long ago. */
    @Test
    void ofATrialThatWasTakenOverTheTimeSinceThenCounts() {
        var history = new MemoryHistory();
        Trial own = asked();
        Instant longAgo = Instant.now().minusSeconds(86_400);
        var dead =
                new Provenance(
                        longAgo,
                        Optional.empty(),
                        new ProcessId(own.provenance().process().host(), 1L << 40, 0),
                        Effort.NONE);
        var lost = new Trial(1, own.candidate(), own.origin(), Outcome.PENDING, dead);
        history.update(records -> List.of(lost));
        Study other =
                Study.of(PROBLEM).tuner(new CountingTuner()).trials(5).history(history).open();
        assertEquals(1, other.adopt(1).size());
        assertTrue(other.tell(1, UNTIMED).outcome().elapsed() < 3600);
    }
}
