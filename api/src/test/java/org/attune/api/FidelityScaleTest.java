package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Map;

class FidelityScaleTest {
    private static final FidelityParameter GRID =
            FidelityParameter.integer("grid", 10, 36).withCost("grid**3");

    private static FidelityScale scale(FidelityParameter parameter) {
        return new FidelityScale(parameter, Map.of("c", 2L), new Machine(1, 4));
    }

    private static String message(FidelityParameter parameter) {
        return assertThrows(IllegalArgumentException.class, () -> scale(parameter)).getMessage();
    }

    @Test
    void aFidelityIsTheShareOfTheFullCost() {
        FidelityScale grid = scale(GRID);
        assertEquals(1 / 8.0, grid.of(18).value(), 1e-15);
        assertEquals(Fidelity.FULL, grid.of(36));
        assertEquals(1000.0 / 46656, grid.leastCost(), 1e-15);
        assertEquals(18L, grid.quantity(new Fidelity(1 / 8.0)));
        assertEquals(36L, grid.quantity(Fidelity.FULL));
    }

    /** Every value of a range, there and back, with a cost that rises or falls. */
    @ParameterizedTest
    @ValueSource(
            strings = {"grid", "grid**3", "5 + c*grid", "1/grid", "log(100/grid)", "cores*2**grid"})
    void integersComeBack(String cost) {
        FidelityScale grid = scale(FidelityParameter.integer("grid", 10, 36).withCost(cost));
        for (long q = 10; q <= 36; q++) {
            Fidelity share = grid.of(q);
            assertEquals(q, grid.quantity(share), cost);
            assertEquals(share, grid.canonical(share), cost);
        }
    }

    /** Real ones to eleven digits, and without the digits of the bisection. */
    @ParameterizedTest
    @ValueSource(strings = {"s", "s**3", "3 + s", "1/s", "-log(s/1000)"})
    void realsComeBack(String cost) {
        FidelityScale scale = scale(FidelityParameter.real("s", 0.1, 100).withCost(cost));
        for (double q : new double[] {0.1, 0.25, 1.0 / 3, 7, 18.5, 99.75, 100}) {
            double back = ((Number) scale.quantity(scale.of(q))).doubleValue();
            assertEquals(q, back, 1e-10 * q, cost);
        }
        assertEquals(18.5, scale(FidelityParameter.real("s", 1, 100)).quantity(new Fidelity(.185)));
    }

    @Test
    void theDearerEndIsTheFullRun() {
        FidelityScale tolerance =
                scale(FidelityParameter.real("tol", 1e-8, 1e-2).withCost("-log10(tol)"));
        assertEquals(1e-8, tolerance.quantity(Fidelity.FULL));
        assertEquals(0.25, tolerance.leastCost(), 1e-12);
    }

    @Test
    void betweenLevelsNothingIsRun() {
        FidelityScale grid = scale(GRID.withLevels(36, 10, 18));
        assertEquals(3, grid.levels().size());
        assertEquals(Fidelity.FULL, grid.levels().getLast());
        assertEquals(grid.of(18), grid.canonical(new Fidelity(0.125 * (1 + 1e-12))));
        String message =
                assertThrows(
                                IllegalArgumentException.class,
                                () -> grid.canonical(new Fidelity(0.2)))
                        .getMessage();
        assertEquals(
                "fidelity grid: no run costs the share 0.2 of a full one. Its levels are 10, 18,"
                        + " 36.",
                message);
        assertThrows(IllegalArgumentException.class, () -> grid.of(17));
    }

    /** As the line protocol describes it: levels and no bounds. */
    @Test
    void levelsNeedNoBounds() {
        FidelityScale s = scale(FidelityParameter.levels("s", 1 / 9.0, 1 / 3.0, 1).withCost("s"));
        assertEquals(
                List.of(1 / 9.0, 1 / 3.0, 1.0), s.levels().stream().map(Fidelity::value).toList());
        assertEquals(1 / 9.0, s.quantity(s.levels().getFirst()));
        assertEquals(2L, scale(FidelityParameter.levels("k", 2, 4)).quantity(new Fidelity(0.5)));
    }

