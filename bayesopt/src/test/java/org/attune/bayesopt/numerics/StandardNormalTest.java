package org.attune.bayesopt.numerics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StandardNormalTest {
    private static void close(double expected, double actual, double relative, String what) {
        assertEquals(expected, actual, relative * Math.abs(expected) + Double.MIN_VALUE, what);
    }

    @Test
    void agreesWithHighPrecision() {
        var rows = Golden.rows("normal.csv");
        assertTrue(rows.size() > 600);
        for (double[] row : rows) {
            double z = row[0];
            String at = "z = " + z;
            if (row[1] > Double.MIN_NORMAL) {
                close(row[1], StandardNormal.pdf(z), 2e-15, at);
            }
            if (row[2] > Double.MIN_NORMAL) {
                close(row[2], StandardNormal.cdf(z), 2e-15, at);
            }
            if (z < 37) { // above it log Φ is subnormal
                close(row[3], StandardNormal.logCdf(z), 2e-15, at);
                close(row[4], StandardNormal.logCdfDerivative(z), 3e-15, at);
            }
        }
    }

    /** Φ(0) = 1/2, φ(0) = 1/√(2π), and φ(z) is φ(-z). */
    @Test
    void knownValues() {
        assertEquals(0.5, StandardNormal.cdf(0), 2e-16);
        assertEquals(1 / Math.sqrt(2 * Math.PI), StandardNormal.pdf(0), 1e-16);
        assertEquals(StandardNormal.pdf(1.7), StandardNormal.pdf(-1.7));
        assertEquals(1.959963984540054, StandardNormal.quantile(0.975), 1e-15);
        assertEquals(0, StandardNormal.quantile(0.5));
    }

    /** Φ is the integral of φ: Simpson's rule on [-3, 1] in 4000 steps, an independent route. */
    @Test
    void cdfIsTheIntegralOfThePdf() {
        int steps = 4000;
        double h = 4.0 / steps;
        double sum = StandardNormal.pdf(-3) + StandardNormal.pdf(1);
        for (int i = 1; i < steps; i++) {
            sum += (i % 2 == 1 ? 4 : 2) * StandardNormal.pdf(-3 + i * h);
        }
        assertEquals(sum * h / 3, StandardNormal.cdf(1) - StandardNormal.cdf(-3), 1e-13);
    }

    @Test
    void quantileInvertsTheGoldenCdf() {
        for (double[] row : Golden.rows("normal.csv")) {
            if (row[2] > Double.MIN_NORMAL && row[0] <= 0) {
                close(row[0], StandardNormal.quantile(row[2]), 1e-14, "p = " + row[2]);
                if (row[2] > 1e-3) { // 1 - p loses too much of p below
                    assertEquals(-row[0], StandardNormal.quantile(1 - row[2]), 1e-12);
                }
            }
        }
    }

    @Test
    void limits() {
        double infinity = Double.POSITIVE_INFINITY;
        assertEquals(0, StandardNormal.pdf(infinity));
        assertEquals(0, StandardNormal.cdf(-infinity));
        assertEquals(1, StandardNormal.cdf(infinity));
        assertEquals(-infinity, StandardNormal.logCdf(-infinity));
        assertEquals(0, StandardNormal.logCdf(infinity), 0.0);
        assertEquals(-infinity, StandardNormal.quantile(0));
        assertEquals(infinity, StandardNormal.quantile(1));
        assertEquals(1e100, StandardNormal.logCdfDerivative(-1e100), 1e85);
        assertTrue(Double.isNaN(StandardNormal.pdf(Double.NaN)));
        assertTrue(Double.isNaN(StandardNormal.cdf(Double.NaN)));
        assertTrue(Double.isNaN(StandardNormal.logCdf(Double.NaN)));
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1e-300, 1.0000000000000002, Double.NaN, Double.POSITIVE_INFINITY})
    void quantileRejectsWhatIsNoProbability(double p) {
        var e = assertThrows(IllegalArgumentException.class, () -> StandardNormal.quantile(p));
        assertTrue(e.getMessage().contains(String.valueOf(p)), e.getMessage());
    }
}
