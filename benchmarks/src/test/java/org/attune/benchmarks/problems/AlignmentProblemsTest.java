package org.attune.benchmarks.problems;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Point;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

class AlignmentProblemsTest {
    private static final int POINTS = 200;

    static List<DrawnProblem> all() {
        return Stream.concat(
                        AlignmentProblems.decide().stream(), AlignmentProblems.report().stream())
                .toList();
    }

    @Test
    void theHalvesShareNoProblem() {
        List<String> names = all().stream().map(DrawnProblem::name).toList();
        assertEquals(34, new HashSet<>(names).size());
    }

    /** A change of a size by one matters as soon as something has to divide it, and only then. */
    @ParameterizedTest
    @MethodSource("all")
    void whatDividesASizeMatters(DrawnProblem problem) {
        String size =
                problem.problem().parameterSpace().parameters().stream()
                                .anyMatch(p -> p.name().equals("threads0"))
                        ? "threads0"
                        : "size";
        for (long seed = 0; seed < 3; seed++) {
            ToDoubleFunction<Point> value = problem.instance(seed);
            double jump = 0;
            for (Point p : RandomPoints.of(problem, seed, POINTS)) {
                for (String name : p.values().keySet()) {
                    if (name.startsWith(size) && p.number(name) >= 64 && p.number(name) < 512) {
                        var values = new HashMap<>(p.values());
                        values.put(name, (long) p.number(name) + 1);
                        Point next = Point.of(values);
                        double before = value.applyAsDouble(p);
                        double after = value.applyAsDouble(next);
                        if (Double.isNaN(before) != Double.isNaN(after)) {
                            jump = Double.POSITIVE_INFINITY;
                        } else if (!Double.isNaN(after)) {
                            jump = Math.max(jump, Math.abs(Math.log(after / before)));
                        }
                    }
                }
            }
            boolean is = !problem.name().startsWith("whole");
            assertEquals(is, jump > 0.02, problem.name() + " " + seed + ": " + jump);
        }
        assertTrue(problem.problem().parameterSpace().size() > 1e4, problem.name());
    }
}
