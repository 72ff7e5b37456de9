package org.attune.bayesopt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.attune.testkit.FiniteDifference;
import org.junit.jupiter.api.Test;

import java.util.function.ToDoubleFunction;

class FiniteDifferenceTest {
    private static final ToDoubleFunction<double[]> F = x -> x[0] * x[0] * x[1] + Math.sin(x[1]);
    private static final double[] X = {3, -200};

    @Test
    void matchesTheClosedForm() {
        assertArrayEquals(
                new double[] {-1200, 9 + Math.cos(-200)}, FiniteDifference.gradient(F, X), 1e-6);
    }

    @Test
    void acceptsTheRightGradientOnly() {
        FiniteDifference.assertGradient(
                F, X, new double[] {-1200, 9 + Math.cos(-200)}, 1e-6, "right");
        for (double[] wrong :
                new double[][] {{1200, 9.4872}, {-1200, 9.49}, {Double.NaN, 9.4872}, {-1200}}) {
            assertThrows(
                    AssertionError.class,
                    () -> FiniteDifference.assertGradient(F, X, wrong, 1e-6, "wrong"));
        }
    }
}
