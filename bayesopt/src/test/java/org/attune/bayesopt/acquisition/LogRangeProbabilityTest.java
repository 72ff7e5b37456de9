package org.attune.bayesopt.acquisition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.bayesopt.numerics.StandardNormal;
import org.attune.testkit.FiniteDifference;
import org.junit.jupiter.api.Test;

class LogRangeProbabilityTest {
    private static final Bowl BOWL = new Bowl(1, 1);
    private static final double[] X = {0.3, 0.4};

    @Test
    void isADifferenceOfTwoTails() {
        double[] moments = new double[2];
        BOWL.predict(X, moments);
        double s = Math.sqrt(moments[1] + 0.2);
        for (double[] range : new double[][] {{-1, 0.5}, {0.2, 1.5}, {-2, -0.7}}) {
            double expected =
                    StandardNormal.cdf((range[1] - moments[0]) / s)
                            - StandardNormal.cdf((range[0] - moments[0]) / s);
            assertEquals(
                    expected,
                    Math.exp(new LogRangeProbability(BOWL, range[0], range[1], 0.2).value(X)),
                    1e-14);
        }
    }

    @Test
    void withoutALowerBoundItIsATail() {
        double[] moments = new double[2];
        BOWL.predict(X, moments);
        double s = Math.sqrt(moments[1]);
        var f = new LogRangeProbability(BOWL, Double.NEGATIVE_INFINITY, -40, 0);
        assertEquals(StandardNormal.logCdf((-40 - moments[0]) / s), f.value(X), 1e-12);
        var g = new LogRangeProbability(BOWL, 40, Double.POSITIVE_INFINITY, 0);
        assertEquals(StandardNormal.logCdf((moments[0] - 40) / s), g.value(X), 1e-12);
    }

    @Test
    void gradientsMatchFiniteDifferences() {
        double inf = Double.POSITIVE_INFINITY;
        for (double[] range :
                new double[][] {
                    {-1, 0.5}, {-inf, 0.1}, {0.1, inf}, {30, 31}, {-31, -30}, {0.1, 0.1 + 1e-3}
                }) {
            var f = new LogRangeProbability(BOWL, range[0], range[1], 0.05);
            for (double[] x : new double[][] {{0.2, 0.9}, {0, 0}, {1, 0.5}}) {
                double[] gradient = new double[2];
                assertEquals(f.value(x), f.valueAndGradient(x, gradient), 1e-12);
                assertTrue(Double.isFinite(f.value(x)));
                FiniteDifference.assertGradient(f::value, x, gradient, 1e-5, f.toString());
            }
        }
    }

    @Test
    void nothingLiesBetweenEqualBounds() {
        var f = new LogRangeProbability(BOWL, 1, 1, 0.1);
        assertEquals(Double.NEGATIVE_INFINITY, f.value(X));
    }
}
