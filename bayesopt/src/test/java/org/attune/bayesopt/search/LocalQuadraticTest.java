package org.attune.bayesopt.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Constraint;
import org.attune.api.Generator;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.Surrogate;
import org.attune.bayesopt.surrogate.SurrogateFitter;
import org.attune.bayesopt.surrogate.SurrogateSettings;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

class LocalQuadraticTest {
    private static final double[] CENTER = {0.3, 0.6, 0.45};

    private static TuningProblem.Builder reals(int count) {
        TuningProblem.Builder problem =
                TuningProblem.named("p").objective(Objective.minimize("seconds"));
        for (int d = 0; d < count; d++) {
            problem.parameter(Parameter.real("x" + d, 0, 1));
        }
        return problem;
    }

    private static Region region(TuningProblem.Builder problem) {
        TuningProblem built = problem.build();
        return new Region(built, Point.EMPTY, new Axes(built.parameterSpace(), false));
    }

    private static Dataset sampled(Region region, int count, ToDoubleFunction<double[]> f) {
        Generator random = new Seed(5).generator("places", 0);
        double[][] x = new double[count][];
        Arrays.setAll(x, i -> region.sample(random, 1000).orElseThrow());
        return new Dataset(x, Arrays.stream(x).mapToDouble(f).toArray());
    }

    private static Dataset with(Dataset data, double[] x, double y) {
        var places = new ArrayList<>(Arrays.asList(data.x()));
        places.add(x);
        double[] outputs = Arrays.copyOf(data.y(), data.size() + 1);
        outputs[data.size()] = y;
        return new Dataset(places.toArray(double[][]::new), outputs);
    }

    private static Surrogate fitted(Region region, Dataset data) {
        return new SurrogateFitter(
                        LinearAlgebra.best(),
                        region.axes(),
                        SurrogateSettings.standard(),
                        Priors.informative(region.axes(), true),
                        new Seed(1))
                .fit(data)
                .orElseThrow();
    }

    private static Optional<Search.Found> least(Region region, Surrogate surrogate, Dataset data) {
        return LocalQuadratic.least(region, surrogate, data, true);
    }

    private static Optional<double[]> least(Region region, Dataset data) {
        return least(region, fitted(region, data), data).map(Search.Found::x);
    }

    /** Smooth and not quadratic: 1 at its minimum, with axes that depend on each other. */
    private static double bowl(double[] x) {
        double sum = 1;
        for (int d = 0; d < CENTER.length; d++) {
            sum += (1 + 3 * d) * (Math.cosh(2 * (x[d] - CENTER[d])) - 1);
        }
        return sum + 1.5 * (x[0] - CENTER[0]) * (x[1] - CENTER[1]);
    }

    /** A process of its own accord ends at about 1e-8. */
    @Test
    void aFewTrialsGiveTheDigits() {
        Region region = region(reals(3));
        Dataset data = sampled(region, 25, LocalQuadraticTest::bowl);
        assertTrue(data.smallest() > 1.01, "" + data.smallest());
        for (int i = 0; i < 15; i++) {
            double[] x = least(region, data).orElseThrow();
            data = with(data, x, bowl(x));
        }
        assertEquals(1, data.smallest(), 1e-12);
    }

    /** Near enough trials tell the curvature, whatever the surrogate knows of it. */
    @Test
    void aQuadraticIsLeastAtItsMinimum() {
        Region region = region(reals(3));
        Surrogate doubtful = fitted(region, sampled(region, 30, x -> quadratic(x, 8, 5, 2)));
        Dataset data = sampled(region, 12, x -> quadratic(x, 5, 8, -1));
        Generator random = new Seed(6).generator("near", 0);
        for (int i = 0; i < 20; i++) {
            double[] x = CENTER.clone();
            for (int d = 0; d < x.length; d++) {
                x[d] += 0.02 * (random.nextDouble() - 0.5);
            }
            data = with(data, x, quadratic(x, 5, 8, -1));
        }
        Search.Found found = least(region, doubtful, data).orElseThrow();
        assertArrayEquals(CENTER, found.x(), 1e-6);
        double decrease = doubtful.warped(data.smallest()) - doubtful.warped(2);
        assertEquals(1, found.value() / decrease, 0.01); // the warp is not straight
    }

