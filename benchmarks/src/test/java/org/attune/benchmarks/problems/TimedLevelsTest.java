package org.attune.benchmarks.problems;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Fidelity;
import org.attune.api.Point;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.function.ToDoubleFunction;

class TimedLevelsTest {
    static List<DrawnProblem> all() {
        return TimedLevels.all();
    }

    private static double value(ToDoubleFunction<Candidate> runs, Point p, Fidelity fidelity) {
        return runs.applyAsDouble(new Candidate(Point.EMPTY, p, fidelity));
    }

    /** Cheap runs are shorter by their cost, but for a start; where one crashes, the others do. */
    @ParameterizedTest
    @MethodSource("all")
    void secondsGrowWithTheCost(DrawnProblem problem) {
        ToDoubleFunction<Candidate> runs = problem.runs(3);
        int crashed = 0;
        for (Point p : RandomPoints.of(problem, 3, 200)) {
            double full = value(runs, p, Fidelity.FULL);
            double cheap = value(runs, p, new Fidelity(0.125));
            assertEquals(Double.isNaN(full), Double.isNaN(cheap));
            if (Double.isNaN(full)) {
                crashed++;
            } else if (problem.name().equals("timed-start")) {
                assertTrue(cheap > full / 8 && cheap < full / 2, cheap + " " + full);
            } else if (problem.name().equals("timed-grid")) {
                assertTrue(cheap > full / 24 && cheap < full / 3, cheap + " " + full);
            } else {
                assertEquals(full / 8, cheap, 1e-12 * full);
            }
        }
        assertEquals(problem.name().equals("timed-crash"), crashed > 0);
    }

    @ParameterizedTest
    @MethodSource("all")
    void theDefaultIsMeasuredAndIsNotTheBest(DrawnProblem problem) {
        Point standard = problem.problem().parameterSpace().defaultPoint().orElseThrow();
        for (long seed = 0; seed < 5; seed++) {
            double value = problem.instance(seed).applyAsDouble(standard);
            assertTrue(value > 1.02 || Double.isNaN(value), "seed %d: %s".formatted(seed, value));
        }
    }
}
