package com.example.tuner;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TunerProvider;
import org.attune.testkit.TestProblem;
import org.attune.testkit.TestProblems;
import org.attune.testkit.TunerContract;
import org.junit.jupiter.api.Test;

/** The contract of all tuners, and that this one finds something. */
class CoordinateDescentTest extends TunerContract {
    @Override
    protected TunerProvider provider() {
        return new CoordinateDescent.Provider();
    }

    /** The bowl's minimum is 1, and its largest value above 6. */
    @Test
    void descendsIntoABowl() {
        TestProblem bowl = TestProblems.real();
        Study study = Study.of(bowl.problem()).tuner(provider()).trials(60).seed(1).open();
        for (int n = 0; n < 60; n++) {
            for (Trial trial : study.ask(1)) {
                study.tell(trial.number(), bowl.evaluate(trial.candidate()));
            }
        }
        Trial best = study.best(bowl.tasks().getFirst()).orElseThrow();
        double value = bowl.problem().value(best, "y").orElseThrow();
        assertTrue(value < 1.01, () -> best.configuration() + " gives " + value);
    }
}
