package org.attune.execution;

import org.attune.api.Evaluator;
import org.attune.testkit.EvaluatorContract;

class FunctionEvaluatorContractTest extends EvaluatorContract {
    @Override
    protected Evaluator evaluator(Program program) {
        return FunctionEvaluator.of(
                "y",
                c ->
                        switch (program) {
                            case COPIES_X -> c.configuration().number("x");
                            case FAILS -> throw new IllegalStateException("as it should");
                            case HANGS -> hang();
                        },
                2);
    }

    private static double hang() {
        try {
            Thread.sleep(1_000_000);
            return 0;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
