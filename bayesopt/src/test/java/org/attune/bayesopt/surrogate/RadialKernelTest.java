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

    /** exp(-β L), L the Laplacian of a graph of 3 by 2 values, by its series. */
    @Test
    void rbfOfCategoriesIsTheDiffusionKernel() {
        int[] cells = {3, 2};
        double[] beta = {0.2, 0.5};
        double[][] minusLaplacian = new double[6][6];
        for (int i = 0; i < 6; i++) {
            for (int j = 0; j < 6; j++) {
                boolean first = i / 2 != j / 2;
                boolean second = i % 2 != j % 2;
                minusLaplacian[i][j] = first == second ? 0 : first ? beta[0] : beta[1];
            }
            minusLaplacian[i][i] = -2 * beta[0] - beta[1];
        }
        double[] heat = {1, 0, 0, 0, 0, 0}; // the first row of the exponential
        double[] term = heat.clone();
        for (int n = 1; n < 60; n++) {
            double[] next = new double[6];
            for (int i = 0; i < 6; i++) {
                for (int j = 0; j < 6; j++) {
                    next[j] += term[i] * minusLaplacian[i][j] / n;
                }
            }
            term = next;
            for (int j = 0; j < 6; j++) {
                heat[j] += term[j];
            }
        }
        double[] byAxis = new double[2]; // 1/ℓ²
        for (int d = 0; d < 2; d++) {
            double decay = Math.exp(-cells[d] * beta[d]);
            byAxis[d] = -2 * Math.log((1 - decay) / (1 + (cells[d] - 1) * decay));
        }
        for (int j = 0; j < 6; j++) {
            double r2 = (j / 2 > 0 ? byAxis[0] : 0) + (j % 2 > 0 ? byAxis[1] : 0);
            assertEquals(heat[j] / heat[0], RadialKernel.RBF.value(r2), 1e-12, "value " + j);
        }
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
