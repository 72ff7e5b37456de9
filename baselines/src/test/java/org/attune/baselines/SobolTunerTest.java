package org.attune.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Constraint;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TunerProvider;
import org.attune.api.TuningProblem;
import org.attune.testkit.TestProblem;
import org.attune.testkit.TestProblems;
import org.attune.testkit.TunerContract;
import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.List;

class SobolTunerTest extends TunerContract {
    @Override
    protected TunerProvider provider() {
        return new SobolTuner.Provider();
    }

    private static TuningProblem.Builder problem() {
        return TuningProblem.named("p")
                .parameter(Parameter.real("x", 0, 1))
                .parameter(Parameter.real("z", 0, 1))
                .objective(Objective.minimize("y"));
    }

    private Study study(TuningProblem problem, int trials) {
        return Study.of(problem).tuner(provider()).trials(trials).open();
    }

    /**
     * A property of Sobol sequences, scrambled or not: 32 points lie in 32 intervals of equal
     * width.
     */
    @Test
    void fillsEveryIntervalOnce() {
        List<Trial> trials = study(problem().build(), 32).ask(32);
        for (String name : List.of("x", "z")) {
            var cells = new HashSet<Integer>();
            trials.forEach(t -> cells.add((int) (t.configuration().number(name) * 32)));
            assertEquals(32, cells.size(), name);
        }
    }

    @Test
    void leavesOutWhatTheUserGave() {
        TuningProblem problem = problem().build();
        List<Point> first = study(problem, 3).ask(3).stream().map(Trial::configuration).toList();
        Study study =
                Study.of(problem).tuner(provider()).initial(List.of(first.get(1))).trials(3).open();
        assertEquals(
                List.of(first.get(1), first.get(0), first.get(2)),
                study.ask(3).stream().map(Trial::configuration).toList());
    }

    @Test
    void tasksHaveSequencesOfTheirOwn() {
        TestProblem several = TestProblems.severalTasks();
        var builder =
                TuningProblem.named("p")
                        .task(Parameter.integer("n", 1, 100))
                        .parameter(Parameter.real("x", 0, 1))
                        .objective(Objective.minimize("y"));
        Study study =
                Study.of(builder.build()).tuner(provider()).tasks(several.tasks()).trials(1).open();
        List<Trial> trials = study.ask(2);
        assertNotEquals(trials.get(0).configuration(), trials.get(1).configuration());
    }

    @Test
    void constraintsThatNothingSatisfiesAreNamed() {
        Study study = study(problem().constraint(Constraint.of("never", "x > 2")).build(), 3);
        String message = assertThrows(IllegalStateException.class, () -> study.ask(1)).getMessage();
        assertTrue(message.contains("'never' (x > 2)"), message);
    }

    @Test
    void moreParametersThanTheSequenceHasDimensionsAreRefused() {
        TuningProblem.Builder wide = TuningProblem.named("wide").objective(Objective.minimize("y"));
        for (int i = 0; i < 257; i++) {
            wide.parameter(Parameter.real("x" + i, 0, 1));
        }
        String message =
                assertThrows(IllegalArgumentException.class, () -> study(wide.build(), 3))
                        .getMessage();
        assertTrue(message.contains("'wide' has 257. Maybe use 'lhs'"), message);
    }
}
