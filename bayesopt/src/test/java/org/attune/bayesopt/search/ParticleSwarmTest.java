package org.attune.bayesopt.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Constraint;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.acquisition.AcquisitionFunction;
import org.attune.bayesopt.surrogate.Axes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

class ParticleSwarmTest {
    private static final ParticleSwarm SWARM = new ParticleSwarm(40, 60);

    private static TuningProblem.Builder problem() {
        return TuningProblem.named("search").objective(Objective.minimize("seconds"));
    }

    private static Region region(TuningProblem problem) {
        return new Region(problem, Point.EMPTY, new Axes(problem.parameterSpace(), true));
    }

    private static TuningProblem plane() {
        return problem()
                .parameter(Parameter.real("x", 0, 1))
                .parameter(Parameter.real("y", 0, 1))
                .build();
    }

    private static AcquisitionFunction of(ToDoubleFunction<double[]> f) {
        return new AcquisitionFunction() {
            @Override
            public double value(double[] x) {
                return f.applyAsDouble(x);
            }

            @Override
            public double valueAndGradient(double[] x, double[] gradient) {
                throw new AssertionError("a swarm needs no gradient");
            }
        };
    }

    private static Optional<Search.Found> maximize(
            ToDoubleFunction<double[]> f, Region region, Predicate<double[]> fresh, long seed) {
        return SWARM.maximize(
                of(f), region, List.of(), fresh, new Seed(seed).generator("search", 0));
    }

    /** Rastrigin's function about (0.3, 0.6), with a local maximum on every tenth: 0 at the top. */
    private static double rugged(double[] x) {
        double sum = 0;
        double[] center = {0.3, 0.6};
        for (int d = 0; d < 2; d++) {
            double t = 10 * (x[d] - center[d]);
            sum += t * t + 3 * (1 - Math.cos(2 * Math.PI * t));
        }
        return -sum;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void findsTheTopAmongManyHills(long seed) {
        Search.Found found =
                maximize(ParticleSwarmTest::rugged, region(plane()), x -> true, seed).orElseThrow();
        assertArrayEquals(new double[] {0.3, 0.6}, found.x(), 1e-3);
        assertEquals(rugged(found.x()), found.value(), 0);
    }

    @Test
    void findsAMaximumInACorner() {
        Search.Found found =
                maximize(x -> x[0] - x[1], region(plane()), x -> true, 1).orElseThrow();
        assertArrayEquals(new double[] {1, 0}, found.x(), 0);
    }

    /** The best of 64 integers, 5 categories and a real together. */
    @Test
    void findsTheBestOfAMixedSpace() {
        TuningProblem mixed =
                problem()
                        .parameter(Parameter.integer("n", 1, 64))
                        .parameter(Parameter.categorical("c", List.of("a", "b", "c", "d", "e")))
                        .parameter(Parameter.real("x", 0, 1))
                        .build();
        Region region = region(mixed);
        ToDoubleFunction<double[]> f =
                x -> {
                    Point p = region.decode(x);
                    double n = (p.number("n") - 37) / 64;
                    double t = p.number("x") - 0.25;
                    return (p.get("c").equals("d") ? 1 : 0) - n * n - t * t;
                };
        Point best = region.decode(maximize(f, region, x -> true, 1).orElseThrow().x());
        assertEquals(37, best.number("n"), 0);
        assertEquals("d", best.get("c"));
        assertEquals(0.25, best.number("x"), 1e-3);
    }

    /** The maximum of x + y where x² + y² ≤ 1/2 is 1, at (½, ½). */
    @Test
    void staysWithinConstraints() {
        TuningProblem disc =
                problem()
                        .parameter(Parameter.real("x", 0, 1))
                        .parameter(Parameter.real("y", 0, 1))
                        .constraint(Constraint.of("disc", "x*x + y*y <= 0.5"))
                        .build();
        Region region = region(disc);
        Search.Found found = maximize(x -> x[0] + x[1], region, x -> true, 1).orElseThrow();
        assertTrue(region.admits(found.x()));
        assertEquals(1, found.value(), 1e-3);
    }

    @Test
    void returnsTheBestFreshPoint() {
        TuningProblem line = problem().parameter(Parameter.integer("n", 0, 9)).build();
        Region region = region(line);
        Predicate<double[]> fresh = x -> region.decode(x).number("n") < 7;
        Search.Found found = maximize(x -> x[0], region, fresh, 1).orElseThrow();
        assertEquals(6, region.decode(found.x()).number("n"), 0);
        assertTrue(maximize(x -> x[0], region, x -> false, 1).isEmpty(), "nothing is fresh");
    }

    @Test
    void survivesFunctionsWithoutWorth() {
        for (double worth : new double[] {Double.NEGATIVE_INFINITY, 0}) {
            Search.Found found = maximize(x -> worth, region(plane()), x -> true, 1).orElseThrow();
            assertTrue(found.x()[0] >= 0 && found.x()[0] <= 1);
        }
    }

    @Test
    void equalSeedsGiveEqualPoints() {
        ToDoubleFunction<double[]> f = x -> -Math.abs(x[0] - 0.123) - Math.abs(x[1] - 0.7);
        double[] first = maximize(f, region(plane()), x -> true, 1).orElseThrow().x();
        double[] again = maximize(f, region(plane()), x -> true, 1).orElseThrow().x();
        double[] other = maximize(f, region(plane()), x -> true, 2).orElseThrow().x();
        assertArrayEquals(first, again, 0);
        assertNotEquals(first[0], other[0]);
    }

    @Test
    void anEmptySwarmIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> new ParticleSwarm(0, 5));
        assertThrows(IllegalArgumentException.class, () -> new ParticleSwarm(5, -1));
    }
}
