package org.attune.bayesopt.acquisition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.attune.testkit.FiniteDifference;
import org.junit.jupiter.api.Test;

class CheapRunsTest {
    private static final Bowl BOWL = new Bowl(1, 1);

    /** Half the seconds are worth as much as twice the gain. */
    @Test
    void addsTheLogarithmOfHowMuchShorterARunIs() {
        var f = new CheapRuns(BOWL, Math.log(2));
        assertEquals(0, f.value(new double[] {0, 0}), 1e-15);
        assertEquals(Math.log(2), f.value(new double[] {0, 1}), 1e-15);
    }

    @Test
    void gradientsMatchFiniteDifferences() {
        var f = new CheapRuns(BOWL, 0.7);
        double[] x = {0.3, 0.8};
        double[] gradient = new double[2];
        assertEquals(f.value(x), f.valueAndGradient(x, gradient));
        FiniteDifference.assertGradient(f::value, x, gradient, 1e-5, "seconds");
    }
}
