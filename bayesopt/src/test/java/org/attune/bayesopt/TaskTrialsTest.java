package org.attune.bayesopt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;

class TaskTrialsTest {
    /** As far above the largest value as the smallest is below it there is no number. */
    @Test
    void aLargeNumberIsOne() {
        TuningProblem problem =
                TuningProblem.named("p")
                        .parameter(Parameter.real("x", 0, 1))
                        .objective(Objective.minimize("seconds").within(0, 1))
                        .build();
        var study = new StudyOfOneTask(problem, 10);
        study.add(Origin.of("test"), Point.of("x", 0.1), 0.5);
        study.add(Origin.of("test"), Point.of("x", 0.2), 1.7e308);
        TaskTrials trials =
                study.engine(StudyOfOneTask.with("out-of-range", "large-number"))
                        .trials(study.records(), 10)
                        .of(Point.EMPTY);
        assertArrayEquals(new double[] {0.5, Double.MAX_VALUE}, trials.values(study.seconds()));
    }
}
