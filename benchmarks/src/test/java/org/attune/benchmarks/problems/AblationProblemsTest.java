package org.attune.benchmarks.problems;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Generator;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Set;

class AblationProblemsTest {
    private static final Set<String> FAILING = Set.of("crash3", "memory4", "pockets5");

    /** Distinct names; values finite but for crashes; not constant; the same when made again. */
    @Test
    void everyProblemIsWellFormed() {
        List<BenchmarkProblem> all = AblationProblems.all();
        List<BenchmarkProblem> again = AblationProblems.all();
        assertEquals(all.size(), all.stream().map(BenchmarkProblem::name).distinct().count());
        for (int k = 0; k < all.size(); k++) {
            BenchmarkProblem p = all.get(k);
            Generator random = new Seed(3).generator(p.name(), 0);
            double lowest = Double.POSITIVE_INFINITY;
            double highest = Double.NEGATIVE_INFINITY;
            int crashes = 0;
            for (int i = 0; i < 200; i++) {
                Point x = p.problem().parameterSpace().sample(random);
                var candidate = Candidate.of(Point.EMPTY, x);
                double value = p.truth().applyAsDouble(candidate);
                assertEquals(value, again.get(k).truth().applyAsDouble(candidate), 0, p.name());
                if (Double.isNaN(value)) {
                    crashes++;
                    continue;
                }
                assertTrue(Double.isFinite(value), p.name() + " at " + x);
                lowest = Math.min(lowest, value);
                highest = Math.max(highest, value);
            }
            assertTrue(highest > lowest * 1.01, p.name() + " is flat");
            assertEquals(FAILING.contains(p.name()), crashes > 0, p.name());
            assertTrue(crashes < 160, p.name() + " nearly always fails");
        }
    }

    /**
     * Levy's function is 0 at 1 + shift. Four steps along the first axis w is 2 there, and of the
     * sum (w - 1)² (1 + 10 sin²(πw + 1)) = 1 + 10 sin²(1) is left.
     */
    @Test
    void levy() {
        double[] shift = {0.3, -1.2, 2};
        assertEquals(0, AblationProblems.levy(new double[] {1.3, -0.2, 3}, shift), 1e-30);
        double sine = Math.sin(1);
        assertEquals(
                1 + 10 * sine * sine,
                AblationProblems.levy(new double[] {5.3, -0.2, 3}, shift),
                1e-12);
    }

    @Test
    void treesReproduceWhatTheyHaveSeenRoughly() {
        var trees =
                TreeEmulator.of(x -> x[0] < 0.5 ? 1 : 3, 2, 400, 30, new Seed(1).generator("t", 0));
        assertEquals(1, trees.value(new double[] {0.2, 0.7}), 0.1);
        assertEquals(3, trees.value(new double[] {0.8, 0.1}), 0.1);
        assertFalse(trees.value(new double[] {0.2, 0.7}) > 1.5);
    }
}
