package org.attune.benchmarks.problems;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Point;
import org.junit.jupiter.api.Test;

class LoopNestProblemsTest {
    private static final BenchmarkProblem NEST = LoopNestProblems.nest("nest");

    private static double value(
            BenchmarkProblem problem, long bi, long bj, long bk, String order, String copyIn) {
        var configuration =
                Point.of(
                        "bi", bi, "bj", bj, "bk", bk, "order", order, "unroll", 4L, "copy_in",
                        copyIn);
        return problem.truth().applyAsDouble(Candidate.of(Point.EMPTY, configuration));
    }

    /** Rows of 512: 0.12 + 0.06/4 + 20/512; the tile fills 279 kB, beyond the second cache. */
    @Test
    void theOrderPaysOnlyWithLongRows() {
        double long_ = value(NEST, 32, 512, 32, "kij", "no");
        assertEquals(0.12 + 0.015 + 20 / 512.0 + 0.5 + 2 / 32.0 + 1 / 32.0, long_, 1e-12);
        assertTrue(long_ < 0.7 * value(NEST, 32, 512, 32, "ijk", "no"));
        assertTrue(value(NEST, 32, 8, 32, "kij", "no") > value(NEST, 32, 8, 32, "ijk", "no"));
    }

    /**
     * As among the measured runs, whose best are of kij with unrolling 4 and more than 0.2 s are of
     * ijk.
     */
    @Test
    void measuredRunsAreReproducedRoughly() {
        var matmul = LoopNestProblems.measured(640);
        double best = value(matmul, 44, 394, 143, "kij", "yes");
        assertEquals(0.0392, best, 0.03);
        assertTrue(value(matmul, 44, 394, 143, "ijk", "yes") > 2 * best);
    }
}
