package org.attune.bayesopt.acquisition;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Belief;
import org.attune.api.Parameter;
import org.attune.api.Space;
import org.attune.testkit.FiniteDifference;
import org.junit.jupiter.api.Test;

import java.util.List;

class BeliefsTest {
    private static final Space SPACE =
            Space.of(
                    List.of(
                            Parameter.real("x", 0, 10),
                            Parameter.real("free", 0, 1),
                            Parameter.categorical("c", List.of("a", "b", "d")),
                            Parameter.real("sub", 1, 100).log().activeIf("c == 'a'")));
    private static final Beliefs BELIEFS =
            Beliefs.of(
                            SPACE,
                            List.of(
                                    new Belief("x", List.of(2.0, 4.0)),
                                    new Belief("c", List.of("b", "a")),
                                    new Belief("sub", List.of(10.0))))
                    .orElseThrow();

    private static double[] at(double x, String c, double sub) {
        double category = SPACE.parameters().get(2).encode(c);
        return new double[] {x / 10, 0.7, category, Math.log10(sub) / 2};
    }

    @Test
    void whatIsLikelyCostsNothing() {
        assertEquals(0, BELIEFS.value(at(3, "a", 10)), 1e-15);
        assertEquals(0, BELIEFS.value(at(4, "b", 10)), 1e-15);
    }

    /**
     * In another category a tenth is left, one and six widths beyond a range what a bell leaves.
     */
    @Test
    void whatIsNotIsWeightedByNoMoreThanATenthPerAxis() {
        assertEquals(10 * Math.log(0.1), BELIEFS.value(at(3, "d", 10)), 1e-12);
        assertEquals(
                10 * Math.log(0.9 * Math.exp(-18) + 0.1), BELIEFS.value(at(10, "b", 10)), 1e-9);
        assertEquals(
                10 * Math.log(0.9 * Math.exp(-0.5) + 0.1), BELIEFS.value(at(5, "b", 10)), 1e-9);
    }

    @Test
    void theForceFallsWithTheNumberOfTrials() {
        double[] x = at(9, "d", 10);
        assertEquals(BELIEFS.value(x) / 20, BELIEFS.after(20).value(x), 1e-12);
        assertEquals(BELIEFS.value(x), BELIEFS.after(0).value(x));
    }

    @Test
    void anInactiveParameterIsNotJudged() {
        assertTrue(BELIEFS.value(at(3, "a", 90)) < -5);
        assertEquals(0, BELIEFS.value(at(3, "b", 90)), 1e-15);
    }

    @Test
    void theMiddleTakesThePlaceOfOtherValues() {
        double[] moved = BELIEFS.moved(new double[] {0.9, 0.7, 0.9, 0.9});
        assertArrayEquals(at(3, "b", 10), moved, 1e-12);
    }

    @Test
    void gradientsMatchFiniteDifferences() {
        for (double[] x : List.of(at(1.2, "a", 30), at(4.7, "b", 3), at(3, "a", 4))) {
            double[] gradient = new double[4];
            assertEquals(BELIEFS.value(x), BELIEFS.valueAndGradient(x, gradient));
            double[] numeric = FiniteDifference.gradient(BELIEFS::value, x);
            numeric[2] = 0; // categories have no slope
            assertArrayEquals(numeric, gradient, 1e-6);
        }
    }

    @Test
    void withoutBeliefsThereIsNoWeight() {
        assertTrue(Beliefs.of(SPACE, List.of()).isEmpty());
    }
}
