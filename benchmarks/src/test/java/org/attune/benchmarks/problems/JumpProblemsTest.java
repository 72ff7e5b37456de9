package org.attune.benchmarks.problems;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Point;
import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

class JumpProblemsTest {
    @Test
    void thereAreEightOfOneToFourParameters() {
        assertEquals(
                List.of(1, 2, 2, 3, 3, 2, 2, 4),
                JumpProblems.all().stream()
                        .map(p -> p.problem().parameterSpace().dimension())
                        .toList());
    }

    @Test
    void instancesAreWhatTheyAreSaidToBe() {
        requireInstances(JumpProblems.all());
    }

    /** The optimum is 1 and nothing is below; every regime has a part of the space. */
    static void requireInstances(List<RegimeProblem> problems) {
        for (RegimeProblem problem : problems) {
            for (long seed = 0; seed < 10; seed++) {
                RegimeProblem.Instance instance = problem.instance(seed);
                String where = problem.name() + ", seed " + seed;
                assertEquals(1, instance.value().applyAsDouble(instance.best()), 1e-12, where);
                Set<Integer> regimes = new HashSet<>();
                for (Point p : RandomPoints.of(problem, seed, 2000)) {
                    assertTrue(instance.value().applyAsDouble(p) >= 1 - 1e-12, where);
                    regimes.add(instance.regime().applyAsInt(p));
                }
                assertTrue(regimes.size() >= 2, where);
            }
        }
    }
}
