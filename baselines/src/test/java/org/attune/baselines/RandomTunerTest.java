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
import org.attune.testkit.TunerContract;
import org.junit.jupiter.api.Test;

import java.util.List;

class RandomTunerTest extends TunerContract {
    @Override
    protected TunerProvider provider() {
        return new RandomTuner.Provider();
    }

    private static TuningProblem.Builder problem() {
        return TuningProblem.named("p")
                .task(Parameter.integer("n", 1, 9))
                .objective(Objective.minimize("y"));
    }

    private static Study study(TuningProblem problem, int trials) {
        return Study.of(problem)
                .tuner(new RandomTuner.Provider())
                .tasks(List.of(Point.of("n", 1), Point.of("n", 2)))
                .trials(trials)
                .open();
    }

    /**
     * 1000 numbers in 20 cells; the chi-square statistic with 19 degrees of freedom is below 43.8
     * at 0.001.
     */
    @Test
    void drawsUniformly() {
        Study study = study(problem().parameter(Parameter.real("x", 0, 1)).build(), 500);
        int[] cells = new int[20];
        study.ask(1000).forEach(t -> cells[(int) (t.configuration().number("x") * 20)]++);
        double chiSquare = 0;
        for (int c : cells) {
            chiSquare += (c - 50.0) * (c - 50.0) / 50;
        }
        assertTrue(chiSquare < 43.8, "chi-square " + chiSquare);
    }

    @Test
    void tasksHaveStreamsOfTheirOwn() {
        Study study = study(problem().parameter(Parameter.real("x", 0, 1)).build(), 1);
        List<Trial> trials = study.ask(2);
        assertNotEquals(trials.get(0).configuration(), trials.get(1).configuration());
    }

    /** Another task's trials do not move a task's stream. */
    @Test
    void addingATaskChangesNothingForTheOthers() {
        TuningProblem problem = problem().parameter(Parameter.real("x", 0, 1)).build();
        Point task = Point.of("n", 1);
        Study alone =
                Study.of(problem)
                        .tuner(new RandomTuner.Provider())
                        .tasks(List.of(task))
                        .trials(5)
                        .open();
        alone.ask(5);
        Study two = study(problem, 5);
        two.ask(10);
        assertEquals(
                alone.records().trials(task).stream().map(Trial::candidate).toList(),
                two.records().trials(task).stream().map(Trial::candidate).toList());
    }

    @Test
    void constraintsThatNothingSatisfiesAreNamed() {
        var real =
                problem()
                        .parameter(Parameter.real("x", 0, 1))
                        .constraint(Constraint.of("never", "x > 2"))
                        .build();
        var finite =
                problem()
                        .parameter(Parameter.integer("x", 0, 1))
                        .constraint(Constraint.of("never", "x > 2"))
                        .build();
        for (TuningProblem impossible : List.of(real, finite)) {
            Study study = study(impossible, 3);
            String message =
                    assertThrows(IllegalStateException.class, () -> study.ask(1)).getMessage();
            assertTrue(message.contains("'never' (x > 2)") && message.contains("n=1"), message);
        }
    }
}
