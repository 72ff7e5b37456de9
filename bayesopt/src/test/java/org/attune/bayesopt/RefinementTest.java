package org.attune.bayesopt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.FailureCause;
import org.attune.api.Generator;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Suggestion;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.search.Search;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

class RefinementTest {
    private static final int BUDGET = 40;
    private static final TuningProblem PROBLEM =
            StudyOfOneTask.problem(Parameter.real("x", 0, 1), Parameter.real("y", 0, 1));
    private static final Origin LOG_EI = new Origin(Origin.Phase.MODEL, "log-ei");

    private final StudyOfOneTask study = new StudyOfOneTask(PROBLEM, BUDGET);

    private static double bowl(Point p) {
        double x = p.number("x") - 0.2;
        double y = p.number("y") - 0.7;
        return 1 + Math.cosh(x) + 2 * y * y + 0.5 * x * y;
    }

    /** So that the surrogate expects little, and digits are left. */
    @BeforeEach
    void trialsNearTheMinimum() {
        Generator random = new Seed(9).generator("points", 0);
        for (int i = 0; i < 10; i++) {
            Point p = PROBLEM.parameterSpace().sample(random);
            study.add(LOG_EI, p, bowl(p));
        }
        for (int i = 0; i < 5; i++) {
            Point p =
                    Point.of(
                            "x",
                            0.203 + 0.01 * random.nextDouble(),
                            "y",
                            0.696 - 0.01 * random.nextDouble());
            study.add(LOG_EI, p, bowl(p));
        }
    }

    private Refinement refinement() {
        return refinement(study);
    }

    private static Refinement refinement(StudyOfOneTask of) {
        return new Refinement(
                of.trials(),
                of.seconds(),
                of.surrogate(),
                of.engine(EngineSettings.standard()).region(),
                true);
    }

    private Optional<Search.Found> place(List<ToDoubleFunction<double[]>> weights) {
        return refinement().place(weights);
    }

    @Test
    void theProposerRefinesAndSaysWhatItExpects() {
        Suggestion next = study.proposed(StudyOfOneTask.with("interleave", "false"));
        assertEquals(Origin.REFINED, next.origin());
        assertEquals("quadratic", next.origin().technique());
        assertTrue(next.logExpectedGain() < Math.log(1e-2), "" + next.logExpectedGain());
        assertTrue(next.logExpectedGain() > Math.log(1e-11), "" + next.logExpectedGain());
        assertEquals(2, bowl(next.candidate().configuration()), 1e-6);
    }

    @Test
    void theOptionTurnsItOff() {
        assertNotEquals(
                Origin.REFINED, study.proposed(StudyOfOneTask.with("refine", "false")).origin());
        assertFalse(EngineSettings.of(Profile.GPTUNE).refine());
    }

    @Test
    void itReachesTheDigits() {
        assertFalse(refinement().isDone());
        for (int i = 0; i < 8; i++) {
            place(List.of())
                    .map(found -> PROBLEM.parameterSpace().decode(found.x()))
                    .ifPresent(p -> study.add(Origin.REFINED, p, bowl(p)));
        }
        double best =
                study.records().finished().stream()
                        .mapToDouble(t -> bowl(t.configuration()))
                        .min()
                        .orElseThrow();
        assertEquals(2, best, 1e-13);
        assertTrue(refinement().isDone());
        assertTrue(place(List.of()).isEmpty());
        assertEquals(Origin.ELSEWHERE, study.proposed(EngineSettings.standard()).origin());
    }

    @Test
    void itGivesUpAfterTwoInVainUntilThereIsABetterTrial() {
        Point worse = Point.of("x", 0.3, "y", 0.6);
        assertTrue(place(List.of()).isPresent());
        study.add(Origin.REFINED, worse, bowl(worse));
        assertTrue(place(List.of()).isPresent());
        study.add(Origin.REFINED, worse, bowl(worse));
        assertTrue(place(List.of()).isEmpty());
        Point better = Point.of("x", 0.2001, "y", 0.6999);
        study.add(LOG_EI, better, bowl(better));
        assertTrue(place(List.of()).isPresent());
    }

    /** Such as a job that was ended by its queue; a crash says that the place is bad. */
    @Test
    void whatWasCancelledIsNotInVain() {
        for (double x : new double[] {0.3, 0.31}) {
            study.add(
                    Origin.REFINED,
                    Point.of("x", x, "y", 0.6),
                    Outcome.failed(FailureCause.CANCELLED, ""));
        }
        assertTrue(place(List.of()).isPresent());
        for (double x : new double[] {0.32, 0.33}) {
            study.add(
                    Origin.REFINED,
                    Point.of("x", x, "y", 0.6),
                    Outcome.failed(FailureCause.CRASH, ""));
        }
        assertTrue(place(List.of()).isEmpty());
    }

    @Test
    void itWaitsForItsOwn() {
        study.add(Origin.REFINED, Point.of("x", 0.2, "y", 0.7), Outcome.PENDING);
        assertTrue(place(List.of()).isEmpty());
    }

    @Test
    void itKeepsAwayFromWhereWeightsAreLess() {
        assertTrue(place(List.of(x -> 7)).isPresent());
        double[] to = place(List.of()).orElseThrow().x();
        assertTrue(place(List.of(x -> x[0] == to[0] ? Math.log(0.6) : 0)).isPresent());
        assertTrue(place(List.of(x -> x[0] == to[0] ? Math.log(0.4) : 0)).isEmpty());
    }

    @Test
    void thereIsNoneWhereOutputsVaryByChance() {
        Generator random = new Seed(10).generator("noise", 0);
        for (int i = 0; i < 8; i++) {
            Point p = PROBLEM.parameterSpace().sample(random);
            study.add(LOG_EI, p, bowl(p) * (1 + 0.1 * random.nextGaussian()));
            study.add(
                    LOG_EI,
                    Point.of("x", 0.2 + 0.01 * i, "y", 0.7),
                    2 + 0.2 * random.nextGaussian());
        }
        assertTrue(place(List.of()).isEmpty());
        assertFalse(refinement().isDone());
    }

    /** Integers have digits that it does not see. */
    @Test
    void itIsNeverDoneBesideIntegers() {
        assertTrue(isDoneBeside(Parameter.categorical("solver", List.of("cg", "amg"))));
        assertFalse(isDoneBeside(Parameter.integer("block", 1, 64)));
    }

    private static boolean isDoneBeside(Parameter other) {
        var beside =
                new StudyOfOneTask(
                        StudyOfOneTask.problem(Parameter.real("x", 0, 1), other), BUDGET);
        Object value = other.decode(0.1);
        for (int i = 0; i < 20; i++) {
            double x = 0.4 + (i < 19 ? 0.4 * Math.pow(-0.6, i) : 0);
            beside.add(LOG_EI, Point.of("x", x, other.name(), value), 1 + (x - 0.4) * (x - 0.4));
        }
        return refinement(beside).isDone();
    }
}