    /** 2 at its minimum. */
    private static double quadratic(double[] x, double a, double b, double c) {
        double u = x[0] - CENTER[0];
        double v = x[1] - CENTER[1];
        return 2 + a * u * u + b * v * v + 6 * Math.pow(x[2] - CENTER[2], 2) + c * u * v;
    }

    /** Its minimum is at (0.95, -0.05), so in the unit square where y = 0 and x = (0.9 + 2) / 3. */
    @Test
    void aMinimumBeyondAFaceIsSoughtOnIt() {
        Region region = region(reals(2));
        ToDoubleFunction<double[]> f =
                x -> 1 + Math.pow(x[0] + x[1] - 0.9, 2) + 2 * Math.pow(x[0] - x[1] - 1, 2);
        var near = new TrustRegion(new double[] {0.8, 0}, new double[] {1, 0.2});
        Dataset data = sampled(region.within(near), 12, f);
        for (int i = 0; i < 6; i++) {
            Optional<double[]> x = least(region, data);
            if (x.isPresent()) {
                data = with(data, x.get(), f.applyAsDouble(x.get()));
            }
        }
        assertArrayEquals(new double[] {2.9 / 3, 0}, data.x()[data.best()], 1e-5);
    }

    /** Across the face there is no valley, and none is needed. */
    @Test
    void onAFaceThatSlopesPressAgainstOnlyTheOthersMove() {
        Region region = region(reals(2));
        ToDoubleFunction<double[]> f =
                x -> 3 - Math.pow(1.6 - x[0], 2) + Math.cosh(x[1] - 0.4) + x[0] * x[1] / 3;
        Dataset data = sampled(region, 12, f);
        for (double y : new double[] {0.1, 0.3, 0.37, 0.42, 0.5, 0.8}) {
            double[] x = {0, y};
            data = with(data, x, f.applyAsDouble(x));
        }
        for (int i = 0; i < 4; i++) {
            double[] x = least(region, data).orElseThrow();
            data = with(data, x, f.applyAsDouble(x));
        }
        assertArrayEquals(new double[] {0, 0.4}, data.x()[data.best()], 1e-6);
    }

    /** As long as something is expected of other places: it may be a valley that leads away. */
    @Test
    void whatIsPressedAgainstABoundMovesUnlessItMayStay() {
        Region region = region(reals(2));
        ToDoubleFunction<double[]> f = x -> 2 + x[0] - x[1];
        double[] corner = {0, 1};
        Dataset data = with(sampled(region, 15, f), corner, f.applyAsDouble(corner));
        Surrogate surrogate = fitted(region, data);
        assertTrue(LocalQuadratic.least(region, surrogate, data, true).isPresent());
        assertNotEquals(
                Optional.of(0.0),
                LocalQuadratic.least(region, surrogate, data, false).map(Search.Found::value));
    }

    @Test
    void nothingIsLeftInACornerThatSlopesPressInto() {
        Region region = region(reals(2));
        ToDoubleFunction<double[]> f = x -> 3 - Math.pow(1.6 - x[0], 2) - x[1] * (1 + x[1]);
        double[] corner = {0, 1};
        Dataset data = with(sampled(region, 15, f), corner, f.applyAsDouble(corner));
        Search.Found found = least(region, fitted(region, data), data).orElseThrow();
        assertArrayEquals(corner, found.x(), 0);
        assertEquals(0, found.value(), 0);
    }

    /** A bowl whose digits end at 2.4e-7, as those of a number near 2e9 do. */
    @Test
    void whatRoundingHidesIsNoDecrease() {
        Region region = region(reals(3));
        Dataset data = sampled(region, 25, x -> 2e9 + bowl(x));
        Search.Found found = null;
        for (int i = 0; i < 12; i++) {
            found = least(region, fitted(region, data), data).orElseThrow();
            data = with(data, found.x(), 2e9 + bowl(found.x()));
        }
        assertEquals(2e9 + 1, data.smallest(), 2e-6);
        assertEquals(0, found.value(), 0);
    }

