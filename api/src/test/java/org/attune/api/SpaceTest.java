package org.attune.api;

import static org.attune.api.ParameterTest.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class SpaceTest {
    /**
     * solver -> levels (only amg) -> smoother (only with more than 2 levels); the leaf stands
     * first.
     */
    private static final Space NESTED =
            Space.of(
                    List.of(
                            Parameter.categorical("smoother", List.of("jacobi", "sor"))
                                    .activeIf("levels > 2"),
                            Parameter.integer("levels", 1, 4).activeIf("solver == 'amg'"),
                            Parameter.categorical("solver", List.of("amg", "cg"))));

    /** cg, amg with 1 or 2 levels, amg with 3 or 4 levels and one of two smoothers: 1 + 2 + 4. */
    @Test
    void inactiveParametersDoNotMultiply() {
        assertEquals(7, NESTED.configurations().orElseThrow());
        assertEquals(7, NESTED.points(100).orElseThrow().size());
        assertEquals(2 * 4 * 2, NESTED.size());
    }

    @Test
    void whatConditionsDoNotTieTogetherMultiplies() {
        var parameters = new ArrayList<Parameter>(NESTED.parameters());
        parameters.add(Parameter.integer("tile", 1, 1 << 30));
        parameters.add(Parameter.categorical("pin", List.of("yes", "no")));
        parameters.add(Parameter.integer("core", 0, 7).activeIf("pin == 'yes'"));
        assertEquals(7.0 * (1 << 30) * 9, Space.of(parameters).configurations().orElseThrow());
        parameters.add(Parameter.real("share", 0, 1).activeIf("pin == 'maybe'")); // never
        assertEquals(7.0 * (1 << 30) * 9, Space.of(parameters).configurations().orElseThrow());
        parameters.add(Parameter.real("factor", 0, 1).activeIf("core > 5"));
        assertEquals(Double.POSITIVE_INFINITY, Space.of(parameters).configurations().orElseThrow());
    }

    @Test
    void countingGivesUpWhereConditionsReadTooMuch() {
        var space =
                Space.of(
                        List.of(
                                Parameter.integer("a", 1, 1 << 20),
                                Parameter.integer("b", 1, 1 << 20).activeIf("a > 7"),
                                Parameter.integer("c", 1, 9).activeIf("b > 7")));
        assertTrue(space.configurations().isEmpty());
    }

    @Test
    void decodeAfterEncodeIsThePoint() {
        var random = new Seed(1).generator("space", 0);
        for (int i = 0; i < 1_000; i++) {
            Point point = NESTED.sample(random);
            assertEquals(point, NESTED.decode(NESTED.encode(point)));
            assertEquals(point, NESTED.canonical(point));
        }
    }

    @Test
    void inactiveParametersHaveNoValueWhereverTheyStand() {
        assertEquals(Point.of("solver", "cg"), NESTED.decode(new double[] {0.9, 0.9, 0.9}));
        assertEquals(
                Point.of("solver", "amg", "levels", 2),
                NESTED.decode(new double[] {0.9, 0.4, 0.1}));
        assertEquals(
                Point.of("solver", "amg", "levels", 4, "smoother", "sor"),
                NESTED.decode(new double[] {0.9, 0.9, 0.1}));
        assertArrayEquals(new double[] {0.5, 0.5, 0.75}, NESTED.encode(Point.of("solver", "cg")));
    }

    @Test
    void canonicalDropsInactiveValuesAndWantsActiveOnes() {
        assertEquals(
                Point.of("solver", "cg"),
                NESTED.canonical(Point.of("solver", "cg", "levels", 3, "smoother", "sor")));
        assertRefused(
                "No value is given for 'levels'.",
                () -> NESTED.canonical(Point.of("solver", "amg", "smoother", "sor")));
        assertRefused(
                "No value is given for 'solver'.", () -> NESTED.canonical(Point.of("levels", 3)));
        assertRefused(
                "No parameter is named 'slover'. Maybe you meant 'solver'."
                        + " Known are: smoother, levels, solver.",
                () -> NESTED.canonical(Point.of("slover", "cg")));
    }

    @Test
    void conditionsMayReadConstants() {
        var p = Parameter.integer("threads", 1, 4).activeIf("cores > 1");
        assertEquals(Point.EMPTY, Space.of(List.of(p), Map.of("cores", 1L)).decode(new double[1]));
        assertEquals(
                Point.of("threads", 1),
                Space.of(List.of(p), Map.of("cores", 2L)).decode(new double[1]));
    }

    @Test
    void aConditionThatCannotBeEvaluatedIsNotMet() {
        var space =
                Space.of(
                        List.of(
                                Parameter.integer("n", 0, 1),
                                Parameter.integer("k", 0, 1).activeIf("1 / n > 0")));
        assertEquals(Point.of("n", 0), space.decode(new double[] {0, 0}));
        assertEquals(Point.of("n", 1, "k", 0), space.decode(new double[] {1, 0}));
    }

    @Test
    void circularConditionsAreRefused() {
        assertRefused(
                "The conditions of a and b depend on each other in a circle.",
                () ->
                        Space.of(
                                List.of(
                                        Parameter.integer("a", 0, 1).activeIf("b == 1"),
                                        Parameter.integer("free", 0, 1),
                                        Parameter.integer("b", 0, 1).activeIf("a == 1"))));
        assertThrows(
                IllegalArgumentException.class,
                () -> Space.of(List.of(Parameter.integer("a", 0, 1).activeIf("a == 1"))));
    }

    @Test
    void unknownAndRepeatedNamesAreRefused() {
        var message =
                assertThrows(
                                IllegalArgumentException.class,
                                () ->
                                        Space.of(
                                                List.of(
                                                        Parameter.integer("a", 0, 1)
                                                                .activeIf("c == 1"))))
                        .getMessage();
        assertTrue(message.contains("'c'"), message);
        assertRefused(
                "Two parameters are named 'a'.",
                () -> Space.of(List.of(Parameter.real("a", 0, 1), Parameter.integer("a", 0, 1))));
    }

    @Test
    void theDefaultPointNeedsOnlyActiveDefaults() {
        var solver = Parameter.categorical("solver", List.of("amg", "cg"));
        var levels = Parameter.integer("levels", 1, 4).activeIf("solver == 'amg'");
        assertEquals(
                Optional.of(Point.of("solver", "cg")),
                Space.of(List.of(solver.withDefault("cg"), levels)).defaultPoint());
        assertEquals(
                Optional.empty(),
                Space.of(List.of(solver.withDefault("amg"), levels)).defaultPoint());
        assertEquals(Optional.empty(), Space.of(List.of()).defaultPoint());
    }

    @Test
    void sizeIsTheProduct() {
        assertEquals(16, NESTED.size());
        assertEquals(1, Space.of(List.of()).size());
        assertEquals(Double.POSITIVE_INFINITY, Space.of(List.of(Parameter.real("x", 0, 1))).size());
        assertTrue(NESTED.isConditional());
        assertFalse(Space.of(List.of(Parameter.real("x", 0, 1))).isConditional());
    }

    /** cg; amg with 1 or 2 levels; amg with 3 or 4 levels and two smoothers each: 1 + 2 + 4. */
    @Test
    void pointsAreListedOnceEach() {
        List<Point> points = NESTED.points(16).orElseThrow();
        assertEquals(7, points.size());
        assertEquals(7, new HashSet<>(points).size());
        for (Point p : points) {
            assertEquals(p, NESTED.canonical(p));
        }
        assertEquals(Optional.empty(), NESTED.points(15));
    }

    @Test
    void pointsOfOtherSpaces() {
        assertEquals(
                List.of(Point.of("x", 2.5, "n", 3), Point.of("x", 2.5, "n", 4)),
                Space.of(List.of(Parameter.real("x", 2.5, 2.5), Parameter.integer("n", 3, 4).log()))
                        .points(100)
                        .orElseThrow());
        assertEquals(Optional.empty(), Space.of(List.of(Parameter.real("x", 0, 1))).points(1_000));
        assertEquals(Optional.of(List.of(Point.EMPTY)), Space.of(List.of()).points(1));
    }

    @Test
    void theNumberOfCoordinatesMustMatch() {
        assertRefused(
                "2 coordinates are given for 3 parameters.", () -> NESTED.decode(new double[2]));
    }
}
