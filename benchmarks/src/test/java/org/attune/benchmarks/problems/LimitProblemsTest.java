package org.attune.benchmarks.problems;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

class LimitProblemsTest {
    private static final int SEEDS = 6;
    private static final int POINTS = 500;

    static List<DrawnProblem> all() {
        return Stream.of(
                        LimitProblems.decide(),
                        LimitProblems.report(),
                        WallProblems.decide(),
                        WallProblems.report())
                .flatMap(List::stream)
                .toList();
    }

    private static DrawnProblem named(String name) {
        return all().stream().filter(p -> p.name().equals(name)).findFirst().orElseThrow();
    }

    @Test
    void theHalvesShareNoProblem() {
        var names = all().stream().map(DrawnProblem::name).toList();
        assertEquals(names.size(), new HashSet<>(names).size());
    }

    /** Some runs fail, and some do not; none is better than the best that is known. */
    @ParameterizedTest
    @MethodSource("all")
    void aShareOfTheSpaceFails(DrawnProblem problem) {
        int failed = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            int i = 0;
            for (Point p : RandomPoints.of(problem, seed, POINTS)) {
                Candidate c = Candidate.of(Point.EMPTY, p);
                Measurement m = problem.measure(c, seed * Benchmark.SEEDS_APART + i++);
                if (Double.isNaN(m.truth())) {
                    failed++;
                    assertInstanceOf(Outcome.Failed.class, m.outcome());
                } else {
                    assertTrue(m.truth() >= 1 - 1e-9, problem.name() + " " + m.truth());
                }
            }
        }
        double share = failed / (double) (SEEDS * POINTS);
        assertTrue(share > 0.04 && share < 0.7, problem.name() + " fails in " + share);
    }

    /**
     * With all flags off nothing fails, and what fails beside a configuration of each level is a
     * pair of flags.
     */
    @Test
    void flagsBreakAProgramInPairsAlone() {
        DrawnProblem flags = named("flag-crash");
        for (long seed = 0; seed < SEEDS; seed++) {
            var off = new TreeMap<String, Object>();
            flags.problem().parameterSpace().parameters().forEach(p -> off.put(p.name(), "off"));
            off.put("level", "O2");
            off.put("inline", 100);
            assertTrue(Double.isFinite(value(flags, seed, off)));
            int pairs = 0;
            for (int i = 0; i < 12; i++) {
                var one = new TreeMap<>(off);
                one.put("f" + i, "on");
                assertTrue(Double.isFinite(value(flags, seed, one)), "one flag runs");
                for (int j = 0; j < i; j++) {
                    var two = new TreeMap<>(one);
                    two.put("f" + j, "on");
                    pairs += Double.isNaN(value(flags, seed, two)) ? 1 : 0;
                }
            }
            assertTrue(pairs >= 1 && pairs <= 3, pairs + " pairs fail");
        }
    }

    private static double value(DrawnProblem problem, long seed, Map<String, Object> p) {
        return problem.instance(seed).applyAsDouble(Point.of(p));
    }
}
