package org.attune.bayesopt.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.attune.api.Seed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DualAnnealingTest {
    /** T(0) = T₀, and the values of the published schedule at some times. */
    @Test
    void coolsAsPublished() {
        assertEquals(5230, DualAnnealing.temperature(0), 1e-9);
        double first = 5230 * (Math.pow(2, 1.62) - 1) / (Math.pow(3, 1.62) - 1);
        assertEquals(first, DualAnnealing.temperature(1), 1e-9);
        assertEquals(0.15, DualAnnealing.temperature(1000), 0.01);
    }

    /** With a → 1 this would be Metropolis' rule; with a = -5 losses of T/(6 (t+1)) end it. */
    @Test
    void acceptsSmallLosses() {
        double cold = DualAnnealing.temperature(400) / 401;
        assertEquals(1, DualAnnealing.acceptance(0, 400), 0);
        assertEquals(0, DualAnnealing.acceptance(cold / 6, 400), 1e-2);
        assertEquals(Math.pow(0.5, 1 / 6.0), DualAnnealing.acceptance(cold / 12, 400), 1e-12);
        assertEquals(0, DualAnnealing.acceptance(Double.POSITIVE_INFINITY, 400), 0);
        assertEquals(0, DualAnnealing.acceptance(Double.NaN, 400), 0);
    }

    /** Shares of steps below some lengths, against integrals of the stated density. */
    @ParameterizedTest
    @ValueSource(doubles = {0.3, 5})
    void stepsHaveTheVisitingDistribution(double temperature) {
        var random = new Seed(1).generator("steps", 0);
        double scale = Math.pow(temperature, 1 / 0.38);
        int n = 100_000;
        double[] lengths = {0.1 * scale, scale, 30 * scale};
        int[] below = new int[lengths.length];
        int left = 0;
        for (int i = 0; i < n; i++) {
            double step = DualAnnealing.step(temperature, random);
            left += step < 0 ? 1 : 0;
            for (int k = 0; k < lengths.length; k++) {
                below[k] += Math.abs(step) < lengths[k] ? 1 : 0;
            }
        }
        assertEquals(0.5, (double) left / n, 0.006);
        double all = integral(1e60);
        for (int k = 0; k < lengths.length; k++) {
            assertEquals(integral(lengths[k] / scale) / all, (double) below[k] / n, 0.006);
        }
    }

    /** ∫ [1 + (q-1) s²]^(-1/(q-1)) ds from 0 to a limit, by s = sinh v and Simpson's rule. */
    private static double integral(double limit) {
        double q = 2.62;
        int cells = 20_000;
        double top = Math.log(limit + Math.sqrt(limit * limit + 1));
        double sum = 0;
        for (int i = 0; i <= cells; i++) {
            double v = top * i / cells;
            double s = Math.sinh(v);
            double weight = i == 0 || i == cells ? 1 : i % 2 == 0 ? 2 : 4;
            sum += weight * Math.pow(1 + (q - 1) * s * s, -1 / (q - 1)) * Math.cosh(v);
        }
        return sum * top / cells / 3;
    }
}
