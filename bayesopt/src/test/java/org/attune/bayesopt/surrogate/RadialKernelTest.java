package org.attune.bayesopt.surrogate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RadialKernelTest {
    /**
     * At r = 1/√5 the argument a of Matérn 5/2 is 1: (1 + 1 + 1/3)/e; at r = 1/√3 that of 3/2: 2/e.
     */
    @Test
    void matchesClosedForms() {
        assertEquals(7.0 / 3 / Math.E, RadialKernel.MATERN52.value(1.0 / 5), 1e-15);
        assertEquals(2 / Math.E, RadialKernel.MATERN32.value(1.0 / 3), 1e-15);
        assertEquals(1 / Math.E, RadialKernel.MATERN12.value(1), 1e-15);
        assertEquals(1 / Math.E, RadialKernel.RBF.value(2), 1e-15);
    }

    @ParameterizedTest
    @EnumSource
    void isOneAtTheOriginAndFalls(RadialKernel kernel) {
        assertEquals(1, kernel.value(0));
        double before = 1;
        for (double r2 = 0.01; r2 < 1000; r2 *= 1.5) {
            double value = kernel.value(r2);
            assertTrue(value < before && value > 0 || value == 0, kernel + " at " + r2);
            before = value;
        }
        assertEquals(0, kernel.value(1e9), 1e-300);
    }

    @ParameterizedTest
    @EnumSource
    void slopeMatchesFiniteDifference(RadialKernel kernel) {
        for (double r2 = 0.01; r2 < 50; r2 *= 1.7) {
            double h = 1e-6 * r2;
            double expected = (kernel.value(r2 + h) - kernel.value(r2 - h)) / (2 * h);
            assertEquals(expected, kernel.slope(r2), 1e-7 * Math.max(1, Math.abs(expected)));
        }
        assertTrue(Double.isFinite(kernel.slope(0)), kernel + " at 0");
    }

    @ParameterizedTest
    @EnumSource
    void valueAndSlopeAreThoseOfTheirOwnMethods(RadialKernel kernel) {
        double[] out = new double[2];
        for (double r2 : new double[] {0, 1e-12, 0.3, 2, 700}) {
            kernel.valueAndSlope(r2, out);
            assertEquals(kernel.value(r2), out[0]);
            assertEquals(kernel.slope(r2), out[1]);
        }
    }
}
