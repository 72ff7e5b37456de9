package org.attune.bayesopt.numerics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ImprovementBetweenTest {
    /** log ∫ Φ(z) dz from a to b by Simpson's rule, scaled by Φ(b). */
    private static double integral(double a, double b) {
        int n = 4000;
        double sum = 0;
        for (int i = 0; i <= n; i++) {
            double weight = i == 0 || i == n ? 1 : i % 2 == 1 ? 4 : 2;
            double z = a + (b - a) * i / n;
            sum += weight * Math.exp(StandardNormal.logCdf(z) - StandardNormal.logCdf(b));
        }
        return StandardNormal.logCdf(b) + Math.log(sum * (b - a) / (3 * n));
    }

    @Test
    void matchesQuadrature() {
        for (double a : new double[] {-30, -8, -1, 0, 2, 6}) {
            for (double width : new double[] {1e-7, 1e-4, 0.01, 0.5, 2}) {
                double b = a + width;
                assertEquals(
                        integral(a, b), ImprovementBetween.of(a, b).log(), 1e-8, a + " to " + b);
            }
        }
    }

    /** The slopes by μ and σ, of log σ (h((u-μ)/σ) - h((l-μ)/σ)) by finite differences. */
    @Test
    void slopesMatchFiniteDifferences() {
        for (double l : new double[] {Double.NEGATIVE_INFINITY, -12, -1, 0.3, 3}) {
            for (double u : new double[] {-11.9, -0.5, 0.31, 4}) {
                if (u <= l) {
                    continue;
                }
                ImprovementBetween at = ImprovementBetween.of(l, u);
                double step = 1e-5;
                double byMean =
                        (ImprovementBetween.of(l - step, u - step).log()
                                        - ImprovementBetween.of(l + step, u + step).log())
                                / (2 * step);
                assertEquals(-at.byMean(), byMean, 1e-4 * (1 + Math.abs(byMean)));
                double byDeviation = (scaled(l, u, 1 + step) - scaled(l, u, 1 - step)) / (2 * step);
                assertEquals(at.byDeviation(), byDeviation, 1e-4 * (1 + Math.abs(byDeviation)));
            }
        }
    }

    private static double scaled(double l, double u, double sigma) {
        return Math.log(sigma) + ImprovementBetween.of(l / sigma, u / sigma).log();
    }

    @Test
    void isTheExpectedImprovementWithoutALowerBound() {
        for (double b : new double[] {-1e6, -40, -1, 0, 5}) {
            ImprovementBetween all = ImprovementBetween.of(Double.NEGATIVE_INFINITY, b);
            assertEquals(LogImprovement.value(b), all.log());
            assertEquals(LogImprovement.derivative(b), all.byMean());
            assertTrue(all.byDeviation() > 0);
        }
    }
}
