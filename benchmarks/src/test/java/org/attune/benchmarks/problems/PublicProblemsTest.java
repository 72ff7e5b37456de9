package org.attune.benchmarks.problems;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Generator;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.junit.jupiter.api.Test;

/**
 * Values at known optima, from the literature or from an independent implementation's long search.
 */
class PublicProblemsTest {
    private static BenchmarkProblem problem(String name) {
        return PublicProblems.all().stream()
                .filter(p -> p.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Checks the value, and that no admissible point among 2000 random ones is better. */
    private static void assertOptimum(
            double expected, double tolerance, String name, int task, Object... namesAndValues) {
        BenchmarkProblem p = problem(name);
        Point point = p.problem().parameterSpace().canonical(Point.of(namesAndValues));
        var best = Candidate.of(p.tasks().get(task), point);
        assertTrue(p.problem().admits(best), best.toString());
        assertEquals(expected, p.truth().applyAsDouble(best), tolerance);
        Generator random = new Seed(1).generator(name, task);
        for (int i = 0; i < 2000; i++) {
            var other = Candidate.of(best.task(), p.problem().parameterSpace().sample(random));
            assertFalse(
                    p.problem().admits(other)
                            && p.truth().applyAsDouble(other) < expected - tolerance,
                    "%s beats the optimum".formatted(other));
        }
    }

    /**
     * At (π, 2.275) the parabola is 0 and the cosine -1: the value is 10/(8π), here to the digits
     * of 2.275.
     */
    @Test
    void branin() {
        assertOptimum(10 / (8 * Math.PI), 1e-6, "branin", 0, "x1", Math.PI, "x2", 2.275);
        assertOptimum(10 / (8 * Math.PI), 1e-6, "branin", 0, "x1", -Math.PI, "x2", 12.275);
    }

    @Test
    void hartmann6() {
        assertOptimum(
                -3.322368011415515,
                1e-12,
                "hartmann6",
                0,
                "x1",
                0.20168950824973028,
                "x2",
                0.15001069420827387,
                "x3",
                0.47687397415816485,
                "x4",
                0.27533242993738416,
                "x5",
                0.31165161591984414,
                "x6",
                0.6573005340645552);
    }

    /**
     * 20 + e - 20 - e at the origin; 20 + e - 20 exp(-0.2) - e at (1, ..., 1), where every cosine
     * is 1.
     */
    @Test
    void ackley5() {
        assertOptimum(0, 1e-14, "ackley5", 0, "x1", 0, "x2", 0, "x3", 0, "x4", 0, "x5", 0);
        assertEquals(
                20 - 20 * Math.exp(-0.2),
                TestFunctions.ackley(new double[] {1, 1, 1, 1, 1}),
                1e-14);
    }

    /** Zero at (1, 1, 1, 1); 3 at the origin; at (-1, 1, 1, 1) only (1 - x1)² = 4 is left. */
    @Test
    void rosenbrock4() {
        assertOptimum(0, 0, "rosenbrock4", 0, "x1", 1, "x2", 1, "x3", 1, "x4", 1);
        assertEquals(3, TestFunctions.rosenbrock(new double[4]));
        assertEquals(4, TestFunctions.rosenbrock(new double[] {-1, 1, 1, 1}));
    }

    @Test
    void demo() {
        assertOptimum(-0.26457760662032337, 1e-12, "demo", 0, "x", 0.4548290715471005);
        assertOptimum(-0.3233465760495859, 1e-12, "demo", 1, "x", 0.0430942826699659);
        assertOptimum(-0.40979284945366873, 1e-12, "demo", 2, "x", 0.10528893671331283);
        assertOptimum(-0.48912871741763536, 1e-12, "demo", 3, "x", 0.011232802472805913);
    }

    /** Twice, and with h3 = k0 seven times, the camel's minimum -1.031628453 over 10. */
    @Test
    void mixedFunctions() {
        Object[] two = {"h1", "cam", "h2", "k1", "x1", 0.04492100744, "x2", -0.35632820095};
        Object[] three = {
            "h1", "cam", "h2", "k1", "h3", "k0", "x1", 0.04492100698, "x2", -0.35632820262
        };
        assertOptimum(2 * -0.1031628453489877, 1e-12, "func2c", 0, two);
        assertOptimum(7 * -0.1031628453489877, 1e-12, "func3c", 0, three);
    }

    /** Rosenbrock's minimum is at (1, 1), Beale's at (3, 0.5), also within the mixed functions. */
    @Test
    void partsOfMixedFunctions() {
        assertEquals(0, TestFunctions.cocabo(0, 1, 1));
        assertEquals(0, TestFunctions.cocabo(2, 3, 0.5), 1e-15);
        assertEquals(1 / 300.0, TestFunctions.cocabo(0, 0, 0), 1e-15);
        assertEquals((2.25 + 5.0625 + 6.890625) / 50, TestFunctions.cocabo(2, 0, 0), 1e-15);
        assertEquals(
                -0.10316284534898773, TestFunctions.cocabo(1, 0.0898420137, -0.7126564031), 1e-15);
    }

    @Test
    void pdgeqrf() {
        double[] best = {
            0.05294913930072097, 0.34606311735503875, 4.800645933261778, 0.325987627930448
        };
        int[][] at = {{10, 3, 0, 1}, {10, 3, 1, 8}, {10, 4, 1, 4}, {10, 3, 1, 3}};
        for (int task = 0; task < 4; task++) {
            assertOptimum(
                    best[task],
                    1e-12,
                    "pdgeqrf",
                    task,
                    "mb",
                    at[task][0],
                    "nb",
                    at[task][1],
                    "lg2npernode",
                    at[task][2],
                    "p",
                    at[task][3]);
        }
    }
}
