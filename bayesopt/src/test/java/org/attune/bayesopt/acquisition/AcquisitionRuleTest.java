package org.attune.bayesopt.acquisition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.api.Seed;
import org.attune.bayesopt.surrogate.Posterior;
import org.attune.testkit.FiniteDifference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AcquisitionRuleTest {
    private static final Posterior BOWL = new Bowl(1, 1);

    /** Mean and variance 0 everywhere: a model that is certain. */
    private static final Posterior CERTAIN =
            new Posterior() {
                @Override
                public int dimension() {
                    return 2;
                }

                @Override
                public void predict(double[] x, double[] out) {
                    out[0] = 0;
                    out[1] = 0;
                }

                @Override
                public void predict(
                        double[] x, double[] out, double[] byMean, double[] byVariance) {
                    predict(x, out);
                }
            };

    private static final AcquisitionFunction PROBABILITY =
            new LogRangeProbability(BOWL, -30, 0.5, 0.1);
    private static final double[][] POINTS = {{0.2, 0.9}, {0, 0}, {1, 0.5}, {0.7, 0.1}};

    @ParameterizedTest
    @EnumSource
    void gradientsMatchFiniteDifferences(AcquisitionRule rule) {
        for (double incumbent : new double[] {-20, -1, 0.3, 4}) {
            AcquisitionFunction plain = rule.of(BOWL, incumbent, 1.7);
            AcquisitionFunction weighted = rule.weighted(plain, PROBABILITY);
            for (double[] x : POINTS) {
                for (AcquisitionFunction f : new AcquisitionFunction[] {plain, weighted}) {
                    double[] gradient = new double[2];
                    assertEquals(f.value(x), f.valueAndGradient(x, gradient), 1e-12);
                    FiniteDifference.assertGradient(f::value, x, gradient, 1e-5, f.toString());
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void isNeverNaN(AcquisitionRule rule) {
        double[] x = {0.5, 0.5};
        for (double incumbent : new double[] {-1e6, 0, 1e6}) {
            for (Posterior posterior : new Posterior[] {BOWL, CERTAIN}) {
                AcquisitionFunction f = rule.of(posterior, incumbent, 2);
                double[] gradient = new double[2];
                assertTrue(!Double.isNaN(f.value(x)), f::toString);
                double value = rule.weighted(f, PROBABILITY).valueAndGradient(x, gradient);
                assertTrue(!Double.isNaN(value + gradient[0] + gradient[1]), f::toString);
            }
        }
    }

    /** An unlikely success is worth less, whatever is maximised. */
    @ParameterizedTest
    @EnumSource
    void aLikelyFailureCosts(AcquisitionRule rule) {
        for (double incumbent : new double[] {-3, 0, 3}) {
            AcquisitionFunction f = rule.of(BOWL, incumbent, 2);
            for (double[] x : POINTS) {
                double safe = rule.weighted(f, new LogRangeProbability(BOWL, -30, 5, 0.1)).value(x);
                double risky =
                        rule.weighted(f, new LogRangeProbability(BOWL, -30, -1, 0.1)).value(x);
                assertTrue(risky < safe, () -> rule + ": " + risky + " and " + safe);
            }
        }
    }

    /** At μ = f* the improvement has probability ½ and expectation σ/√(2π). */
    @Test
    void matchesClosedFormsAtTheIncumbent() {
        double[] x = {0.5, 0.25};
        double variance = 0.1 + 0.25 + 0.0625;
        double sigma = Math.sqrt(variance);
        assertEquals(Math.log(0.5), AcquisitionRule.PI.of(BOWL, 0, 0).value(x), 1e-14);
        double ei = sigma / Math.sqrt(2 * Math.PI);
        assertEquals(ei, AcquisitionRule.EI.of(BOWL, 0, 0).value(x), 1e-14);
        assertEquals(Math.log(ei), AcquisitionRule.LOG_EI.of(BOWL, 0, 0).value(x), 1e-14);
        assertEquals(3 * sigma, AcquisitionRule.LCB.of(BOWL, 0, 3).value(x), 1e-14);
        assertEquals(Math.log(variance), AcquisitionRule.VARIANCE.of(BOWL, 0, 0).value(x), 1e-14);
    }

    /** The share of 100 000 draws below the incumbent; its standard error is below 0.0016. */
    @Test
    void probabilityOfImprovementMatchesMonteCarlo() {
        Generator random = new Seed(3).generator("monte carlo", 0);
        double[] x = {0.3, 0.4};
        double[] moments = new double[2];
        BOWL.predict(x, moments);
        int n = 100_000;
        int below = 0;
        for (int i = 0; i < n; i++) {
            if (moments[0] + Math.sqrt(moments[1]) * random.nextGaussian() < -0.5) {
                below++;
            }
        }
        double probability = Math.exp(AcquisitionRule.PI.of(BOWL, -0.5, 0).value(x));
        assertEquals((double) below / n, probability, 0.005);
    }

    @Test
    void softplusIsStableFarFromZero() {
        for (double g : new double[] {-800, -36.5, -35.5, -1, 0, 1, 50, 800}) {
            var softplus =
                    new LogSoftplus(
                            new AcquisitionFunction() {
                                @Override
                                public double value(double[] x) {
                                    return g + x[0];
                                }

                                @Override
                                public double valueAndGradient(double[] x, double[] gradient) {
                                    gradient[0] = 1;
                                    return g + x[0];
                                }
                            });
            double expected =
                    g < -30 ? g : g > 40 ? Math.log(g) : Math.log(Math.log1p(Math.exp(g)));
            double[] gradient = new double[1];
            double value = softplus.valueAndGradient(new double[1], gradient);
            assertEquals(expected, value, 1e-12 * (1 + Math.abs(g)));
            FiniteDifference.assertGradient(
                    softplus::value, new double[1], gradient, 1e-6, "at " + g);
        }
    }
}
