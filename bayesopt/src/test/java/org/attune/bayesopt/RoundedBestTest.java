package org.attune.bayesopt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.attune.api.Constraint;
import org.attune.api.FailureCause;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Suggestion;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.search.Region;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

class RoundedBestTest {
    private static final int BUDGET = 100;
    private static final TuningProblem PROBLEM =
            StudyOfOneTask.problem(
                    Parameter.integer("block", 4, 512).log(),
                    Parameter.integer("few", 1, 9),
                    Parameter.real("x", 0, 1));
    private static final Origin LOG_EI = new Origin(Origin.Phase.MODEL, "log-ei");

    private final StudyOfOneTask study = new StudyOfOneTask(PROBLEM, BUDGET);

    private void add(int block, int few, double x) {
        double off = Math.log(block / 84.0);
        double seconds = 1 + off * off + 0.01 * (few - 5) * (few - 5) + (x - 0.3) * (x - 0.3);
        study.add(LOG_EI, Point.of("block", block, "few", few, "x", x), seconds);
    }

    /** So that the model expects nothing of any place; none is a multiple of sixteen. */
    @BeforeEach
    void trialsNearTheMinimum() {
        for (int block : new int[] {9, 41, 75, 84, 91, 170, 411}) {
            for (int few = 3; few <= 7; few += 2) {
                add(block, few, 0.3 + 0.05 * (few - 5) + 0.001 * (block - 84));
            }
        }
        for (int block = 82; block <= 85; block++) {
            add(block, 4, 0.28 + 0.01 * (block - 82));
            add(block, 5, 0.29 + 0.005 * (block - 82));
        }
    }

    private Optional<Point> rounded(List<ToDoubleFunction<double[]>> weights) {
        return rounded(study, weights);
    }

    private static Optional<Point> rounded(
            StudyOfOneTask study, List<ToDoubleFunction<double[]>> weights) {
        TaskTrials trials = study.trials();
        Region region = study.engine(EngineSettings.standard()).region();
        return new RoundedBest(trials, region)
                .place(trials.measured(study.seconds()), weights)
                .map(region::decode);
    }

    /** A step of an eighth of 84 to both sides: multiples of 16. */
    @Test
    void itHasTheRoundestNumbersNearby() {
        assertEquals(Optional.of(Point.of("block", 80, "few", 5, "x", 0.3)), rounded(List.of()));
    }

    @Test
    void itIsTriedOnceWhateverElseIsInTheTrial() {
        add(80, 3, 0.9);
        assertEquals(Optional.empty(), rounded(List.of()));
    }

    /** Multiples of 32 are farther from 115 than an eighth, but for 128. */
    @Test
    void thenItHasTheRoundestNumberWithinAnEighth() {
        study.add(LOG_EI, Point.of("block", 115, "few", 5, "x", 0.3), 0.5);
        assertEquals(112L, rounded(List.of()).orElseThrow().get("block"));
        study.add(LOG_EI, Point.of("block", 112, "few", 5, "x", 0.4), 0.9);
        assertEquals(128L, rounded(List.of()).orElseThrow().get("block"));
        study.add(LOG_EI, Point.of("block", 128, "few", 3, "x", 0.3), 0.9);
        assertEquals(Optional.empty(), rounded(List.of()));
    }

    @Test
    void afterTwoThereIsOneForEachTrialFarAway() {
        study.add(Origin.ROUNDED, Point.of("block", 16, "few", 5, "x", 0.3), 2);
        study.add(Origin.ROUNDED, Point.of("block", 32, "few", 5, "x", 0.3), 2);
        assertEquals(Optional.empty(), rounded(List.of()));
        study.add(Origin.ELSEWHERE, Point.of("block", 500, "few", 9, "x", 0.9), 3);
        assertEquals(80L, rounded(List.of()).orElseThrow().get("block"));
    }

    @Test
    void itFailedAlready() {
        study.add(
                LOG_EI,
                Point.of("block", 80, "few", 5, "x", 0.3),
                Outcome.failed(FailureCause.CRASH, "no kernel for 80"));
        assertEquals(Optional.empty(), rounded(List.of()));
    }

    /** Of 93 and 91, 96 and 96 are too much; 93 comes first. */
    @Test
    void whereConstraintsForbidAllItHasThoseThatTheyAdmit() {
        TuningProblem within =
                TuningProblem.named("within")
                        .parameter(Parameter.integer("rows", 4, 512))
                        .parameter(Parameter.integer("columns", 4, 512))
                        .constraint(Constraint.of("memory", "rows + columns <= 190"))
                        .objective(Objective.minimize("seconds"))
                        .build();
        var limited = new StudyOfOneTask(within, BUDGET);
        limited.add(LOG_EI, Point.of("rows", 93, "columns", 91), 1);
        assertEquals(Optional.of(Point.of("rows", 96, "columns", 91)), rounded(limited, List.of()));
    }

    @Test
    void weightsMayForbidIt() {
        Region region = study.engine(EngineSettings.standard()).region();
        double edge = region.encode(Point.of("block", 82, "few", 5, "x", 0.3))[0];
        assertEquals(Optional.empty(), rounded(List.of(x -> x[0] < edge ? Math.log(0.4) : 0)));
        assertNotEquals(Optional.empty(), rounded(List.of(x -> x[0] < edge ? Math.log(0.6) : 0)));
    }

    /** The model itself proposes what it expects nothing of, until it is certain. */
    @Test
    void aCertainModelGoesThereBeforeItGoesFarAway() {
        Suggestion next = null;
        for (int i = 0; i < 20 && (next == null || !next.origin().isBlind()); i++) {
            next = study.proposed(StudyOfOneTask.with("refine", "false"));
            Point p = next.candidate().configuration();
            add((int) p.number("block"), (int) p.number("few"), p.number("x"));
        }
        assertEquals(Origin.ROUNDED, next.origin());
        assertEquals(80L, next.candidate().configuration().get("block"));
    }
}
