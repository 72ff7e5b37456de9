package org.attune.benchmarks.problems;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Point;
import org.junit.jupiter.api.Test;

import java.util.List;

class AlignmentFamiliesTest {
    private static double seconds(String name, long task, Object... nameAndValues) {
        BenchmarkProblem problem =
                AlignmentFamilies.all().stream()
                        .filter(p -> p.name().equals(name))
                        .findFirst()
                        .orElseThrow();
        return problem.truth()
                .applyAsDouble(Candidate.of(Point.of("t", task), Point.of(nameAndValues)));
    }

    private static double blocks(String name, long task, long rows, long columns) {
        return seconds(name, task, "rows", rows, "columns", columns);
    }

    /** Against the smooth one, which has the same time but for what divides the sizes. */
    @Test
    void sizesThatDoNotFitAreSlower() {
        for (long task = 0; task < 4; task++) {
            double smooth = blocks("smooth4", task, 128, 60);
            assertEquals((7 + 0.7 * 4) * 8 / 60, blocks("vectors4", task, 128, 60) / smooth, 1e-12);
            assertEquals(1.1 + 0.15 * task, blocks("sets4", task, 128, 60) / smooth, 1e-12);
            double odd = blocks("smooth4", task, 100, 61);
            assertEquals(1.12, blocks("sets4", task, 100, 61) / odd, 1e-12);
        }
    }

    @Test
    void eachMachineHasItsOwnVectors() {
        for (long task : List.of(0L, 1L, 2L, 3L)) {
            double aligned = machine(task, 4L << task) / blocks("smooth4", task, 64, 4L << task);
            double half = machine(task, 2L << task) / blocks("smooth4", task, 64, 2L << task);
            assertEquals(task == 3 ? 1 : 1.35, half / aligned, 1e-12);
        }
    }

    private static double machine(long task, long columns) {
        return seconds("machines4", task, "rows", 64L, "columns", columns, "order", "ij");
    }

    @Test
    void whatIsNoMultipleOrTooLargeDoesNotRun() {
        assertTrue(Double.isNaN(strict(0, 12, 16)));
        assertTrue(Double.isNaN(strict(0, 512, 512)));
        assertTrue(strict(0, 16, 12) > 0);
        assertTrue(strict(3, 256, 512) > 0, "fits into a larger device");
    }

    private static double strict(long task, long rows, long columns) {
        return seconds("strict4", task, "rows", rows, "columns", columns, "depth", 12L);
    }
}
