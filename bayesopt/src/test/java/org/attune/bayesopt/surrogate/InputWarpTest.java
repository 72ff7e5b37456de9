package org.attune.bayesopt.surrogate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.Arrays;

class InputWarpTest {
    private static InputWarp warp(double logA, double logB) {
        double[] a = new double[5];
        double[] b = new double[5];
        Arrays.fill(a, logA);
        Arrays.fill(b, logB);
        return new InputWarp(TestData.AXES, a, b);
    }

    @Test
    void zeroLogarithmsAreTheIdentity() {
        assertEquals(0.3, warp(0, 0).value(0, 0.3));
        assertEquals(1, warp(0, 0).slope(0, 0.3));
    }

    /** a = 1/2, b = 1 is the square root; a = 1, b = 2 is 1 - (1 - x)². */
    @Test
    void matchesClosedForms() {
        assertEquals(0.6, warp(Math.log(0.5), 0).value(0, 0.36), 1e-15);
        assertEquals(1 - 0.49, warp(0, Math.log(2)).value(0, 0.3), 1e-15);
    }

    @Test
    void leavesCategoriesAlone() {
        assertEquals(0.5, warp(1, 1).value(4, 0.5));
    }

    @Test
    void derivativesMatchFiniteDifferences() {
        double h = 1e-6;
        for (double x : new double[] {0.001, 0.1, 0.5, 0.93, 0.999}) {
            for (double a : new double[] {-1.2, 0.1, 0.9}) {
                for (double b : new double[] {-0.8, 0.2, 1.1}) {
                    InputWarp w = warp(a, b);
                    double byX = (w.value(0, x + 1e-7) - w.value(0, x - 1e-7)) / 2e-7;
                    double byA =
                            (warp(a + h, b).value(0, x) - warp(a - h, b).value(0, x)) / (2 * h);
                    double byB =
                            (warp(a, b + h).value(0, x) - warp(a, b - h).value(0, x)) / (2 * h);
                    String at = "x=%s a=%s b=%s".formatted(x, a, b);
                    assertEquals(byX, w.slope(0, x), 1e-5 * Math.max(1, byX), at);
                    double[] slopes = {3, 4};
                    w.addLogSlopes(0, x, 2, slopes);
                    assertArrayEquals(new double[] {3 + 2 * byA, 4 + 2 * byB}, slopes, 2e-8, at);
                }
            }
        }
    }

    @Test
    void endsHaveFiniteSlopes() {
        for (double x : new double[] {0, 1}) {
            InputWarp w = warp(-2, -2);
            double[] slopes = new double[2];
            w.addLogSlopes(0, x, 1, slopes);
            assertTrue(Double.isFinite(w.slope(0, x)));
            assertTrue(Double.isFinite(slopes[0]) && Double.isFinite(slopes[1]));
        }
    }
}
