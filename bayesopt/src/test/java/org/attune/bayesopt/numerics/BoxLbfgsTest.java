package org.attune.bayesopt.numerics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.bayesopt.numerics.BoxLbfgs.Status;
import org.attune.testkit.FiniteDifference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

class BoxLbfgsTest {
    private static final double INFINITY = Double.POSITIVE_INFINITY;
    private static final BoxLbfgs.Options TIGHT = new BoxLbfgs.Options(2000, 5000, 10, 1e-9, 0);

    private static double[] filled(int n, double value) {
        double[] a = new double[n];
        Arrays.fill(a, value);
        return a;
    }

    /** Σ w_i (x_i - c_i)² / 2 */
    private static BoxLbfgs.Objective separable(double[] w, double[] c) {
        return (x, g) -> {
            double sum = 0;
            for (int i = 0; i < x.length; i++) {
                g[i] = w[i] * (x[i] - c[i]);
                sum += g[i] * (x[i] - c[i]) / 2;
            }
            return sum;
        };
    }

    /** Σ 100 (x_{i+1} - x_i²)² + (1 - x_i)², least at (1, …, 1). */
    private static double rosenbrock(double[] x, double[] g) {
        Arrays.fill(g, 0);
        double sum = 0;
        for (int i = 0; i + 1 < x.length; i++) {
            double a = x[i + 1] - x[i] * x[i];
            double b = 1 - x[i];
            sum += 100 * a * a + b * b;
            g[i] += -400 * a * x[i] - 2 * b;
            g[i + 1] += 200 * a;
        }
        return sum;
    }

    /** Σ (c_i - x + x y^i)², c = 1.5, 2.25, 2.625; least at (3, 0.5). */
    private static double beale(double[] x, double[] g) {
        double[] c = {1.5, 2.25, 2.625};
        Arrays.fill(g, 0);
        double sum = 0;
        for (int i = 1; i <= 3; i++) {
            double power = Math.pow(x[1], i);
            double r = c[i - 1] - x[0] + x[0] * power;
            sum += r * r;
            g[0] += 2 * r * (power - 1);
            g[1] += 2 * r * x[0] * i * Math.pow(x[1], i - 1);
        }
        return sum;
    }

    /** The minimiser of a separable quadratic in a box is the clamped centre. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 20, 100})
    void separableQuadratic(int n) {
        var random = new Generator(n);
        double[] w = random.doubles(n).map(u -> Math.exp(6 * u)).toArray();
        double[] c = random.doubles(n).map(u -> 4 * u - 1.5).toArray();
        double[] expected = Arrays.stream(c).map(v -> Math.max(0, Math.min(1, v))).toArray();
        var result =
                BoxLbfgs.minimize(
                        separable(w, c), filled(n, 0.5), filled(n, 0), filled(n, 1), TIGHT);
        assertEquals(Status.CONVERGED, result.status());
        assertArrayEquals(
                expected, result.x(), 1e-6); // values tell no more apart: √1e-16, and f is above 1
        double least = separable(w, c).valueAndGradient(expected, new double[n]);
        assertEquals(least, result.value(), 1e-14 * Math.max(1, least));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 10, 20})
    void rosenbrockFromTheUsualStart(int n) {
        double[] start = filled(n, 1);
        for (int i = 0; i < n; i += 2) {
            start[i] = -1.2;
        }
        var result =
                BoxLbfgs.minimize(
                        BoxLbfgsTest::rosenbrock,
                        start,
                        filled(n, -INFINITY),
                        filled(n, INFINITY),
                        TIGHT);
        assertEquals(Status.CONVERGED, result.status());
        if (result.value()
                > 1) { // a second local minimum exists near (-1, 1, …, 1) from 4 dimensions on
            assertTrue(n >= 4 && result.value() < 4, "value " + result.value());
        } else {
            assertArrayEquals(filled(n, 1), result.x(), 1e-6);
        }
        assertTrue(result.evaluations() < 60 + 30 * n, result.evaluations() + " evaluations");
    }

    /** With x_1 ≤ 1/2 the least of the 2-D function is at (1/2, 1/4), value 1/4. */
    @Test
    void rosenbrockAgainstABound() {
        var result =
                BoxLbfgs.minimize(
                        BoxLbfgsTest::rosenbrock,
                        new double[] {-1.2, 1},
                        new double[] {-2, -2},
                        new double[] {0.5, 2},
                        TIGHT);
        assertArrayEquals(new double[] {0.5, 0.25}, result.x(), 1e-7);
        assertEquals(0.25, result.value(), 1e-9);
    }

    @Test
    void bealeInItsBox() {
        var result =
                BoxLbfgs.minimize(
                        BoxLbfgsTest::beale,
                        new double[] {1, 1},
                        filled(2, -4.5),
                        filled(2, 4.5),
                        TIGHT);
        assertEquals(Status.CONVERGED, result.status());
        assertArrayEquals(new double[] {3, 0.5}, result.x(), 1e-7);
    }

