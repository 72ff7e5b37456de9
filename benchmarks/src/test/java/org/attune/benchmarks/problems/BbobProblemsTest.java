package org.attune.benchmarks.problems;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Generator;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.junit.jupiter.api.Test;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

class BbobProblemsTest {
    private static int dimension(BenchmarkProblem p) {
        return p.problem().parameterSpace().parameters().size();
    }

    private static double value(BenchmarkProblem p, double[] x) {
        var values = new LinkedHashMap<String, Object>();
        for (int i = 0; i < x.length; i++) {
            values.put("x" + (i + 1), x[i]);
        }
        Point point = p.problem().parameterSpace().canonical(Point.of(values));
        return p.truth().applyAsDouble(Candidate.of(Point.EMPTY, point));
    }

    /** The optimum lies inside, has the least value, and no random or near point is below it. */
    @Test
    void theOptimumIsWhereItIsSaid() {
        List<BenchmarkProblem> all = BbobProblems.all();
        assertEquals(12, all.size());
        for (BenchmarkProblem p : all) {
            int d = dimension(p);
            double[] optimum = BbobProblems.optimum(p.name(), d);
            double least = BbobProblems.least(p.name());
            assertEquals(least, value(p, optimum), 1e-9, p.name());
            Generator random = new Seed(1).generator(p.name(), 0);
            double highest = least;
            for (int i = 0; i < 2000; i++) {
                double size = i % 2 == 0 ? 5 : 0.1;
                double[] x = new double[d];
                for (int k = 0; k < d; k++) {
                    double u = 2 * random.nextDouble() - 1;
                    x[k] = i % 2 == 0 ? size * u : optimum[k] + size * u;
                }
                double value = value(p, x);
                assertTrue(value >= least - 1e-9, p.name() + ": " + value);
                highest = Math.max(highest, value);
            }
            assertTrue(highest > least + 1, p.name() + " is flat");
        }
    }

    /** Results stay comparable only while the functions stay what they are. */
    @Test
    void valuesInTheMiddleStayTheSame() {
        Map<String, Double> pinned =
                Map.ofEntries(
                        Map.entry("bbob-step-ellipsoid5", 292.3822746499002),
                        Map.entry("bbob-ellipsoid5", 1552681.8581674923),
                        Map.entry("bbob-rastrigin5", 224.3291120621771),
                        Map.entry("bbob-weierstrass5", 226.42580771783435),
                        Map.entry("bbob-schaffers5", 18.73095307934443),
                        Map.entry("bbob-gallagher5", 27.241056322138917),
                        Map.entry("bbob-step-ellipsoid10", 235.73696441463622),
                        Map.entry("bbob-ellipsoid10", 17625368.422948044),
                        Map.entry("bbob-rastrigin10", 318.1739368481594),
                        Map.entry("bbob-weierstrass10", 93.06622715249827),
                        Map.entry("bbob-schaffers10", 91.86899204307362),
                        Map.entry("bbob-gallagher10", 81.73358821880637));
        for (BenchmarkProblem p : BbobProblems.all()) {
            double expected = pinned.get(p.name());
            assertEquals(
                    expected,
                    value(p, new double[dimension(p)]),
                    1e-9 * Math.abs(expected),
                    p.name());
        }
    }

    /** log 1 = 0 has no waves; at e the exponent is 1 + 0.049 (sin 10 + sin 7.9). */
    @Test
    void oscillation() {
        assertEquals(0, BbobProblems.oscillated(0));
        assertEquals(1, BbobProblems.oscillated(1));
        assertEquals(-1, BbobProblems.oscillated(-1));
        assertEquals(
                Math.exp(1 + 0.049 * (Math.sin(10) + Math.sin(7.9))),
                BbobProblems.oscillated(Math.E),
                1e-14);
        assertEquals(
                -Math.exp(1 + 0.049 * (Math.sin(5.5) + Math.sin(3.1))),
                BbobProblems.oscillated(-Math.E),
                1e-14);
    }

    /** At 4, whose root is 2: exponents 1, 1 + 0.5 and 1 + 1 for β = 0.5 over three axes. */
    @Test
    void asymmetry() {
        assertArrayEquals(
                new double[] {4, 8, 16},
                BbobProblems.asymmetric(new double[] {4, 4, 4}, 0.5),
                1e-12);
        assertArrayEquals(
                new double[] {-4, -4, -4}, BbobProblems.asymmetric(new double[] {-4, -4, -4}, 0.5));
    }
}
