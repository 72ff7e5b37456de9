package org.attune.bayesopt.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
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
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** What every search must do, on functions whose maxima are known. */
class SearchesTest {
    /** A search, and how close it comes to a maximum along a real axis. */
    private record Subject(Search search, double close) {
        @Override
        public String toString() {
            return search.getClass().getSimpleName();
        }
    }

    static Stream<Subject> searches() {
        return Stream.of(
                new Subject(new MixedSearch(), 1e-3),
                new Subject(ParticleSwarm.standard(), 1e-3),
                new Subject(new CovarianceAdaptation(10_000), 1e-3),
                new Subject(new GeneticSearch(100, 100), 0.01),
                new Subject(MultiStart.standard(), 1e-3),
                new Subject(new DualAnnealing(10_000), 1e-3));
    }

    private static TuningProblem.Builder problem() {
        return TuningProblem.named("search").objective(Objective.minimize("seconds"));
    }

    private static TuningProblem.Builder plane() {
        return problem().parameter(Parameter.real("x", 0, 1)).parameter(Parameter.real("y", 0, 1));
    }

    private static Region region(TuningProblem.Builder problem) {
        TuningProblem built = problem.build();
        return new Region(built, Point.EMPTY, new Axes(built.parameterSpace(), false));
    }

    /** A function whose derivatives along real axes are taken by differences. */
    private static AcquisitionFunction of(ToDoubleFunction<double[]> f, Region region) {
        return new AcquisitionFunction() {
            @Override
            public double value(double[] x) {
                return f.applyAsDouble(x);
            }

            @Override
            public double valueAndGradient(double[] x, double[] gradient) {
                for (int d = 0; d < x.length; d++) {
                    double[] up = x.clone();
                    double[] down = x.clone();
                    up[d] += 1e-6;
                    down[d] -= 1e-6;
                    gradient[d] =
                            region.axes().isDiscrete(d)
                                    ? 0
                                    : (f.applyAsDouble(up) - f.applyAsDouble(down)) / 2e-6;
                }
                return value(x);
            }
        };
    }

    private static Optional<Search.Found> maximize(
            Subject subject,
            ToDoubleFunction<double[]> f,
            Region region,
            Predicate<double[]> fresh,
            long seed) {
        return subject.search()
                .maximize(
                        of(f, region),
                        region,
                        List.of(),
                        fresh,
                        new Seed(seed).generator("search", 0));
    }

    /** A hill of height 1 at (0.72, 0.31) beside one of 0.8 that is twice as wide. */
    private static double hills(double[] x) {
        double near = Math.pow(x[0] - 0.72, 2) + Math.pow(x[1] - 0.31, 2);
        double wide = Math.pow(x[0] - 0.2, 2) + Math.pow(x[1] - 0.8, 2);
        return Math.exp(-near / 0.02) + 0.8 * Math.exp(-wide / 0.08);
    }

    @ParameterizedTest
    @MethodSource("searches")
    void findsTheHigherOfTwoHills(Subject subject) {
        for (long seed = 1; seed <= 5; seed++) {
            Search.Found found =
                    maximize(subject, SearchesTest::hills, region(plane()), x -> true, seed)
                            .orElseThrow();
            assertArrayEquals(new double[] {0.72, 0.31}, found.x(), subject.close());
            assertEquals(hills(found.x()), found.value(), 0);
        }
    }

    @ParameterizedTest
    @MethodSource("searches")
    void findsAMaximumInACorner(Subject subject) {
        Search.Found found =
                maximize(subject, x -> x[0] - x[1], region(plane()), x -> true, 1).orElseThrow();
        assertArrayEquals(new double[] {1, 0}, found.x(), subject.close());
    }

    private static TuningProblem.Builder mixed() {
        return problem()
                .parameter(Parameter.integer("n", 1, 64))
                .parameter(Parameter.categorical("c", List.of("a", "b", "c", "d", "e")))
                .parameter(Parameter.real("x", 0, 1));
    }

    /** Best at n = 37, c = d, x = 0.25. */
    private static double worth(Point p) {
        double n = (p.number("n") - 37) / 64;
        double t = p.number("x") - 0.25;
        return (p.get("c").equals("d") ? 0.1 : 0) - n * n - t * t;
    }

    @ParameterizedTest
    @MethodSource("searches")
    void findsTheBestOfAMixedSpace(Subject subject) {
        Region region = region(mixed());
        for (long seed = 1; seed <= 3; seed++) {
            Search.Found found =
                    maximize(subject, x -> worth(region.decode(x)), region, x -> true, seed)
                            .orElseThrow();
            Point best = region.decode(found.x());
            assertEquals(37, best.number("n"), 0);
            assertEquals("d", best.get("c"));
            assertEquals(0.25, best.number("x"), subject.close());
            assertArrayEquals(region.encode(best), found.x(), 0, "canonical");
        }
    }