    @Test
    void testFunctionsHaveTheRightGradients() {
        double[] x = {-0.7, 1.3};
        double[] g = new double[2];
        rosenbrock(x, g);
        FiniteDifference.assertGradient(
                v -> rosenbrock(v, new double[2]), x, g, 1e-6, "rosenbrock");
        beale(x, g);
        FiniteDifference.assertGradient(v -> beale(v, new double[2]), x, g, 1e-6, "beale");
    }

    /** Curvatures from 1 to 1e8, evenly spread in the logarithm; the memory covers the space. */
    @ParameterizedTest
    @ValueSource(ints = {2, 5, 10})
    void illConditionedQuadratic(int n) {
        double[] w = new double[n];
        for (int i = 0; i < n; i++) {
            w[i] = Math.pow(10, 8.0 * i / (n - 1));
        }
        var options = new BoxLbfgs.Options(1000, 2000, 15, 1e-6, 0);
        var result =
                BoxLbfgs.minimize(
                        separable(w, filled(n, 0.3)),
                        filled(n, 1),
                        filled(n, -10),
                        filled(n, 10),
                        options);
        assertTrue(
                result.value() < 1e-12, "value %s, %s".formatted(result.value(), result.status()));
    }

    /**
     * Random strictly convex quadratics: the Karush-Kuhn-Tucker conditions are necessary and
     * sufficient.
     */
    @Test
    void twoHundredQuadraticProgramsSatisfyTheirOptimalityConditions() {
        int active = 0;
        for (int seed = 0; seed < 200; seed++) {
            var random = new Generator(seed);
            int n = 1 + random.nextInt(15);
            double[] a = LinearAlgebraContract.positiveDefinite(n, seed);
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    double scale = Math.pow(10, 2.0 * (i + j) / (2 * n)); // conditions up to 1e4
                    a[i * n + j] = scale * (10 * a[i * n + j] - (i == j ? 9 : 0));
                }
            }
            double[] b = random.doubles(n).map(u -> 40 * u - 20).toArray();
            double[] lower = random.doubles(n).map(u -> u < 0.2 ? -INFINITY : -u).toArray();
            double[] upper =
                    random.doubles(n).map(u -> u < 0.2 ? INFINITY : u < 0.3 ? 0 : u).toArray();
            BoxLbfgs.Objective f =
                    (x, g) -> {
                        double sum = 0;
                        for (int i = 0; i < n; i++) {
                            double ax = 0;
                            for (int j = 0; j < n; j++) {
                                ax += a[i * n + j] * x[j];
                            }
                            g[i] = ax - b[i];
                            sum += x[i] * (ax / 2 - b[i]);
                        }
                        return sum;
                    };
            double[] start = random.doubles(n).map(u -> 6 * u - 3).toArray();
            var result =
                    BoxLbfgs.minimize(
                            f, start, lower, upper, new BoxLbfgs.Options(5000, 9000, 8, 1e-7, 0));
            double[] g = new double[n];
            f.valueAndGradient(result.x(), g);
            for (int i = 0; i < n; i++) {
                double x = result.x()[i];
                String at = "seed %d, coordinate %d, %s".formatted(seed, i, result.status());
                assertTrue(x >= lower[i] && x <= upper[i], at);
                if (x > lower[i]) {
                    assertTrue(g[i] <= 1e-5, at + ": could fall, gradient " + g[i]);
                }
                if (x < upper[i]) {
                    assertTrue(g[i] >= -1e-5, at + ": could rise, gradient " + g[i]);
                }
                active += x == lower[i] || x == upper[i] ? 1 : 0;
            }
        }
        assertTrue(active > 200, "bounds active: " + active);
    }

    /** x - log x, NaN below 0: steps across the wall are shortened. */
    @Test
    void stepsBackFromUndefinedRegions() {
        BoxLbfgs.Objective f =
                (x, g) -> {
                    double sum = 0;
                    for (int i = 0; i < x.length; i++) {
                        if (x[i] <= 0) {
                            return Double.NaN;
                        }
                        g[i] = 1000 - 1000 / x[i];
                        sum += 1000 * (x[i] - Math.log(x[i]));
                    }
                    return sum;
                };
        var result =
                BoxLbfgs.minimize(
                        f, new double[] {20, 5e-3, 3}, filled(3, -100), filled(3, 100), TIGHT);
        assertArrayEquals(filled(3, 1), result.x(), 1e-7);
    }

    /**
     * The minimum lies behind a wall: the result is finite, feasible and no worse than the start.
     */
    @Test
    void endsAtAWall() {
        for (double wall : new double[] {Double.NaN, INFINITY, -INFINITY}) {
            BoxLbfgs.Objective f =
                    (x, g) -> {
                        g[0] = 2 * x[0];
                        g[1] = 2 * x[1];
                        return x[0] < 0.37 ? wall : x[0] * x[0] + x[1] * x[1];
                    };
            var options = new BoxLbfgs.Options(500, 1000, 8, 1e-6, 1e-8);
            var result = BoxLbfgs.minimize(f, filled(2, 0.9), filled(2, 0), filled(2, 1), options);
            assertTrue(result.value() < 0.9 * 0.9 * 2 && result.x()[0] >= 0.37, result.toString());
            assertTrue(result.evaluations() < 400, result.evaluations() + " evaluations");
        }
    }

    @Test
    void saysWhyItStopped() {
        double[] one = {1};
        double[] low = {-5};
        double[] high = {5};
        BoxLbfgs.Objective square = separable(new double[] {2}, new double[] {0});
        assertEquals(
                Status.NOT_FINITE,
                BoxLbfgs.minimize((x, g) -> Double.NaN, one, low, high, TIGHT).status());
        assertEquals(
                Status.NOT_FINITE,
                BoxLbfgs.minimize(
                                (x, g) -> {
                                    g[0] = Double.NaN;
                                    return 1;
                                },
                                one,
                                low,
                                high,
                                TIGHT)
                        .status());
        var noIteration =
                BoxLbfgs.minimize(square, one, low, high, new BoxLbfgs.Options(0, 10, 5, 0, 0));
        assertEquals(Status.LIMIT, noIteration.status());
        assertArrayEquals(one, noIteration.x());
        var wrongGradient =
                BoxLbfgs.minimize(
                        (x, g) -> {
                            g[0] = -2 * x[0];
                            return x[0] * x[0];
                        },
                        one,
                        low,
                        high,
                        TIGHT);
        assertEquals(Status.STALLED, wrongGradient.status());
        assertArrayEquals(one, wrongGradient.x());
        for (int limit = 1; limit < 12; limit++) {
            var few =
                    BoxLbfgs.minimize(
                            BoxLbfgsTest::rosenbrock,
                            new double[] {-1.2, 1},
                            filled(2, -2),
                            filled(2, 2),
                            new BoxLbfgs.Options(100, limit, 5, 1e-9, 0));
            assertEquals(limit, few.evaluations());
            assertEquals(Status.LIMIT, few.status());
            assertTrue(few.value() <= 24.2 + 1e-12);
        }
    }

    /**
     * Equal bounds fix a coordinate; an empty box of dimensions is fine; a start outside is moved
     * in.
     */
    @Test
    void degenerateBoxes() {
        var fixed =
                BoxLbfgs.minimize(
                        separable(filled(2, 1), filled(2, 0)),
                        new double[] {9, 9},
                        new double[] {2, -1},
                        new double[] {2, 3},
                        TIGHT);
        assertArrayEquals(new double[] {2, 0}, fixed.x(), 1e-9);
        assertEquals(Status.CONVERGED, fixed.status());
        var nothing =
                BoxLbfgs.minimize((x, g) -> 7, new double[0], new double[0], new double[0], TIGHT);
        assertEquals(7, nothing.value());
    }

    /** The value returned is the least of all that were computed. */
    @Test
    void returnsTheBestVisited() {
        List<Double> values = new ArrayList<>();
        BoxLbfgs.Objective wavy =
                (x, g) -> {
                    g[0] = 0.2 * x[0] + 5 * Math.cos(5 * x[0]);
                    double value = 0.1 * x[0] * x[0] + Math.sin(5 * x[0]);
                    values.add(value);
                    return value;
                };
        for (double start = -4; start < 4; start += 0.37) {
            values.clear();
            var result =
                    BoxLbfgs.minimize(
                            wavy, new double[] {start}, new double[] {-5}, new double[] {5}, TIGHT);
            assertEquals(values.stream().mapToDouble(v -> v).min().orElseThrow(), result.value());
            assertEquals(values.size(), result.evaluations());
        }
    }

    @Test
    void isDeterministic() {
        double[] start = {-1.2, 1, -1.2, 1, 0.3};
        var options = new BoxLbfgs.Options(30, 60, 4, 1e-9, 0);
        var first =
                BoxLbfgs.minimize(
                        BoxLbfgsTest::rosenbrock, start, filled(5, -2), filled(5, 2), options);
        var second =
                BoxLbfgs.minimize(
                        BoxLbfgsTest::rosenbrock, start, filled(5, -2), filled(5, 2), options);
        assertArrayEquals(first.x(), second.x());
        assertEquals(first.evaluations(), second.evaluations());
    }

    @Test
    void rejectsBadInput() {
        BoxLbfgs.Objective f = separable(filled(2, 1), filled(2, 0));
        double[] two = filled(2, 0);
        assertThrows(
                IllegalArgumentException.class,
                () -> BoxLbfgs.minimize(f, two, filled(1, 0), two, TIGHT));
        assertThrows(
                IllegalArgumentException.class,
                () -> BoxLbfgs.minimize(f, two, filled(2, 1), two, TIGHT));
        assertThrows(
                IllegalArgumentException.class,
                () -> BoxLbfgs.minimize(f, two, filled(2, Double.NaN), two, TIGHT));
        assertThrows(
                IllegalArgumentException.class,
                () -> BoxLbfgs.minimize(f, filled(2, Double.NaN), two, two, TIGHT));
        assertThrows(IllegalArgumentException.class, () -> new BoxLbfgs.Options(1, 0, 1, 0, 0));
        assertThrows(
                IllegalArgumentException.class, () -> new BoxLbfgs.Options(1, 1, 1, Double.NaN, 0));
    }
}
