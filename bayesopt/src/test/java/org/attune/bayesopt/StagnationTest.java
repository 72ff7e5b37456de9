package org.attune.bayesopt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.api.Origin;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Suggestion;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

class StagnationTest {
    private static final int BUDGET = 100;
    private static final TuningProblem PROBLEM =
            StudyOfOneTask.problem(Parameter.real("x", 0, 1), Parameter.real("y", 0, 1));
    private static final Origin MODEL = new Origin(Origin.Phase.MODEL, "log-ei");

    private final StudyOfOneTask study = new StudyOfOneTask(PROBLEM, BUDGET);

    private static double bowl(Point p) {
        return 1 + Math.pow(p.number("x") - 0.2, 2) + Math.pow(p.number("y") - 0.7, 2);
    }

    private void add(Origin origin, int count, ToDoubleFunction<Point> seconds) {
        Generator random = new Seed(9).generator("points", study.records().nextNumber());
        for (int i = 0; i < count; i++) {
            Point p = PROBLEM.parameterSpace().sample(random);
            study.add(origin, p, seconds.applyAsDouble(p));
        }
    }

    private Stagnation stagnation(int budget) {
        return new Stagnation(study.trials(budget), study.seconds(), study.surrogate());
    }

    private static long elsewhere(Stagnation stagnation, int from, int to, double logGain) {
        return IntStream.range(from, to)
                .filter(turn -> stagnation.looksElsewhere(turn, false, () -> logGain))
                .count();
    }

    @Test
    void aCertainModelGivesHalfOfItsTrialsAndLaterAll() {
        add(MODEL, 20, StagnationTest::bowl);
        Stagnation stagnation = stagnation(BUDGET);
        assertEquals(0, elsewhere(stagnation, 0, 8, Math.log(1e-6)));
        assertEquals(16, elsewhere(stagnation, 8, 40, Math.log(1e-6)));
        assertEquals(40, elsewhere(stagnation, 40, 80, Math.log(1e-6)));
    }

    @Test
    void aModelThatPromisesAndKeepsItsWordGivesNone() {
        add(MODEL, 20, StagnationTest::bowl);
        study.add(MODEL, Point.of("x", 0.2, "y", 0.7), 1);
        assertEquals(0, elsewhere(stagnation(BUDGET), 0, 80, Math.log(0.011)));
    }

    /** There is nothing to stay for, in the last trials of the budget, either. */
    @Test
    void aModelThatHasAllDigitsGivesAllTrials() {
        add(MODEL, 20, StagnationTest::bowl);
        for (Stagnation s : List.of(stagnation(BUDGET), stagnation(22))) {
            assertTrue(s.looksElsewhere(20, true, () -> Math.log(9e-4)));
            assertTrue(s.looksElsewhere(21, true, () -> Math.log(9e-4)));
            assertFalse(s.looksElsewhere(20, true, () -> Math.log(2e-3)));
            assertFalse(s.looksElsewhere(7, true, () -> Math.log(9e-4)));
        }
    }

    /** So that eight proposals in a row, by which a study may end, have one elsewhere. */
    @Test
    void aModelThatExpectsLittleGivesAnEighth() {
        add(MODEL, 20, StagnationTest::bowl);
        for (int turn = 8; turn < 60; turn++) {
            assertEquals(1, elsewhere(stagnation(BUDGET), turn, turn + 8, Math.log(0.009)));
        }
    }

    /** Nothing to improve on has no expectation. */
    @Test
    void noExpectationIsNoCertainty() {
        add(MODEL, 5, StagnationTest::bowl);
        assertEquals(0, elsewhere(stagnation(BUDGET), 0, 80, Double.NaN));
    }

    @Test
    void aModelThatDisappointsTwelveTimesGivesHalfFromTheFortiethOn() {
        add(Origin.of("test"), 8, StagnationTest::bowl);
        study.add(Origin.of("test"), Point.of("x", 0.2, "y", 0.7), 1);
        add(MODEL, 11, p -> 1.1 + bowl(p));
        assertEquals(0, elsewhere(stagnation(BUDGET), 0, 80, Math.log(0.1)));
        add(MODEL, 1, p -> 1.1 + bowl(p));
        assertEquals(0, elsewhere(stagnation(BUDGET), 8, 40, Math.log(0.1)));
        assertEquals(20, elsewhere(stagnation(BUDGET), 40, 80, Math.log(0.1)));
        study.add(MODEL, Point.of("x", 0.21, "y", 0.71), 0.5);
        assertEquals(0, elsewhere(stagnation(BUDGET), 0, 80, Math.log(0.1)));
    }

