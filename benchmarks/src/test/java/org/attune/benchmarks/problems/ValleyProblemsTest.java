package org.attune.benchmarks.problems;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Point;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;

class ValleyProblemsTest {
    private static final int POINTS = 400;

    static List<DrawnProblem> all() {
        return Stream.concat(ValleyProblems.decide().stream(), ValleyProblems.report().stream())
                .toList();
    }

    @Test
    void theHalvesShareNoProblem() {
        List<String> names = all().stream().map(DrawnProblem::name).toList();
        assertEquals(16, new HashSet<>(names).size());
    }

    /** None is better than the best that is known, and few are nearly as good. */
    @ParameterizedTest
    @MethodSource("all")
    void theBestIsHardToFindAtRandom(DrawnProblem problem) {
        int near = 0;
        double worst = 0;
        for (long seed = 0; seed < 3; seed++) {
            int i = 0;
            for (Point p : RandomPoints.of(problem, seed, POINTS)) {
                Candidate c = Candidate.of(Point.EMPTY, p);
                double value = problem.measure(c, seed * Benchmark.SEEDS_APART + i++).truth();
                assertTrue(value >= 1 - 1e-9, problem.name() + " " + value);
                near += value < 1.01 ? 1 : 0;
                worst = Math.max(worst, value);
            }
        }
        assertTrue(near < 0.12 * 3 * POINTS, near + " within 1 %");
        assertTrue(worst > 1.3, "at worst " + worst);
    }
}
