package org.attune.benchmarks.problems;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Point;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;

class CliffProblemsTest {
    private static final int POINTS = 400;

    static List<DrawnProblem> all() {
        return Stream.concat(CliffProblems.decide().stream(), CliffProblems.report().stream())
                .toList();
    }

    @Test
    void theHalvesShareNoProblem() {
        List<String> names = all().stream().map(DrawnProblem::name).toList();
        assertEquals(16, new HashSet<>(names).size());
    }

    /** A good share of the space is beyond the limit, few places are nearly as good as the best. */
    @ParameterizedTest
    @MethodSource("all")
    void beyondALimitAllIsSlow(DrawnProblem problem) {
        for (long seed = 0; seed < 3; seed++) {
            double[] values = new double[POINTS];
            int i = 0;
            for (Point p : RandomPoints.of(problem, seed, POINTS)) {
                Candidate c = Candidate.of(Point.EMPTY, p);
                values[i] = problem.measure(c, seed * Benchmark.SEEDS_APART + i++).truth();
            }
            Arrays.sort(values);
            assertTrue(values[0] > 0.98, problem.name() + " " + values[0]);
            assertTrue(values[POINTS / 20] > 1.01, problem.name() + " " + values[POINTS / 20]);
            assertTrue(values[POINTS * 4 / 5] > 1.3, problem.name() + values[POINTS * 4 / 5]);
        }
    }
}
