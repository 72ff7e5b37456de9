package org.attune.bayesopt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.FailureCause;
import org.attune.api.FidelityParameter;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

class CensoredRunsTest {
    private static final TuningProblem PROBLEM = StudyOfOneTask.problem(Parameter.real("x", 0, 1));

    private static final Outcome ENDED = new Outcome.Failed(FailureCause.TIMEOUT, "", 6);

    private static Outcome measured(double value, double elapsed) {
        return Outcome.measured("seconds", value).taking(elapsed);
    }

    private static Point at(int trial) {
        return Point.of(Map.of("x", trial / 10.0));
    }

    private static StudyOfOneTask study(TuningProblem problem, Outcome... outcomes) {
        var study = new StudyOfOneTask(problem, 20);
        for (int i = 0; i < outcomes.length; i++) {
            study.add(Origin.of("test"), at(i), outcomes[i]);
        }
        return study;
    }

    private static TaskTrials trials(StudyOfOneTask study, EngineSettings settings) {
        return study.engine(settings).trials(study.records(), 20).of(Point.EMPTY);
    }

    /** Returns the value of the last trial. */
    private static double last(TuningProblem problem, Outcome... outcomes) {
        StudyOfOneTask study = study(problem, outcomes);
        double[] values = trials(study, EngineSettings.standard()).values(study.seconds());
        return values[values.length - 1];
    }

    private static double last(Outcome... outcomes) {
        return last(PROBLEM, outcomes);
    }

    @Test
    void aRunThatWasEndedIsWorseThanTheWorstThatTookLess() {
        Outcome later = new Outcome.Failed(FailureCause.TIMEOUT, "", 12);
        assertEquals(10, last(measured(1, 2), measured(5, 6), measured(2, 3), later));
        assertEquals(5, last(measured(1, 2), measured(5, 6), measured(2, 3), ENDED));
        assertEquals(
                5,
                last(measured(1, 2), measured(5, 6), measured(2, 3), measured(8, 9), ENDED),
                "one took more");
    }

    @Test
    void itsValueIsFinite() {
        Outcome later = new Outcome.Failed(FailureCause.TIMEOUT, "", 12);
        double huge = 1e308;
        assertEquals(
                Double.MAX_VALUE, last(measured(1, 2), measured(huge, 6), measured(2, 3), later));
    }

    @Test
    void whereLargerIsBetterToo() {
        TuningProblem rate =
                TuningProblem.named("p")
                        .parameter(Parameter.real("x", 0, 1))
                        .objective(Objective.maximize("seconds"))
                        .build();
        assertEquals(
                -2 * 5 / 6.0, last(rate, measured(10, 1), measured(2, 5), measured(5, 2), ENDED));
    }

    @Test
    void ofATrialWithSeveralRunsTheTimeIsThatOfOne() {
        Outcome repeated =
                new Outcome.Measured(
                        Map.of("seconds", List.of(4.0, 6.0, 5.0)), Map.of(), 18, Optional.empty());
        assertEquals(5, last(measured(1, 2), repeated, measured(2, 3), ENDED));
    }

    /** A warm-up and two runs that each gave five values took 18 s. */
    @Test
    void noRunIsForgottenAndNoValueIsARun() {
        List<Double> ten = List.of(5.0, 5.0, 5.0, 5.0, 5.0, 5.0, 5.0, 5.0, 5.0, 5.0);
        Outcome repeated = new Outcome.Measured(Map.of("seconds", ten), Map.of(), 18).inRuns(3);
        assertEquals(5, last(measured(1, 2), repeated, measured(2, 3), ENDED));
    }

    @Test
    void ofATrialWhoseLaterRunWasEndedTheTimeIsThatOfThisRun() {
        Outcome second = new Outcome.Failed(FailureCause.TIMEOUT, "", 11, 6);
        assertEquals(5, last(measured(1, 2), measured(5, 6), measured(2, 3), second));
    }

    @Test
    void aFailureWhereTimesTellNothing() {
        Outcome crash = new Outcome.Failed(FailureCause.CRASH, "", 6);
        Outcome hanging = new Outcome.Failed(FailureCause.TIMEOUT, "", 19);
        Outcome a = measured(1, 2);
        Outcome b = measured(5, 6);
        Outcome c = measured(2, 3);
        assertEquals(Double.NaN, last(a, b, c, crash));
        assertEquals(Double.NaN, last(a, b, c, hanging), "three times as long as the slowest");
        assertEquals(Double.NaN, last(a, b, ENDED), "two are too few");
        assertEquals(Double.NaN, last(a, b, measured(2, 0), ENDED), "of one no time is known");
        assertEquals(Double.NaN, last(a, b, measured(7, 3), ENDED), "not in the order of times");
        assertEquals(
                Double.NaN,
                last(measured(1, 7), measured(2, 8), measured(3, 9), ENDED),
                "none took less");
    }

    @Test
    void withoutAFidelityAndForOneObjective() {
        TuningProblem cheap =
                PROBLEM.toBuilder().fidelity(FidelityParameter.levels("s", 0.1, 1)).build();
        assertEquals(
                Double.NaN, last(cheap, measured(1, 2), measured(5, 6), measured(2, 3), ENDED));
        TuningProblem two = PROBLEM.toBuilder().objective(Objective.minimize("memory")).build();
        Outcome[] both =
                IntStream.of(1, 5, 2)
                        .mapToObj(v ->
                                Outcome.measured(Map.of("seconds", v + 0.0, "memory", 1.0))
                                        .taking(v + 1))
                        .toArray(Outcome[]::new);
        assertEquals(Double.NaN, last(two, both[0], both[1], both[2], ENDED));
    }

    @Test
    void theSearchLearnsTheValueAndUsersThatItFailed() {
        StudyOfOneTask study =
                study(PROBLEM, measured(1, 2), measured(5, 6), measured(2, 3), ENDED);
        TaskTrials standard = trials(study, EngineSettings.standard());
        assertEquals(4, standard.measured(study.seconds()).size());
        assertEquals(Set.of(at(3)), standard.censored(study.seconds()));
        assertEquals(0, standard.failuresToAvoid().size());
        assertArrayEquals(new double[] {0, 0, 0, 1}, standard.failures().y());
        assertEquals(3, standard.usable().size());

        TaskTrials failed = trials(study, StudyOfOneTask.with("censored", "false"));
        assertEquals(3, failed.measured(study.seconds()).size());
        assertEquals(Set.of(), failed.censored(study.seconds()));
        assertArrayEquals(new double[] {0, 0, 0, 1}, failed.failuresToAvoid().y());
    }

    @Test
    void aCrashIsAvoidedAllTheSame() {
        StudyOfOneTask study =
                study(
                        PROBLEM,
                        measured(1, 2),
                        measured(5, 6),
                        measured(2, 3),
                        ENDED,
                        new Outcome.Failed(FailureCause.CRASH, "", 1));
        TaskTrials trials = trials(study, EngineSettings.standard());
        assertArrayEquals(new double[] {0, 0, 0, 1}, trials.failuresToAvoid().y());
        assertTrue(Double.isNaN(trials.values(study.seconds())[4]));
    }
}
