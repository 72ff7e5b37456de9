package org.attune.bayesopt.acquisition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.api.Seed;
import org.attune.bayesopt.surrogate.Mixture;
import org.attune.testkit.FiniteDifference;
import org.junit.jupiter.api.Test;

import java.util.Arrays;

class MixtureTest {
    /** Two components of one variable, whose weight, mean and variance depend on it. */
    private static final class Two implements Mixture {
        @Override
        public int dimension() {
            return 1;
        }

        @Override
        public int components() {
            return 2;
        }

        @Override
        public double importance(int component) {
            return component == 0 ? 1 : 0.5;
        }

        @Override
        public double[][] at(double[] x) {
            double p = 1 / (1 + Math.exp(-3 * x[0]));
            return new double[][] {
                {1 - p, 1 + x[0] * x[0], 0.2 + 0.1 * x[0] * x[0]}, {p, Math.sin(x[0]) - 1, 0.5}
            };
        }

        @Override
        public double[][] moments(double[] x) {
            return Arrays.stream(at(x))
                    .map(c -> new double[] {c[1], c[2]})
                    .toArray(double[][]::new);
        }

        @Override
        public double[][] at(double[] x, double[][][] gradients) {
            double[][] at = at(x);
            double slope = 3 * at[0][0] * at[1][0];
            gradients[0] = new double[][] {{-slope}, {2 * x[0]}, {0.2 * x[0]}};
            gradients[1] = new double[][] {{slope}, {Math.cos(x[0])}, {0}};
            return at;
        }

        @Override
        public void predict(double[] x, double[] out) {
            throw new AssertionError("moments of the whole are not asked for");
        }

        @Override
        public void predict(double[] x, double[] out, double[] mean, double[] variance) {
            predict(x, out);
        }
    }

    /** The mean of max(f* - y, 0), with its importance, over draws from the mixture. */
    @Test
    void improvementIsThatOfDraws() {
        var mixture = new Two();
        Generator random = new Seed(1).generator("draws", 0);
        for (double x : new double[] {-0.7, 0.1, 0.9}) {
            double[][] at = mixture.at(new double[] {x});
            int n = 400_000;
            double sum = 0;
            for (int i = 0; i < n; i++) {
                int k = random.nextDouble() < at[0][0] ? 0 : 1;
                double y = at[k][1] + Math.sqrt(at[k][2]) * random.nextGaussian();
                sum += mixture.importance(k) * Math.max(0.4 - y, 0);
            }
            double value = new LogMixtureImprovement(mixture, 0.4).value(new double[] {x});
            assertEquals(sum / n, Math.exp(value), 0.006 * sum / n + 0.001, "at " + x);
        }
    }

    @Test
    void derivativesAreThoseOfTheValues() {
        for (double x : new double[] {-1.2, -0.3, 0.4, 1.5}) {
            for (AcquisitionFunction f :
                    new AcquisitionFunction[] {
                        AcquisitionRule.LOG_EI.of(new Two(), -0.2, 0),
                        AcquisitionRule.LCB.of(new Two(), -0.2, 1.5),
                        AcquisitionRule.EI.of(new Two(), -0.2, 0),
                        new MixtureQuantile(new Two(), 0.5),
                        new MixtureQuantile(new Two(), 0.8)
                    }) {
                double[] gradient = new double[1];
                double value = f.valueAndGradient(new double[] {x}, gradient);
                assertEquals(f.value(new double[] {x}), value, 1e-14);
                FiniteDifference.assertGradient(
                        f::value, new double[] {x}, gradient, 1e-7, f.toString());
            }
        }
    }

    /** Nowhere is a value above its bound; where one component is certain it is no less. */
    @Test
    void valuesAreWithinTheirBounds() {
        for (AcquisitionFunction f :
                new AcquisitionFunction[] {
                    AcquisitionRule.LOG_EI.of(new Two(), -0.2, 0),
                    AcquisitionRule.LCB.of(new Two(), -0.2, 1.5)
                }) {
            for (double x = -3; x < 3; x += 0.1) {
                assertTrue(f.bound(new double[] {x}) >= f.value(new double[] {x}), f + " " + x);
            }
            double[] certain = {14};
            assertEquals(f.value(certain), f.bound(certain), 1e-12, f.toString());
        }
    }

    @Test
    void theBoundIsTheMeanOfBounds() {
        double[][] at = new Two().at(new double[] {0.2});
        double expected = 3;
        for (double[] c : at) {
            expected -= c[0] * (c[1] - 2 * Math.sqrt(c[2]));
        }
        assertEquals(expected, new MixtureBound(new Two(), 3, 2).value(new double[] {0.2}), 1e-14);
        assertThrows(
                IllegalArgumentException.class,
                () -> new LogMixtureImprovement(new Two(), Double.NaN));
    }
}
