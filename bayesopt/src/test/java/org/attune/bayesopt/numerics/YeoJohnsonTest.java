package org.attune.bayesopt.numerics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.testkit.FiniteDifference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;

class YeoJohnsonTest {
    private static final double[] LAMBDAS = {
        -2, -1, -0.3, -1e-9, -1e-200, 0, 1e-300, 1e-12, 0.5, 1, 1.7, 2 - 1e-9, 2, 2 + 1e-12, 3, 4
    };
    private static final double[] YS = {
        -7, -3, -1, -0.4, -1e-9, -1e-300, 0, 1e-300, 1e-9, 0.2, 1, 2.5, 7
    };

    /**
     * λ = 1: identity. λ = 0, y = e - 1: 1. λ = 2, y = 1 - e: -1. λ = 1/2, y = 3: 2. λ = 3, y = -1:
     * -1/2. λ = 4, y = 1: 15/4.
     */
    @Test
    void knownValues() {
        for (double y : YS) {
            assertEquals(y, YeoJohnson.forward(y, 1), 1e-15 * Math.abs(y));
        }
        assertEquals(1, YeoJohnson.forward(Math.E - 1, 0), 1e-15);
        assertEquals(-1, YeoJohnson.forward(1 - Math.E, 2), 1e-15);
        assertEquals(2, YeoJohnson.forward(3, 0.5), 1e-15);
        assertEquals(-0.5, YeoJohnson.forward(-1, 3), 1e-15);
        assertEquals(3.75, YeoJohnson.forward(1, 4), 1e-14);
        assertEquals(Math.log(1 / 4.0), YeoJohnson.logDerivative(3, 0), 1e-15);
        assertEquals(Math.log(0.5), YeoJohnson.logDerivative(-1, 2), 1e-15);
    }

    @Test
    void inverseUndoesForward() {
        for (double lambda : LAMBDAS) {
            for (double y : YS) {
                double back = YeoJohnson.inverse(YeoJohnson.forward(y, lambda), lambda);
                assertEquals(y, back, 1e-11 * Math.abs(y), "lambda %s, y %s".formatted(lambda, y));
            }
        }
    }

    @Test
    void derivativeMatchesFiniteDifference() {
        for (double lambda : LAMBDAS) {
            for (double y : YS) {
                if (y == 0
                        || Math.abs(y)
                                > 1e-3) { // a second derivative that jumps at 0 is averaged there
                    double slope = Math.exp(YeoJohnson.logDerivative(y, lambda));
                    FiniteDifference.assertGradient(
                            x -> YeoJohnson.forward(x[0], lambda),
                            new double[] {y},
                            new double[] {slope},
                            1e-5,
                            "lambda " + lambda);
                    assertEquals(Math.log(slope), YeoJohnson.logDerivative(y, lambda), 1e-14);
                }
            }
        }
    }

    /**
     * The power series in λ: log(1+y) + λ log²(1+y)/2 + … holds to the last digits near 0, likewise
     * near 2.
     */
    @Test
    void isSmoothInLambda() {
        double a = Math.log1p(2.5);
        for (double lambda : new double[] {-1e-7, -1e-8, 1e-9, 1e-7}) {
            double series = a + lambda * a * a / 2 + lambda * lambda * a * a * a / 6;
            assertEquals(series, YeoJohnson.forward(2.5, lambda), 4e-16 * a);
            assertEquals(-series, YeoJohnson.forward(-2.5, 2 - lambda), 1e-15 * a);
        }
    }

    @Test
    void inverseEndsAtTheRangeOfTheTransform() {
        assertEquals(Double.POSITIVE_INFINITY, YeoJohnson.inverse(0.5, -2));
        assertEquals(Double.POSITIVE_INFINITY, YeoJohnson.inverse(9, -2));
        assertEquals(Double.NEGATIVE_INFINITY, YeoJohnson.inverse(-0.5, 4));
    }

    /** Normal values are found again from what the inverse transform makes of them. */
    @ParameterizedTest
    @ValueSource(doubles = {-0.5, 0, 0.5, 1, 1.5, 2.3})
    void recoversThePower(double lambda) {
        var random = new Generator(11);
        double[] normal = new double[4000];
        for (int i = 0; i < normal.length; i++) {
            do {
                normal[i] = 0.8 * random.nextGaussian();
            } while (Math.abs(normal[i])
                    > 1.7); // inside the range of every one of these transforms
        }
        double[] y = Arrays.stream(normal).map(v -> YeoJohnson.inverse(v, lambda)).toArray();
        assertEquals(1, alike(normal, y, 1), 1e-3);
    }

