package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

class AdmissibleSamplerTest {
    private static TuningProblem.Builder named(String name) {
        return TuningProblem.named(name).objective(Objective.minimize("seconds"));
    }

    private static AdmissibleSampler sampler(TuningProblem.Builder builder) {
        return new AdmissibleSampler(builder.build(), Point.EMPTY);
    }

    private static TuningProblem.Builder grid() {
        return named("grid")
                .parameter(Parameter.integer("p", 1, 64))
                .parameter(Parameter.integer("q", 1, 64).log())
                .parameter(Parameter.integer("threads", 1, 64))
                .constraint(Constraint.of("cores", "p*q*threads == 64"));
    }

    /** All that enumeration finds, and nothing else, comes out of draws and of the list. */
    private static void assertFindsAll(TuningProblem problem, Point task, int draws) {
        var sampler = new AdmissibleSampler(problem, task);
        Set<Point> expected = new HashSet<>(problem.parameterSpace().points(30_000).orElseThrow());
        expected.removeIf(p -> !problem.admits(task, p));
        assertFalse(expected.isEmpty());
        var random = new Seed(1).generator("test", 0);
        Set<Point> drawn = new HashSet<>();
        for (int i = 0; i < draws; i++) {
            drawn.add(sampler.draw(random).configuration().orElseThrow());
        }
        assertEquals(expected, drawn);
        List<Point> all = sampler.all(expected.size(), 1_000_000).orElseThrow();
        assertEquals(expected.size(), all.size());
        assertEquals(expected, new HashSet<>(all));
        assertTrue(sampler.all(expected.size() - 1, 1_000_000).isEmpty());
        Set<Point> wanted = new HashSet<>(expected);
        while (!wanted.isEmpty()) {
            var found = sampler.draw(wanted::contains, AdmissibleSampler.PATIENCE, random);
            assertTrue(wanted.remove(found.configuration().orElseThrow()));
        }
        var none = sampler.draw(wanted::contains, AdmissibleSampler.PATIENCE, random);
        assertEquals(new AdmissibleSampler.Found(Optional.empty(), true), none);
    }

    // 2^6 in three factors: 8*7/2 = 28 ways
    @Test
    void findsTheFactorsOf64() {
        var few =
                named("few")
                        .parameter(Parameter.integer("p", 1, 30))
                        .parameter(Parameter.integer("q", 1, 30).log())
                        .parameter(Parameter.ordinal("r", List.of(1, 2, 4, 8, 16, 32)))
                        .constraint(Constraint.of("cores", "p*q*r == 64"));
        assertFindsAll(few.build(), Point.EMPTY, 500);
        assertEquals(28, sampler(grid()).all(100, 50_000).orElseThrow().size());
    }

    @Test
    void respectsConditions() {
        var problem =
                named("conditional")
                        .parameter(Parameter.categorical("solver", List.of("amg", "cg", "lu")))
                        .parameter(Parameter.integer("levels", 1, 8).activeIf("solver == 'amg'"))
                        .parameter(Parameter.integer("smooth", 1, 5).activeIf("levels % 3 == 0"))
                        .parameter(Parameter.ordinal("block", List.of(8, 16, 32)))
                        .constraint(Constraint.of("few", "levels*smooth == block/8"))
                        .constraint(Constraint.of("cg", "solver != 'lu' or block == 16"))
                        .build();
        assertFindsAll(problem, Point.EMPTY, 2000);
    }

    @Test
    void respectsDerivedValuesConstantsAndTasks() {
        var problem =
                named("derived")
                        .task(Parameter.integer("n", 1, 100))
                        .task(Parameter.integer("m", 1, 9).activeIf("n > 50"))
                        .parameter(Parameter.integer("a", 0, 30))
                        .parameter(Parameter.integer("b", 0, 6))
                        .constant("limit", 4)
                        .derived("quotient", "n/(a - limit)")
                        .derived("whole", "quotient // 1")
                        .constraint(Constraint.of("whole", "whole == quotient"))
                        .constraint(Constraint.of("sum", "a + b == m or whole + b == 7"))
                        .build();
        assertFindsAll(problem, Point.of("n", 24), 2000);
        assertFindsAll(problem, Point.of("n", 60, "m", 8), 500);
    }

    @Test
    void testsPredicatesPointByPoint() {
        var problem =
                named("predicate")
                        .parameter(Parameter.integer("a", 1, 40))
                        .parameter(Parameter.integer("b", 1, 40))
                        .constraint(
                                Constraint.of("p", c -> c.configuration().number("a") % 13 == 0))
                        .constraint(Constraint.of("e", "a + b == 45"))
                        .build();
        assertFindsAll(problem, Point.EMPTY, 200);
    }

