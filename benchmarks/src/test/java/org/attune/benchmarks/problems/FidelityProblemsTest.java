package org.attune.benchmarks.problems;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Fidelity;
import org.attune.api.Generator;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.Stream;

/**
 * Values at known optima and elsewhere, from the literature and from the formulas as other
 * implementations have them, evaluated in Python.
 */
class FidelityProblemsTest {
    private static final double NINTH = 1 / 9.0;

    private static BenchmarkProblem problem(String name) {
        return Stream.of(FidelityProblems.all(), ReportedFidelityProblems.all())
                .flatMap(List::stream)
                .filter(p -> p.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static double value(String name, double s, double... x) {
        BenchmarkProblem p = problem(name);
        var names = p.problem().parameterSpace().parameters();
        var values = new java.util.LinkedHashMap<String, Object>();
        for (int i = 0; i < x.length; i++) {
            values.put(names.get(i).name(), x[i]);
        }
        Point point = p.problem().parameterSpace().canonical(Point.of(values));
        return p.truth().applyAsDouble(new Candidate(Point.EMPTY, point, new Fidelity(s)));
    }

    /** Checks the value, and that no full run among 5000 random ones is better. */
    private static void assertOptimum(double expected, double tolerance, String name, double... x) {
        assertEquals(expected, value(name, 1, x), tolerance, name);
        BenchmarkProblem p = problem(name);
        Generator random = new Seed(1).generator(name, 0);
        for (int i = 0; i < 5000; i++) {
            Point other = p.problem().parameterSpace().sample(random);
            double found = p.truth().applyAsDouble(Candidate.of(Point.EMPTY, other));
            assertFalse(
                    found < expected - tolerance,
                    () -> "%s beats the optimum of %s with %s".formatted(other, name, found));
        }
    }

    @Test
    void theMinimaAreThoseOfTheLiterature() {
        assertOptimum(0.20128, 1e-5, "currin_mf", 0.216667, 0.022801);
        assertOptimum(-6.020740, 1e-6, "forrester_mf", 0.757249);
        assertOptimum(-25.589254, 1e-6, "park_mf", 1, 1, 1, 1);
        assertOptimum(
                -3.322368011415515,
                1e-12,
                "hartmann6_mf",
                0.20168950824973028,
                0.15001069420827387,
                0.47687397415816485,
                0.27533242993738416,
                0.31165161591984414,
                0.6573005340645552);
        assertOptimum(0.397887, 1e-6, "branin_misleading", Math.PI, 2.275);
        assertOptimum(
                -309.5755876604,
                1e-6,
                "borehole_mf",
                0.15,
                100,
                115_600,
                1110,
                116,
                700,
                1120,
                12_045);
    }

    /** The reference in Python at its three levels. */
    @Test
    void currinAgreesWithTheReference() {
        double[][] expected = {
            {0.3, 0.2, 1.9934062725708626, 1.9285658010646611, 1.7340443865460617},
            {0.9, 0.01, 4.0941398081003735, 3.9990694622567364, 3.7138584247258226},
            {0.02, 0.97, 12.164106693207026, 12.113579861123773, 11.961999364874007}
        };
        for (double[] row : expected) {
            assertEquals(row[2], value("currin_mf", NINTH, row[0], row[1]), 1e-12);
            assertEquals(row[3], value("currin_mf", 1 / 3.0, row[0], row[1]), 1e-12);
            assertEquals(row[4], value("currin_mf", 1, row[0], row[1]), 1e-12);
        }
    }

    @Test
    void cheapFormsAgreeWithTheFormulas() {
        assertEquals(-8.319863552973281, value("forrester_mf", 0.1, 0.2), 1e-12);
        assertEquals(-8.174426936867034, value("park_mf", 1, 0.3, 0.6, 0.2, 0.7), 1e-12);
        assertEquals(-8.71599777063913, value("park_mf", 0.1, 0.3, 0.6, 0.2, 0.7), 1e-12);
        assertEquals(
                -0.9380150460314383,
                value("hartmann6_mf", 0.25, 0.13, 0.17, 0.55, 0.02, 0.82, 0.59),
                1e-12);
        double[] middle = {0.1, 25_050, 89_335, 1050, 89.55, 760, 1400, 10_950};
        assertEquals(-70.87291263681897, value("borehole_mf", 1, middle), 1e-11);
        assertEquals(-56.398719259575394, value("borehole_mf", 0.1, middle), 1e-11);
        double high = 36 + 10 * (1 - 1 / (8 * Math.PI)) + 10;
        assertEquals(high, value("branin_misleading", 1, 0, 0), 1e-12);
        assertEquals(high - 1.5 * 36, value("branin_misleading", 0.1, 0, 0), 1e-12);
    }

    /** Park's function has no value at x1 = 0 as it is printed; its limit is sqrt(c)/2. */
    @Test
    void parkHasItsLimitAtTheEdge() {
        assertEquals(
                value("park_mf", 1, 1e-9, 0.5, 0.5, 0.5),
                value("park_mf", 1, 0, 0.5, 0.5, 0.5),
                1e-8);
    }

    /** Pearson's correlation of full and cheapest runs at 2000 random configurations. */
    @Test
    void oneCheapFormMisleads() {
        for (String name : List.of("currin_mf", "park_mf", "hartmann6_mf", "borehole_mf")) {
            assertTrue(correlation(name) > 0.9, name + ": " + correlation(name));
        }
        assertTrue(correlation("branin_misleading") < -0.5, "" + correlation("branin_misleading"));
    }

    private static double correlation(String name) {
        BenchmarkProblem p = problem(name);
        var least = new Fidelity(p.problem().fidelity().orElseThrow().leastCost());
        Generator random = new Seed(2).generator(name, 0);
        int n = 2000;
        double[] sums = new double[5];
        for (int i = 0; i < n; i++) {
            Point x = p.problem().parameterSpace().sample(random);
            double a = p.truth().applyAsDouble(Candidate.of(Point.EMPTY, x));
            double b = p.truth().applyAsDouble(new Candidate(Point.EMPTY, x, least));
            sums[0] += a;
            sums[1] += b;
            sums[2] += a * a;
            sums[3] += b * b;
            sums[4] += a * b;
        }
        double covariance = sums[4] / n - sums[0] * sums[1] / n / n;
        double variances =
                (sums[2] / n - sums[0] * sums[0] / n / n)
                        * (sums[3] / n - sums[1] * sums[1] / n / n);
        return covariance / Math.sqrt(variances);
    }

    /** At full fidelity they are what they are named after; the cheap forms by hand. */
    @Test
    void theReportedOnesAgreeWithTheirFormulas() {
        assertOptimum(0.397887, 1e-6, "branin_mf", Math.PI, 2.275);
        // z = 0: b = 5.1/(4π²) - 0.01, c = 5/π - 0.1, t = 1/(8π) + 0.05, at x1 = 0, x2 = 6
        assertEquals(
                10 * (1 - 1 / (8 * Math.PI) - 0.05) + 10, value("branin_mf", 0.05, 0, 6), 1e-9);
        assertOptimum(0.397887, 1e-6, "branin_constant", Math.PI, 2.275);
        assertEquals(50, value("branin_constant", 0.1, 1, 2));
        BenchmarkProblem solver = problem("relaxation_mf");
        var best = Point.of("smoother", "sor", "block", 16L, "omega", 1.5, "overlap", 0.35);
        assertEquals(10, solver.truth().applyAsDouble(Candidate.of(Point.EMPTY, best)), 1e-12);
        // a quarter of the edge costs 1/64: coarse = 0.75, omega best at 1.3875, base 0.85
        assertEquals(
                10 / 64.0 * 0.85 * (1 + 3 * 0.1125 * 0.1125) * (1 + 0.12 * 1.5 * 1.5),
                solver.truth()
                        .applyAsDouble(new Candidate(Point.EMPTY, best, new Fidelity(1 / 64.0))),
                1e-12);
        var beale = Point.of("function", "beale", "x1", 0.0, "x2", 0.0);
        double flat = (1.5 * 1.5 + 2.25 * 2.25 + 2.625 * 2.625) / 50;
        assertEquals(
                flat,
                problem("choice_mf").truth().applyAsDouble(Candidate.of(Point.EMPTY, beale)),
                1e-12);
    }
}