    /** Returns the correlation of values and what the fitted power makes of y in a unit. */
    private static double alike(double[] normal, double[] y, double unit) {
        double[] scaled = Arrays.stream(y).map(v -> v / unit).toArray();
        double power = YeoJohnson.fit(scaled);
        double[] t = Arrays.stream(scaled).map(v -> YeoJohnson.forward(v, power)).toArray();
        double covariance = 0;
        for (int i = 0; i < t.length; i++) {
            covariance += standardised(normal, i) * standardised(t, i) / t.length;
        }
        return covariance;
    }

    private static double standardised(double[] values, int at) {
        double mean = Arrays.stream(values).average().orElseThrow();
        double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
        return (values[at] - mean) / Math.sqrt(squares / values.length);
    }

    /**
     * Two values: their variance after the transform is (t1 - t0)²/4, so the posterior is known; a
     * dense scan agrees.
     */
    @Test
    void fitIsThePosteriorMode() {
        double[] y = {-0.2, 1.9};
        double best = Double.NaN;
        double highest = Double.NEGATIVE_INFINITY;
        for (double lambda = -2; lambda <= 4; lambda += 1e-4) {
            double gap = YeoJohnson.forward(1.9, lambda) - YeoJohnson.forward(-0.2, lambda);
            double density =
                    -Math.log(gap * gap / 4)
                            + (lambda - 1) * (Math.log(2.9) - Math.log(1.2))
                            - (lambda - 1) * (lambda - 1) / 2;
            if (density > highest) {
                highest = density;
                best = lambda;
            }
        }
        assertEquals(best, YeoJohnson.fit(y), 2e-4);
    }

    /** The same in a unit that is a small part of what the largest values reach. */
    @ParameterizedTest
    @ValueSource(doubles = {-0.2, 0, 0.2})
    void recoversTheUnit(double lambda) {
        var random = new Generator(12);
        double[] normal = new double[2000];
        Arrays.setAll(normal, i -> Math.clamp(1 + 1.2 * random.nextGaussian(), -3.0, 4.8));
        double[] y = Arrays.stream(normal).map(v -> YeoJohnson.inverse(v, lambda) / 1024).toArray();
        assertEquals(1, alike(normal, y, YeoJohnson.unit(y)), 1e-3);
        assertTrue(alike(normal, y, 1) < 0.99, "where it matters");
    }

    /** The density of a normal sample, its slopes by differences, over a dense scan. */
    @Test
    void noUnitIsMuchLikelier() {
        double[] y = {-0.01, -0.008, -0.006, -0.003, 0, 0.004, 0.02, 0.09, 0.7, 4.2};
        double[] highest = new double[13];
        Arrays.fill(highest, Double.NEGATIVE_INFINITY);
        for (int i = 0; i <= 12; i++) {
            double unit = Math.pow(2, -i);
            for (double lambda = -2; lambda <= 4; lambda += 0.01) {
                highest[i] = Math.max(highest[i], logDensity(y, unit, lambda));
            }
        }
        double best = Arrays.stream(highest).max().orElseThrow();
        assertTrue(best > highest[0] + 3, "a case where it matters");
        int halvings = (int) Math.round(-Math.log(YeoJohnson.unit(y)) / Math.log(2));
        assertEquals(best, highest[halvings], 0.5); // units are compared by a grid of powers
    }

    private static double logDensity(double[] y, double unit, double lambda) {
        double[] t = Arrays.stream(y).map(v -> YeoJohnson.forward(v / unit, lambda)).toArray();
        double mean = Arrays.stream(t).average().orElseThrow();
        double variance =
                Arrays.stream(t).map(v -> (v - mean) * (v - mean)).average().orElseThrow();
        double slopes = 0;
        for (double v : y) {
            double h = 1e-6 * unit;
            double difference =
                    YeoJohnson.forward((v + h) / unit, lambda)
                            - YeoJohnson.forward((v - h) / unit, lambda);
            slopes += Math.log(difference / (2 * h));
        }
        double prior = -0.5 * (lambda - 1) * (lambda - 1);
        return slopes - 0.5 * y.length * Math.log(variance) + prior;
    }

    @Test
    void degenerateData() {
        assertEquals(1, YeoJohnson.fit(new double[0]));
        assertEquals(1, YeoJohnson.unit(new double[0]));
        assertEquals(1, YeoJohnson.fit(new double[] {3}));
        assertEquals(1, YeoJohnson.unit(new double[] {3}));
        assertEquals(1, YeoJohnson.fit(new double[] {2, 2, 2}));
        assertEquals(1, YeoJohnson.unit(new double[] {2, 2, 2}));
        for (double[] y :
                new double[][] {
                    {0, 1e300}, {-1e300, 1e300}, {1e-300, 2e-300}, {0, 0, 0, 1e9}, {1e15, 1e15 + 2}
                }) {
            double lambda = YeoJohnson.fit(y);
            assertTrue(lambda >= -2 && lambda <= 4, Arrays.toString(y) + " gave " + lambda);
        }
        assertThrows(
                IllegalArgumentException.class, () -> YeoJohnson.fit(new double[] {1, Double.NaN}));
    }
}
