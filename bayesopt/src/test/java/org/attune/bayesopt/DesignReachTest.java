package org.attune.bayesopt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.FailureCause;
import org.attune.api.FidelityParameter;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
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
import java.util.stream.IntStream;

/** The design near a default. */
class DesignReachTest {
    private static final TuningProblem PROBLEM =
            TuningProblem.named("p")
                    .parameter(Parameter.real("x", 0, 1).withDefault(0.9))
                    .parameter(Parameter.real("y", 1, 1e4).log().withDefault(1.0))
                    .objective(Objective.minimize("seconds").within(0, 10))
                    .build();

    private static final TuningProblem WITH_FIDELITY =
            PROBLEM.toBuilder().fidelity(FidelityParameter.levels("s", 0.1, 1)).build();

    private static final Point DEFAULT = PROBLEM.parameterSpace().defaultPoint().orElseThrow();

    private static final Outcome MEASURED = Outcome.measured("seconds", 3);

    private static final Origin BY_PROBLEM = new Origin(Origin.Phase.DEFAULT, "problem");

    /** Returns whether the second trial of every seed is half of the way to somewhere. */
    private static boolean isNear(
            TuningProblem problem,
            Point first,
            Outcome ofFirst,
            Origin origin,
            EngineSettings settings) {
        return IntStream.range(0, 20)
                .mapToObj(seed -> second(problem, first, ofFirst, origin, settings, seed))
                .allMatch(p -> p.number("x") >= 0.45 && p.number("y") <= 100);
    }

    private static Point second(
            TuningProblem problem,
            Point first,
            Outcome ofFirst,
            Origin origin,
            EngineSettings settings,
            int seed) {
        var log = new RecordLog();
        log.add(
                new Trial(
                        1,
                        Candidate.of(Point.EMPTY, first),
                        origin,
                        ofFirst,
                        Provenance.here(Effort.NONE)));
        var engine =
                new TaskEngine(
                        problem,
                        Point.EMPTY,
                        TaskEngine.axes(problem, settings),
                        settings,
                        new Seed(seed));
        return engine.proposer(engine.parts())
                .propose(engine.trials(log.snapshot(), 20))
                .orElseThrow()
                .suggestion()
                .candidate()
                .configuration();
    }

    private static boolean isNear(Outcome ofDefault) {
        return isNear(PROBLEM, DEFAULT, ofDefault, BY_PROBLEM, EngineSettings.standard());
    }

    @Test
    void theDesignIsNearADefaultThatHasNotFailed() {
        assertTrue(isNear(Outcome.PENDING));
        assertTrue(isNear(MEASURED));
        assertFalse(isNear(Outcome.measured("seconds", 30)), "out of range");
        assertFalse(isNear(Outcome.failed(FailureCause.CRASH, "139")));
    }

    @Test
    void theDefaultMayBeGivenOrReused() {
        for (Origin origin : List.of(new Origin(Origin.Phase.GIVEN, "user"), Origin.REUSED)) {
            assertTrue(isNear(PROBLEM, DEFAULT, MEASURED, origin, EngineSettings.standard()));
        }
    }

    @Test
    void notNearOtherTrialsNorAsPublishedNorWithAFidelity() {
        Point other = Point.of(Map.of("x", 0.8, "y", 1.0));
        EngineSettings standard = EngineSettings.standard();
        assertFalse(isNear(PROBLEM, other, MEASURED, BY_PROBLEM, standard));
        assertFalse(
                isNear(PROBLEM, DEFAULT, MEASURED, BY_PROBLEM, EngineSettings.of(Profile.GPTUNE)));
        assertFalse(isNear(WITH_FIDELITY, DEFAULT, MEASURED, BY_PROBLEM, standard));
    }

    @Test
    void theOptionNeedsADefault() {
        TuningProblem without =
                TuningProblem.named("p")
                        .parameter(Parameter.real("x", 0, 1))
                        .objective(Objective.minimize("seconds"))
                        .build();
        Settings all = Settings.of("t", EngineOptions.all(), Map.of("design-reach", "1"));
        assertEquals(1, EngineOptions.read(all).reach());
        assertEquals(List.of(), remarks(PROBLEM, all));
        assertEquals(
                List.of(
                        "Option 'design-reach' has no effect here: it needs a default of every"
                                + " parameter."),
                remarks(without, all));
        assertEquals(
                List.of("Option 'design-reach' has no effect with a fidelity."),
                remarks(WITH_FIDELITY, all));
    }

    private static List<String> remarks(TuningProblem problem, Settings given) {
        return EngineOptions.remarks(
                new TuningRequest(problem, List.of(Point.EMPTY), given, new Seed(1)),
                EngineOptions.all());
    }
}
