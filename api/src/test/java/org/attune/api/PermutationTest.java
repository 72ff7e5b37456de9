package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.expression.ExpressionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

class PermutationTest {
    private static final List<String> LOOPS = List.of("i", "j", "k", "l");
    private static final Permutation ORDER = Parameter.permutation("order", LOOPS);

    private static TuningProblem ordering(List<String> items, String... constraints) {
        return problem(List.of(Parameter.permutation("order", items)), constraints);
    }

    private static TuningProblem problem(List<Parameter> parameters, String... constraints) {
        var builder = TuningProblem.named("loops").objective(Objective.minimize("seconds"));
        parameters.forEach(builder::parameter);
        for (int c = 0; c < constraints.length; c++) {
            builder.constraint(Constraint.of("c" + c, constraints[c]));
        }
        return builder.build();
    }

    private static List<String> letters(int count) {
        return IntStream.range(0, count).mapToObj(i -> "x" + i).toList();
    }

    @Test
    void valuesAreListsAndTexts() {
        assertEquals(List.of("k", "i", "j", "l"), ORDER.canonical("k,i,j,l"));
        assertEquals(List.of("k", "i", "j", "l"), ORDER.canonical(List.of("k", "i", "j", "l")));
        assertEquals(
                List.of("k", "i", "j", "l"), ORDER.separatedBy("").canonical("kijl"), "separator");
        assertEquals("k,i,j,l", ORDER.canonical("k,i,j,l").toString());
        assertEquals("k-i-j-l", ORDER.separatedBy("-").written(List.of("k", "i", "j", "l")));
        assertEquals(24, ORDER.size());
        assertEquals(2432902008176640000.0, Parameter.permutation("p", letters(20)).size());
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "i,j,k     | order: 'i,j,k' lacks l; every item of i,j,k,l must stand once.",
                "i,j,k,m   | order: 'm' is not one of its items i,j,k,l.",
                "i,j,k,k   | order: 'i,j,k,k' has 'k' twice; every item of i,j,k,l must stand"
                        + " once.",
                "i,j,k,l,i | order: 'i,j,k,l,i' has 'i' twice; every item of i,j,k,l must stand"
                        + " once."
            })
    void whatIsNoOrderIsRefused(String given, String message) {
        var e = assertThrows(IllegalArgumentException.class, () -> ORDER.canonical(given));
        assertEquals(message, e.getMessage());
        assertThrows(IllegalArgumentException.class, () -> ORDER.withDefault(given));
    }

    @Test
    void itemsAreDistinctAndAtLeastTwo() {
        for (List<String> items :
                List.of(List.of("i"), List.of("i", "i"), List.of("i", "a b"), List.of("i", ""))) {
            assertThrows(
                    IllegalArgumentException.class, () -> Parameter.permutation("order", items));
        }
    }

    /** All orders of four items come back from their numbers and from their keys. */
    @Test
    void everyOrderHasItsNumberAndItsKeys() {
        Space space = Space.of(List.of(Parameter.real("x", 0, 1), ORDER));
        assertEquals(5, space.dimension());
        var seen = new HashSet<List<String>>();
        for (int n = 0; n < 24; n++) {
            List<String> order = ORDER.at(n);
            seen.add(order);
            assertEquals(order, ORDER.decode(ORDER.encode(order)));
            Point point = space.canonical(Point.of("x", 0.25, "order", order));
            double[] unit = space.encode(point);
            assertEquals(point, space.decode(unit));
            assertArrayEquals(unit, space.encode(space.decode(unit)));
            for (int i = 0; i < 4; i++) {
                assertEquals((order.indexOf(LOOPS.get(i)) + 0.5) / 4, unit[1 + i]);
            }
        }
        assertEquals(24, seen.size());
        assertEquals(LOOPS, ORDER.at(0));
        assertEquals(24, Space.of(List.of(ORDER)).points(24).orElseThrow().size());
    }

    /** 24 000 draws: each order 1000 times on average, with a standard deviation of 31. */
    @Test
    void uniformKeysGiveEveryOrderTheSameChance() {
        Space space = Space.of(List.of(ORDER));
        var random = new Generator(3);
        var counts = new HashMap<Object, Integer>();
        for (int i = 0; i < 24_000; i++) {
            counts.merge(space.sample(random).get("order"), 1, Integer::sum);
        }
        assertEquals(24, counts.size());
        counts.values().forEach(c -> assertEquals(1000, c, 125)); // four deviations
    }

    @Test
    void axesArePositions() {
        Space space = Space.of(List.of(ORDER, Parameter.real("x", 0, 1)));
        assertEquals(
                List.of("order[i]", "order[j]", "order[k]", "order[l]", "x"),
                space.axes().stream().map(Parameter::name).toList());
        assertEquals(4, space.axis("x"));
        assertEquals("order", space.owner(3).name());
        assertEquals("x", space.owner(4).name());
        assertArrayEquals(new int[] {1, 0, 2, 3}, ORDER.positions(List.of("j", "i", "k", "l")));
        assertThrows(
                IllegalArgumentException.class,
                () -> Space.of(List.of(Parameter.real("x[1]", 0, 1))),
                "no user may call a parameter so");
    }

    @Test
    void aHeldOrderIsTheOnlyOne() {
        var problem =
                problem(List.of(ORDER, Parameter.real("x", 0, 1))).toBuilder()
                        .fix("order", "l,k,j,i")
                        .build();
        Point point = problem.parameterSpace().sample(new Generator(0));
        assertEquals(List.of("l", "k", "j", "i"), point.get("order"));
        assertEquals(5, problem.parameterSpace().dimension());
        assertEquals(
                point, problem.parameterSpace().decode(problem.parameterSpace().encode(point)));
        assertThrows(
                IllegalArgumentException.class,
                () -> problem.parameterSpace().canonical(Point.of("x", 0.5, "order", "i,j,k,l")));
    }

    @Test
    void theDescriptionComesBack() {
        List<Parameter> parameters =
                List.of(
                        ORDER.separatedBy("").withDefault("l,k,j,i"),
                        Parameter.permutation("stages", List.of("a", "b"))
                                .activeIf("position(order, 'i') == 0"));
        assertEquals(parameters, SpaceDescription.parameters(SpaceDescription.of(parameters)));
    }

    @Test
    void constraintsReadPositions() {
        var problem = ordering(LOOPS, "before(i, k)", "position(order, 'j') == 0");
        assertTrue(problem.admits(Point.EMPTY, Point.of("order", List.of("j", "i", "l", "k"))));
        assertFalse(problem.admits(Point.EMPTY, Point.of("order", List.of("j", "k", "i", "l"))));
        assertFalse(problem.admits(Point.EMPTY, Point.of("order", List.of("i", "j", "k", "l"))));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "before(order, 'i', 'm')  | 'm' is no item of 'order'",
                "before(i, m)             | 'm' is no item.",
                "position(ordre, 'i') == 0| 'ordre' is no permutation. Maybe you meant 'order'",
                "before(i, i)             | 'i' is never before itself",
                "before(i)                | before is written before(order, 'a', 'b') or before(a,"
                        + " b)",
                "position() == 0          | position is written position(order, 'a') or"
                        + " position(a)",
                "order == 'i,j,k,l'       | 'order' is an order of items",
                "position(i + 1) == 0     | unexpected '+'",
                "position(s) == 0         | 2 permutations have an item 's'. Maybe name one:"
                        + " position(a, 's')"
            })
    void aWrongConstraintIsRefused(String constraint, String message) {
        List<Parameter> parameters =
                List.of(
                        ORDER,
                        Parameter.permutation("a", List.of("s", "t")),
                        Parameter.permutation("b", List.of("s", "t")));
        var e = assertThrows(ExpressionException.class, () -> problem(parameters, constraint));
        assertTrue(e.getMessage().contains(message), e.getMessage());
    }

    /** By rejection 1 of 20! orders would be left. */
    @ParameterizedTest
    @ValueSource(ints = {2, 8, 20})
    void aChainOfConstraintsIsConstructed(int count) {
        List<String> items = letters(count);
        var constraints =
                IntStream.range(1, count)
                        .mapToObj(i -> "before(x%d, x%d)".formatted(i, i - 1))
                        .toArray(String[]::new);
        var sampler = new AdmissibleSampler(ordering(items, constraints), Point.EMPTY);
        for (int seed = 0; seed < 5; seed++) {
            Point point = sampler.draw(new Generator(seed)).configuration().orElseThrow();
            assertEquals(items.reversed(), point.get("order"));
        }
        assertEquals(1, sampler.all(10, 10_000).orElseThrow().size());
    }

    @Test
    void positionsAndPrecedencesTogetherAreConstructed() {
        List<String> items = letters(20);
        var problem =
                ordering(
                        items,
                        "position(x3) == 7",
                        "position(x4) == position(x5) + 1",
                        "before(x19, x0) and before(x0, x3)",
                        "position(x9) >= 18 or position(x9) <= 1",
                        "before(x10, x11)",
                        "before(x11, x12)",
                        "before(x12, x13)",
                        "before(x13, x14)");
        var sampler = new AdmissibleSampler(problem, Point.EMPTY);
        Set<Object> orders = new HashSet<>();
        for (int seed = 0; seed < 20; seed++) {
            Point point = sampler.draw(new Generator(seed)).configuration().orElseThrow();
            assertTrue(problem.admits(Point.EMPTY, point), point::toString);
            orders.add(point.get("order"));
        }
        assertEquals(20, orders.size(), "not always the same");
    }

    /** Of the 24 orders of four, those with i before j before k: 24 / 3!. */
    @Test
    void allAdmissibleOrdersAreListed() {
        var problem = ordering(LOOPS, "before(i, j)", "before(j, k)");
        var all = new AdmissibleSampler(problem, Point.EMPTY).all(100, 10_000).orElseThrow();
        assertEquals(4, all.size());
        all.forEach(p -> assertTrue(problem.admits(Point.EMPTY, p)));
    }

    @Test
    void aContradictionIsProved() {
        var problem = ordering(LOOPS, "before(i, j)", "before(j, k)", "position(k) == 1");
        var found = new AdmissibleSampler(problem, Point.EMPTY).draw(new Generator(0));
        assertTrue(found.complete());
        assertTrue(found.configuration().isEmpty());
    }

    @Test
    void aConditionalOrderAndAConditionOnAnOrder() {
        List<Parameter> parameters =
                List.of(
                        Parameter.permutation("order", LOOPS).activeIf("tile == 'yes'"),
                        Parameter.categorical("tile", List.of("yes", "no")),
                        Parameter.integer("unroll", 1, 4).activeIf("position(l) == 3"));
        Space space = Space.of(parameters);
        assertEquals(
                Map.of("tile", "no"),
                space.canonical(Point.of("tile", "no", "order", "i,j,k,l")).values());
        assertEquals(
                Map.of("tile", "yes", "order", List.of("i", "j", "k", "l"), "unroll", 2L),
                space.canonical(Point.of("tile", "yes", "order", "i,j,k,l", "unroll", 2)).values());
        assertEquals(
                Map.of("tile", "yes", "order", List.of("l", "j", "k", "i")),
                space.canonical(Point.of("tile", "yes", "order", "l,j,k,i", "unroll", 2)).values());
        // 6 orders end with l, each with 4 values of unroll; 18 do not; and one without an order
        assertEquals(6 * 4 + 18 + 1, space.configurations().orElseThrow());
        assertEquals(43, space.points(1000).orElseThrow().size());
        var problem = problem(parameters, "before(k, i)");
        var sampler = new AdmissibleSampler(problem, Point.EMPTY);
        for (int seed = 0; seed < 20; seed++) {
            Point point = sampler.draw(new Generator(seed)).configuration().orElseThrow();
            assertTrue(problem.admits(Point.EMPTY, point), point::toString);
        }
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () ->
                        TuningProblem.named("p")
                                .task(ORDER)
                                .parameter(Parameter.real("x", 0, 1))
                                .objective(Objective.minimize("y"))
                                .build());
        assertThrows(IllegalArgumentException.class, () -> Belief.of(ORDER, List.of("i,j,k,l")));
        assertFalse(TunerAbilities.USUAL.kinds().contains(TunerAbilities.Kind.PERMUTATION));
    }
}
