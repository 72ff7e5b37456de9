package org.attune.bayesopt.numerics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.testkit.FiniteDifference;
import org.junit.jupiter.api.Test;

class LogImprovementTest {
    @Test
    void agreesWithHighPrecision() {
        var rows = Golden.rows("improvement.csv");
        assertTrue(rows.size() > 600);
        for (double[] row : rows) {
            double z = row[0];
            double value = LogImprovement.value(z);
            assertEquals(
                    row[1],
                    value,
                    Double.isFinite(row[1]) ? 1e-15 + 2e-15 * Math.abs(row[1]) : 0,
                    "z = " + z);
            assertEquals(row[2], LogImprovement.derivative(z), 4e-15 * row[2], "z = " + z);
        }
    }

    /** h(0) = φ(0), and h(z) - h(-z) = z for every z. */
    @Test
    void identities() {
        assertEquals(-0.5 * Math.log(2 * Math.PI), LogImprovement.value(0), 1e-15);
        for (double z = 0; z < 5; z += 0.125) {
            assertEquals(
                    z,
                    Math.exp(LogImprovement.value(z)) - Math.exp(LogImprovement.value(-z)),
                    1e-14);
        }
    }

    @Test
    void derivativeMatchesFiniteDifference() {
        for (double z = -30; z < 10; z += 0.37) {
            FiniteDifference.assertGradient(
                    x -> LogImprovement.value(x[0]),
                    new double[] {z},
                    new double[] {LogImprovement.derivative(z)},
                    1e-7,
                    "z = " + z);
        }
    }

    @Test
    void limits() {
        assertEquals(Double.NEGATIVE_INFINITY, LogImprovement.value(Double.NEGATIVE_INFINITY));
        assertEquals(Double.POSITIVE_INFINITY, LogImprovement.value(Double.POSITIVE_INFINITY));
        assertEquals(1e200, LogImprovement.derivative(-1e200));
        assertEquals(0, LogImprovement.derivative(Double.POSITIVE_INFINITY));
        assertTrue(Double.isNaN(LogImprovement.value(Double.NaN)));
        assertTrue(Double.isNaN(LogImprovement.derivative(Double.NaN)));
    }
}
