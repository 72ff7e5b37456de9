package org.attune.bayesopt.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Seed;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

class ConstrainedDescentTest {
    private static double[] least(
            int dimension, ToDoubleFunction<double[]> function, Predicate<double[]> admits) {
        return descended(dimension, function, admits).orElseThrow();
    }

    private static Optional<double[]> descended(
            int dimension, ToDoubleFunction<double[]> function, Predicate<double[]> admits) {
        double[] upper = new double[dimension];
        Arrays.fill(upper, 1);
        return ConstrainedDescent.from(
                new double[dimension],
                new double[dimension],
                upper,
                function,
                admits,
                new Seed(1).generator("steps", 0));
    }

    /** On the line x + 2y = 1 the point nearest to (1, 1) is (0.6, 0.2). */
    @Test
    void itSlidesAlongAConstraint() {
        double[] found =
                least(
                        2,
                        x -> Math.pow(x[0] - 1, 2) + Math.pow(x[1] - 1, 2),
                        x -> x[0] + 2 * x[1] <= 1);
        assertArrayEquals(new double[] {0.6, 0.2}, found, 1e-6);
    }

    /** On the circle of radius 0.5 a slope falls most in its own direction. */
    @Test
    void itSlidesAlongACurve() {
        double[] found = least(2, x -> -4 * x[0] - 3 * x[1], x -> Math.hypot(x[0], x[1]) <= 0.5);
        assertArrayEquals(new double[] {0.4, 0.3}, found, 1e-6);
    }

    @Test
    void itGoesIntoTheCornerOfTwoConstraints() {
        double[] found =
                least(
                        3,
                        x -> -x[0] - x[1] + Math.pow(x[2] - 0.3, 2),
                        x -> x[0] + 2 * x[1] <= 1 && 2 * x[0] + x[1] <= 1);
        assertArrayEquals(new double[] {1 / 3.0, 1 / 3.0, 0.3}, found, 1e-5);
    }

    @Test
    void withoutConstraintsItEndsAtABoundOrAMinimum() {
        double[] found = least(2, x -> Math.pow(x[0] - 0.7, 2) - x[1], x -> true);
        assertArrayEquals(new double[] {0.7, 1}, found, 1e-8);
    }

    /** It knows nothing of where an equation leads. */
    @Test
    void whereAllStepsAreRefusedThereIsNone() {
        assertTrue(descended(2, x -> -x[0], x -> x[0] + x[1] == 0).isEmpty());
        assertTrue(descended(2, x -> -x[0] - x[1], x -> x[0] == x[1]).isEmpty());
    }
}
