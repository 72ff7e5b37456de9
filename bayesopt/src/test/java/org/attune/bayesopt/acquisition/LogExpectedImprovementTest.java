package org.attune.bayesopt.acquisition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.api.Seed;
import org.attune.bayesopt.surrogate.Posterior;
import org.attune.testkit.FiniteDifference;
import org.junit.jupiter.api.Test;

class LogExpectedImprovementTest {
    private static final Posterior BOWL = new Bowl(1, 1);

    /** At μ = f* the expected improvement is σ/√(2π). */
    @Test
    void matchesClosedFormAtTheIncumbent() {
        double[] x = {0.5, 0.25};
        double sigma = Math.sqrt(0.1 + 0.25 + 0.0625);
        double expected = Math.log(sigma / Math.sqrt(2 * Math.PI));
        assertEquals(expected, new LogExpectedImprovement(BOWL, 0).value(x), 1e-14);
    }

    @Test
    void matchesMonteCarlo() {
        Generator random = new Seed(5).generator("monte carlo", 0);
        double[] x = {0.3, 0.4};
        double[] moments = new double[2];
        BOWL.predict(x, moments);
        double sum = 0;
        int n = 400_000;
        for (int i = 0; i < n; i++) {
            sum += Math.max(-0.5 - moments[0] - Math.sqrt(moments[1]) * random.nextGaussian(), 0);
        }
        // the standard error of the mean is below 0.001 of about 0.09
        assertEquals(sum / n, Math.exp(new LogExpectedImprovement(BOWL, -0.5).value(x)), 0.002);
    }

    @Test
    void gradientsMatchFiniteDifferences() {
        for (double incumbent : new double[] {-20, -1, 0.3, 4}) {
            for (double[] x : new double[][] {{0.2, 0.9}, {0, 0}, {1, 0.5}}) {
                for (AcquisitionFunction f :
                        new AcquisitionFunction[] {
                            new LogExpectedImprovement(BOWL, incumbent),
                            new LogProduct(
                                    new LogExpectedImprovement(BOWL, incumbent),
                                    new LogVariance(BOWL))
                        }) {
                    double[] gradient = new double[2];
                    assertEquals(f.value(x), f.valueAndGradient(x, gradient), 1e-12);
                    FiniteDifference.assertGradient(f::value, x, gradient, 1e-5, f.toString());
                }
            }
        }
    }

    @Test
    void stillHasASlopeWhereThePlainOneUnderflows() {
        double[] gradient = new double[2];
        double value =
                new LogExpectedImprovement(BOWL, -300)
                        .valueAndGradient(new double[] {0.1, 0.1}, gradient);
        assertTrue(value < -1e5 && Double.isFinite(value));
        assertTrue(gradient[0] > 0 && gradient[1] > 0, "away from the certain origin");
    }

    @Test
    void refusesToImproveOnNothing() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new LogExpectedImprovement(BOWL, Double.POSITIVE_INFINITY));
    }

    /** Φ at the threshold is a half; a label mean far above it means certain failure. */
}