    @Test
    void trialsElsewhereDisappointNobody() {
        add(MODEL, 8, StagnationTest::bowl);
        study.add(MODEL, Point.of("x", 0.2, "y", 0.7), 1);
        add(Origin.ELSEWHERE, 30, p -> 1.1 + bowl(p));
        assertEquals(0, elsewhere(stagnation(BUDGET), 0, 80, Math.log(0.1)));
    }

    @Test
    void trialsForTheLastDigitsPromiseLittleAndDisappointNobody() {
        add(MODEL, 8, StagnationTest::bowl);
        study.add(MODEL, Point.of("x", 0.2, "y", 0.7), 1);
        add(Origin.REFINED, 30, p -> 1.1 + bowl(p));
        assertEquals(0, elsewhere(stagnation(BUDGET), 0, 80, Math.log(0.1)));
    }

    /** Sixteen trials at most, and of the last fifth four at least. */
    @Test
    void ofACertainModelTheLastHalfOfTheBudgetGivesHalfAndTheLastFifthNone() {
        add(MODEL, 8, StagnationTest::bowl);
        assertEquals(List.of(0L, 36L, 36L, 56L), elsewhere(12, 13, 16, 17));
        add(MODEL, 12, StagnationTest::bowl);
        assertEquals(List.of(0L, 36L, 36L, 56L), elsewhere(25, 26, 36, 37));
        add(MODEL, 90, StagnationTest::bowl);
        assertEquals(List.of(0L, 56L), elsewhere(126, 127));
    }

    /** Of 72 turns, of a certain model, with each of these budgets. */
    private List<Long> elsewhere(int... budgets) {
        return IntStream.of(budgets)
                .mapToObj(budget -> elsewhere(stagnation(budget), 0, 80, Math.log(1e-6)))
                .toList();
    }

    @Test
    void ofOneThatDisappointsTheLastHalfGivesAnEighth() {
        add(MODEL, 40, StagnationTest::bowl);
        assertEquals(20, elsewhere(stagnation(80), 40, 80, Math.log(0.1)));
        assertEquals(5, elsewhere(stagnation(52), 40, 80, Math.log(0.1)));
        assertEquals(0, elsewhere(stagnation(48), 40, 80, Math.log(0.1)));
    }

    @Test
    void amongFinitelyManyConfigurationsEveryTrialGoesWhereNothingIsExpected() {
        var table = new StudyOfOneTask(StudyOfOneTask.problem(Parameter.integer("n", 1, 500)), 16);
        for (int n = 10; n < 400; n += 30) {
            table.add(MODEL, Point.of("n", n), n);
        }
        var stagnation = new Stagnation(table.trials(), table.seconds(), table.surrogate());
        assertEquals(72, elsewhere(stagnation, 0, 80, Math.log(1e-7)));
        assertEquals(0, elsewhere(stagnation, 0, 80, Math.log(1e-5)));
    }

    /** For large n the mean of the largest of n normal numbers grows by 1 / (n sqrt(2 log n)). */
    @Test
    void whatIsExpectedElsewhereIsWhatOneMoreOfManyDrawsAdds() {
        add(Origin.ELSEWHERE, 59, StagnationTest::bowl);
        add(MODEL, 7, StagnationTest::bowl);
        Generator random = new Seed(1).generator("normal", 0);
        double sum = 0;
        int repetitions = 200_000;
        for (int i = 0; i < repetitions; i++) {
            double largest = Double.NEGATIVE_INFINITY;
            for (int j = 0; j < 59; j++) {
                largest = Math.max(largest, random.nextGaussian());
            }
            sum += Math.max(random.nextGaussian() - largest, 0);
        }
        assertEquals(
                Math.log(sum / repetitions),
                Stagnation.logGainElsewhere(study.trials(BUDGET)),
                0.25);
    }

    @Test
    void theProposerGoesElsewhereAndSaysWhatItExpects() {
        add(Origin.of("test"), 25, StagnationTest::bowl);
        for (int i = 0; i < 8; i++) { // where the bowl is deepest, so that nothing is left to gain
            study.add(
                    MODEL,
                    Point.of("x", 0.2 + 1e-3 * (i - 4), "y", 0.7 - 1e-3 * (i % 3 - 1)),
                    bowl(Point.of("x", 0.2 + 1e-3 * (i - 4), "y", 0.7 - 1e-3 * (i % 3 - 1))));
        }
        Suggestion next = study.proposed(EngineSettings.standard());
        assertEquals(Origin.ELSEWHERE, next.origin());
        assertTrue(Math.exp(next.logExpectedGain()) > 0.01, "" + next.logExpectedGain());
        assertFalse(
                study.proposed(StudyOfOneTask.with("interleave", "false"))
                        .origin()
                        .equals(Origin.ELSEWHERE));
    }
}
