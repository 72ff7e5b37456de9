package org.attune.execution;

import org.attune.api.Evaluator;
import org.attune.api.Outcome;
import org.attune.api.Trial;
import org.attune.testkit.EvaluatorContract;

class FunctionEvaluatorContractTest extends EvaluatorContract {
    @Override
    protected Evaluator evaluator(Program program) {
        return FunctionEvaluator.ofOutcomes(
                switch (program) {
                    case COPIES_X ->
                            trial -> Outcome.measured("y", trial.configuration().number("x"));
                    case FAILS ->
                            trial -> {
                                throw new IllegalStateException("told to fail");
                            };
                    case HANGS -> FunctionEvaluatorContractTest::hang;
                },
                2);
    }

    private static Outcome hang(Trial trial) {
        try {
            Thread.sleep(java.time.Duration.ofHours(1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new IllegalStateException("trial %d was interrupted".formatted(trial.number()));
    }
}