    /** A strip of width 1e-9 around a curve in three dimensions. */
    @Test
    void findsThinRegionsOfReals() {
        var builder =
                named("thin")
                        .parameter(Parameter.real("x", 0, 1))
                        .parameter(Parameter.real("y", 1e-3, 10).log())
                        .parameter(Parameter.integer("n", 1, 1_000_000_000))
                        .constraint(Constraint.of("thin", "abs(x*y - 0.5) < 1e-9"))
                        .constraint(Constraint.of("large", "n*x > 4e8 and n % 7 == 3"));
        var problem = builder.build();
        var sampler = sampler(builder);
        var random = new Seed(1).generator("test", 0);
        Set<Point> found = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            Point point = sampler.draw(random).configuration().orElseThrow();
            assertTrue(problem.admits(Point.EMPTY, point));
            found.add(point);
        }
        assertEquals(20, found.size());
        assertTrue(sampler.all(1_000_000, 1_000_000).isEmpty());
    }

    @Test
    void provesThatThereIsNone() {
        var random = new Seed(1).generator("test", 0);
        var none = new AdmissibleSampler.Found(Optional.empty(), true);
        assertEquals(none, sampler(grid().constraint(Constraint.of("c", "p == 3"))).draw(random));
        assertEquals(none, sampler(grid().constraint(Constraint.of("c", "p > 64"))).draw(random));
        assertEquals(
                Optional.of(List.of()),
                sampler(grid().constraint(Constraint.of("c", "p == 3"))).all(5, 50_000));
        var reals =
                named("reals")
                        .parameter(Parameter.real("x", 0, 1))
                        .parameter(Parameter.real("y", 0, 1))
                        .constraint(Constraint.of("a", "x > y + 0.01"))
                        .constraint(Constraint.of("b", "x < y"));
        assertEquals(none, sampler(reals).draw(random));
    }

    /** It ends, and claims nothing: ranges do not tell that both sides are the same. */
    @Test
    void givesUpWhereItCanNeitherFindNorProve() {
        var reals =
                named("reals")
                        .parameter(Parameter.real("x", 0, 1))
                        .parameter(Parameter.real("y", 0, 1))
                        .constraint(Constraint.of("never", "x*y != y*x"));
        var predicate =
                named("predicate")
                        .parameter(Parameter.integer("n", 1, 1L << 50))
                        .constraint(Constraint.of("none", c -> false));
        var random = new Seed(1).generator("test", 0);
        var given = new AdmissibleSampler.Found(Optional.empty(), false);
        assertEquals(given, sampler(reals).draw(p -> true, 3000, random));
        assertEquals(given, sampler(predicate).draw(p -> true, 3000, random));
    }

    @Test
    void staysWithinBounds() {
        var space = grid().build().parameterSpace();
        var sampler = sampler(grid());
        double[] lower = space.encode(Point.of("p", 3L, "q", 2L, "threads", 1L));
        double[] upper = space.encode(Point.of("p", 20L, "q", 2L, "threads", 64L));
        var random = new Seed(1).generator("test", 0);
        Set<Long> p = new HashSet<>();
        for (int i = 0; i < 60; i++) {
            Point point =
                    sampler.draw(lower, upper, c -> true, 1000, random)
                            .configuration()
                            .orElseThrow();
            assertEquals(2L, point.get("q"));
            p.add((Long) point.get("p"));
        }
        assertEquals(Set.of(4L, 8L, 16L), p);
        upper[0] = lower[0];
        assertTrue(sampler.draw(lower, upper, c -> true, 1000, random).complete());
    }

    @Test
    void theGeneratorDecides() {
        var first = sequence(1);
        assertEquals(first, sequence(1));
        assertNotEquals(first, sequence(2));
    }

    private static List<Point> sequence(long seed) {
        var sampler = sampler(grid());
        var random = new Seed(seed).generator("test", 0);
        var points = new ArrayList<Point>();
        for (int i = 0; i < 30; i++) {
            points.add(sampler.draw(random).configuration().orElseThrow());
        }
        return points;
    }

    /** Where nothing is constrained, each value comes as often as the others. */
    @Test
    void isUniformWithoutConstraints() {
        var sampler = sampler(named("free").parameter(Parameter.integer("n", 0, 3)));
        int[] count = new int[4];
        var random = new Seed(1).generator("test", 0);
        for (int i = 0; i < 4000; i++) {
            count[
                    ((Long) sampler.draw(random).configuration().orElseThrow().get("n"))
                            .intValue()]++;
        }
        for (int c : count) {
            assertEquals(1000, c, 150); // five standard deviations are 137
        }
    }
}