    /** With n x ≤ 5 and d forbidden the best is n = 37, c another one, x = 5/37. */
    @ParameterizedTest
    @MethodSource("searches")
    void staysWithinConstraints(Subject subject) {
        Region region =
                region(
                        mixed().constraint(Constraint.of("product", "n * x <= 5"))
                                .constraint(Constraint.of("no d", "c != 'd'")));
        Search.Found found =
                maximize(subject, x -> worth(region.decode(x)), region, x -> true, 1).orElseThrow();
        double best = 0;
        for (int n = 1; n <= 64; n++) {
            double x = Math.min(0.25, 5.0 / n);
            best = n == 1 ? worth(n, x) : Math.max(best, worth(n, x));
        }
        assertTrue(region.admits(found.x()));
        assertEquals(best, found.value(), 5e-3);
    }

    private static double worth(int n, double x) {
        return worth(Point.of(Map.of("n", (long) n, "c", "a", "x", x)));
    }

    @ParameterizedTest
    @MethodSource("searches")
    void returnsTheBestFreshPoint(Subject subject) {
        Region region = region(problem().parameter(Parameter.integer("n", 0, 9)));
        Predicate<double[]> fresh = x -> region.decode(x).number("n") < 7;
        Search.Found found = maximize(subject, x -> x[0], region, fresh, 1).orElseThrow();
        assertEquals(6, region.decode(found.x()).number("n"), 0);
        assertTrue(maximize(subject, x -> x[0], region, x -> false, 1).isEmpty(), "none is fresh");
    }

    @ParameterizedTest
    @MethodSource("searches")
    void survivesFunctionsWithoutWorth(Subject subject) {
        for (double worth : new double[] {Double.NEGATIVE_INFINITY, 0}) {
            maximize(subject, x -> worth, region(plane()), x -> true, 1)
                    .ifPresent(f -> assertEquals(worth, f.value(), 0));
        }
    }

    /** The hill lies outside the box; the best within it is the corner next to the hill. */
    @ParameterizedTest
    @MethodSource("searches")
    void staysInABox(Subject subject) {
        var box = new TrustRegion(new double[] {0.4, 0.4}, new double[] {0.65, 0.5});
        Region region = region(plane()).within(box);
        Search.Found found =
                maximize(subject, SearchesTest::hills, region, x -> true, 1).orElseThrow();
        assertTrue(box.contains(found.x()));
        assertEquals(hills(new double[] {0.65, 0.4}), found.value(), subject.close());
    }

    @ParameterizedTest
    @MethodSource("searches")
    void equalSeedsGiveEqualPoints(Subject subject) {
        Region region = region(mixed());
        ToDoubleFunction<double[]> f = x -> worth(region.decode(x));
        double[] first = maximize(subject, f, region, x -> true, 1).orElseThrow().x();
        double[] again = maximize(subject, f, region, x -> true, 1).orElseThrow().x();
        assertArrayEquals(first, again, 0);
    }

    /** What is returned is no worse than where the search starts. */
    @ParameterizedTest
    @MethodSource("searches")
    void startsAtTheIncumbents(Subject subject) {
        double[] incumbent = {0.72, 0.31};
        Region region = region(plane());
        Search.Found found =
                subject.search()
                        .maximize(
                                of(SearchesTest::hills, region),
                                region,
                                List.of(incumbent),
                                x -> true,
                                new Seed(1).generator("search", 0))
                        .orElseThrow();
        assertTrue(found.value() >= hills(incumbent) - 1e-6, "%s".formatted(found.value()));
    }

    @Test
    void sizesThatFindNothingAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new CovarianceAdaptation(0));
        assertThrows(IllegalArgumentException.class, () -> new GeneticSearch(1, 5));
        assertThrows(IllegalArgumentException.class, () -> new GeneticSearch(5, -1));
        assertThrows(IllegalArgumentException.class, () -> new MultiStart(0));
        assertThrows(IllegalArgumentException.class, () -> new DualAnnealing(0));
    }

    /** Multiples of 64 are worth more; of these 576 is the best of a million. */
    @Test
    void anAlignedRegionIsSearchedForMultiples() {
        Parameter.Int size = Parameter.integer("size", 1, 1_000_000);
        Region region = region(problem().parameter(size).parameter(Parameter.real("x", 0, 1)));
        ToDoubleFunction<double[]> worth =
                x -> {
                    long value = size.decode(x[0]);
                    double off = (value - 600) / 1e6;
                    return (value % 64 == 0 ? 1 : 0) - 1e3 * off * off - Math.pow(x[1] - 0.3, 2);
                };
        var subject = new Subject(new MixedSearch(), 1e-3);
        for (long seed = 1; seed <= 5; seed++) {
            Search.Found found =
                    maximize(subject, worth, region.aligned(), x -> true, seed).orElseThrow();
            assertEquals(576L, size.decode(found.x()[0]));
            Region held = region.aligned().holding(Point.of("size", 601L));
            Search.Found beside = maximize(subject, worth, held, x -> true, seed).orElseThrow();
            assertEquals(601L, size.decode(beside.x()[0]));
        }
    }
}
