package org.attune.benchmarks.problems;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Point;
import org.attune.api.Seed;
import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

class CategoryProblemsTest {
    private static Stream<DrawnProblem> all() {
        return Stream.of(
                        CategoryProblems.decide(),
                        CategoryProblems.report(),
                        ChoiceProblems.decide(),
                        ChoiceProblems.report())
                .flatMap(List::stream);
    }

    private static DrawnProblem named(String name) {
        return all().filter(p -> p.name().equals(name)).findFirst().orElseThrow();
    }

    private static Point switches(int count, String value) {
        Map<String, Object> values = new HashMap<>();
        for (int i = 0; i < count; i++) {
            values.put("b" + i, value);
        }
        return Point.of(values);
    }

    /** All couplings kept: no divergence, and the price of 24, by another sum than the first. */
    @Test
    void theWholeIsingModelDivergesNothingFromItself() {
        ToDoubleFunction<Point> ising = named("ising24").raw(3);
        assertEquals(0.24, ising.applyAsDouble(switches(24, "s1")), 1e-9);
        assertTrue(ising.applyAsDouble(switches(24, "s0")) > 0);
    }

    /** Barker's sequence of 13 is not of 30; of equal signs C_k is n - k. */
    @Test
    void equalSignsHaveTheLargestAutocorrelation() {
        double energy = 0;
        for (int k = 1; k < 30; k++) {
            energy += (30 - k) * (30 - k);
        }
        assertEquals(
                -900 / (2 * energy),
                named("labs30").raw(0).applyAsDouble(switches(30, "s1")),
                1e-12);
    }

    /** Prevention everywhere keeps nearly every run below the bound: 25 (1.01 - 0.05). */
    @Test
    void preventionEverywhereCostsItsPrice() {
        double all = named("contamination25").raw(1).applyAsDouble(switches(25, "s1"));
        assertEquals(25 * (1.01 - 0.05), all, 0.5);
        double none = named("contamination25").raw(1).applyAsDouble(switches(25, "s0"));
        assertTrue(none > 10 && none <= 25 * 0.95, "" + none);
    }

    @Test
    void withoutPesticideThePestSpreads() {
        double none = named("pests25").raw(1).applyAsDouble(switches(25, "s0"));
        assertTrue(none > 15 && none <= 25, "" + none);
    }

    @Test
    void everyInstanceHasItsOwnValuesAndRepeatsThem() {
        for (DrawnProblem problem : all().toList()) {
            Point p = problem.problem().parameterSpace().sample(new Seed(1).generator("p", 0));
            double value = problem.instance(1).applyAsDouble(p);
            assertTrue(Double.isFinite(value), problem.name());
            assertEquals(value, named(problem.name()).instance(1).applyAsDouble(p));
            if (!problem.name().equals("labs30")) {
                assertNotEquals(
                        problem.raw(1).applyAsDouble(p),
                        problem.raw(2).applyAsDouble(p),
                        problem.name());
            }
        }
    }

    /** 1 is the median of random configurations; the best that was found is 0. */
    @Test
    void instancesAreScaled() {
        DrawnProblem problem = named("fuse6");
        for (long seed = 0; seed < 3; seed++) {
            ToDoubleFunction<Point> instance = problem.instance(seed);
            double[] values =
                    RandomPoints.of(problem, seed, 2001).stream()
                            .mapToDouble(instance)
                            .sorted()
                            .toArray();
            assertEquals(1, values[1000], 0.15, "seed " + seed);
            assertTrue(values[0] > 0, "seed " + seed);
        }
    }
}