    @Test
    void withoutBoundsAndLevelsItIsTheShareItself() {
        FidelityScale share = scale(FidelityParameter.share("part"));
        assertEquals(0.3, share.quantity(new Fidelity(0.3)));
        assertEquals(0.3, share.of(0.3).value());
        assertEquals(0, share.leastCost());
        assertTrue(share.levels().isEmpty());
        assertThrows(IllegalArgumentException.class, () -> share.of(0));
    }

    @Test
    void whatMakesNoSenseIsRefusedWithItsValue() {
        assertEquals(
                "fidelity grid: its cost at 10 is 0, but must be positive.",
                message(GRID.withCost("grid - 10")));
        assertTrue(
                message(GRID.withCost("(grid - 20)**2 + 1")).contains("neither rises nor falls"));
        assertTrue(message(GRID.withCost("gird**3")).contains("unknown name 'gird'"));
        assertEquals(
                "fidelity grid: the full run at 36 is not among the levels 10, 18. Maybe add it.",
                message(GRID.withLevels(10, 18)));
        for (Runnable wrong :
                List.<Runnable>of(
                        () -> FidelityParameter.integer("g", 36, 10),
                        () -> FidelityParameter.levels("g", 3),
                        () -> FidelityParameter.levels("g", 3, 3),
                        () -> GRID.withLevels(9, 36),
                        () -> GRID.withLevels(18.5, 36),
                        () -> FidelityParameter.real("g", 0, Double.NaN),
                        () -> FidelityParameter.share("g").withCost("g**2"))) {
            assertThrows(IllegalArgumentException.class, wrong::run);
        }
    }

    @Test
    void expressionsReadTheQuantity() {
        TuningProblem problem =
                TuningProblem.named("p")
                        .fidelity(GRID)
                        .parameter(Parameter.integer("block", 1, 64))
                        .constraint(Constraint.of("fits", "block <= grid"))
                        .derived("cells", "grid**3")
                        .objective(Objective.minimize("y"))
                        .derivedOutput("rate", "cells/y")
                        .build();
        Point block = Point.of("block", 20);
        var cheap = new Candidate(Point.EMPTY, block, problem.fidelity().get().of(18));
        assertEquals(18L, problem.values(cheap).get("grid"));
        assertEquals(5832L, problem.values(cheap).get("cells"));
        assertTrue(problem.admits(Point.EMPTY, block), "at full fidelity");
        assertEquals(1, problem.violated(cheap).size());
        var trial =
                new Trial(
                        1,
                        cheap,
                        Origin.of("x"),
                        Outcome.measured("y", 2),
                        Provenance.here(Effort.NONE));
        assertEquals(2916, problem.value(trial, "rate").orElseThrow());
        assertEquals(
                Map.of(
                        "name", "grid",
                        "type", "integer",
                        "lower_bound", 10L,
                        "upper_bound", 36L,
                        "cost", "grid**3"),
                problem.description().get("fidelity"));
        assertEquals(
                problem.fidelity().get().name(),
                problem.withModels(List.of()).fidelity().get().name());
    }

    /** Elsewhere the name is the parameter; the cost read the machine's number. */
    @Test
    void aCostReadsNoParameter() {
        TuningProblem.Builder problem =
                TuningProblem.named("p")
                        .parameter(Parameter.integer("cores", 1, 8))
                        .objective(Objective.minimize("seconds"));
        problem.fidelity(GRID).build();
        problem.fidelity(GRID.withCost("cores*grid"));
        assertEquals(
                "fidelity grid: its cost reads 'cores', which is no count of the machine in this"
                    + " problem, and a cost is one for all configurations. Maybe give it another"
                    + " name there, or leave it out here.",
                assertThrows(IllegalArgumentException.class, problem::build).getMessage());
    }
}