    @Test
    void trialsOfOtherCategoriesSayNothing() {
        TuningProblem.Builder problem =
                reals(2).parameter(Parameter.categorical("solver", List.of("cg", "amg")));
        Region region = region(problem);
        ToDoubleFunction<double[]> f =
                x -> 1 + Math.pow(x[0] - 0.3, 2) + Math.pow(x[1] - 0.6, 2) + (x[2] > 0.5 ? 3 : 0);
        Dataset data = sampled(region, 24, f);
        Surrogate surrogate = fitted(region, data);
        double[] expected = least(region, surrogate, data).orElseThrow().x();
        double[] other = data.x()[data.best()].clone();
        other[2] = 1 - other[2];
        other[0] += 1e-3;
        Dataset more = with(data, region.canonical(other), 1000);
        assertArrayEquals(expected, least(region, surrogate, more).orElseThrow().x(), 0);
    }

    @Test
    void whatIsHeldStays() {
        Region region = region(reals(3)).holding(Point.of("x2", 0.45));
        Dataset data = sampled(region, 20, LocalQuadraticTest::bowl);
        assertEquals(0.45, least(region, data).orElseThrow()[2], 0);
    }

    @Test
    void thereIsNoneWithoutTrialsEnough() {
        Region region = region(reals(3));
        Surrogate surrogate = fitted(region, sampled(region, 20, LocalQuadraticTest::bowl));
        assertTrue(
                least(region, surrogate, sampled(region, 4, LocalQuadraticTest::bowl)).isEmpty());
        assertTrue(
                least(region, surrogate, sampled(region, 5, LocalQuadraticTest::bowl)).isPresent());
        assertTrue(least(region, surrogate, new Dataset(new double[0][], new double[0])).isEmpty());
    }

    @Test
    void thereIsNoneWithoutAValley() {
        Region region = region(reals(2));
        Dataset hill = sampled(region, 25, x -> 3 - Math.pow(x[0] - 0.5, 2) - x[1] * x[1]);
        assertTrue(least(region, hill).isEmpty());
    }

    @Test
    void thereIsNoneWithoutRealParameters() {
        Region region =
                region(
                        TuningProblem.named("p")
                                .parameter(Parameter.integer("n", 1, 30))
                                .objective(Objective.minimize("seconds")));
        Dataset data = sampled(region, 12, x -> Math.pow(x[0] - 0.4, 2));
        assertTrue(least(region, data).isEmpty());
    }

    /** Of 21 there would be 252 coefficients. */
    @Test
    void thereIsNoneOfMoreThanTwentyParameters() {
        for (int count : new int[] {20, 21}) {
            Region region = region(reals(count));
            Dataset data = sampled(region, 40, x -> Math.pow(x[0] - 0.4, 2) + x[1] * x[1]);
            assertEquals(count == 20, least(region, data).isPresent());
        }
    }

    /** Nearest to the center on the plane x0 + x1 + x2 = 1.65 is what is 0.1 more along each. */
    @Test
    void alongAConstraintItEndsWhereTheConstraintIsLowest() {
        Region region = region(reals(3).constraint(Constraint.of("sum", "x0 + x1 + x2 >= 1.65")));
        ToDoubleFunction<double[]> f = x -> quadratic(x, 6, 6, 0);
        Dataset data = sampled(region, 25, f);
        for (int i = 0; i < 15; i++) {
            Optional<double[]> x = least(region, data);
            assertTrue(x.isEmpty() || region.admits(x.get()));
            if (x.isPresent()) {
                data = with(data, x.get(), f.applyAsDouble(x.get()));
            }
        }
        assertArrayEquals(new double[] {0.4, 0.7, 0.55}, data.x()[data.best()], 1e-4);
        assertEquals(2 + 6 * 0.03, data.smallest(), 1e-7);
    }

    /** No step keeps the sum, so nobody knows whether digits are left. */
    @Test
    void thereIsNoneOnAnEquation() {
        Region region = region(reals(2).constraint(Constraint.of("sum", "x0 + x1 == 1")));
        Generator random = new Seed(5).generator("places", 0);
        double[][] x = new double[12][];
        Arrays.setAll(
                x,
                i -> {
                    double first = Math.scalb(Math.rint(Math.scalb(random.nextDouble(), 20)), -20);
                    return new double[] {first, 1 - first};
                });
        ToDoubleFunction<double[]> f = p -> Math.pow(p[0] - 0.7, 2) + 2 * Math.pow(p[1] - 0.8, 2);
        assertTrue(
                least(region, new Dataset(x, Arrays.stream(x).mapToDouble(f).toArray())).isEmpty());
    }
}
