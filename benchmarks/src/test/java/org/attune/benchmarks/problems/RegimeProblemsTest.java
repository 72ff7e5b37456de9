package org.attune.benchmarks.problems;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Generator;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;

class RegimeProblemsTest {
    private static final int DRAWS = 4000;

    static List<RegimeProblem> all() {
        return Stream.concat(RegimeProblems.decide().stream(), RegimeProblems.report().stream())
                .toList();
    }

    static List<RegimeProblem> withFaces() {
        return Stream.of(all(), FaceProblems.decide(), FaceProblems.report())
                .flatMap(List::stream)
                .toList();
    }

    @Test
    void theHalvesShareNoProblem() {
        assertEquals(
                withFaces().size(),
                new HashSet<>(withFaces().stream().map(RegimeProblem::name).toList()).size());
    }

    /** Nothing is better than the optimum but the needles, and those nobody finds. */
    @ParameterizedTest
    @MethodSource("withFaces")
    void theOptimumIsWhereItIsSaidToBe(RegimeProblem problem) {
        for (long seed = 0; seed < 10; seed++) {
            RegimeProblem.Instance instance = problem.instance(seed);
            Point best = problem.problem().parameterSpace().canonical(instance.best());
            assertEquals(1, instance.value().applyAsDouble(best), 1e-9, problem.name());
            Generator random = new Seed(seed).generator(problem.name(), 0);
            for (int i = 0; i < 200; i++) {
                Point p = problem.problem().parameterSpace().sample(random);
                assertTrue(
                        !problem.problem().admits(Point.EMPTY, p)
                                || instance.value().applyAsDouble(p) >= 1 - 1e-12,
                        problem.name() + " " + seed + " " + p);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void theBetterPartFillsAFewPerCentOfTheSpace(RegimeProblem problem) {
        String name = problem.name();
        if (name.contains("bowl") || name.contains("needle")) {
            return;
        }
        double share = 0;
        for (long seed = 0; seed < 10; seed++) {
            Generator random = new Seed(seed).generator(name, 1);
            int better = 0;
            for (int i = 0; i < DRAWS; i++) {
                Point p = problem.problem().parameterSpace().sample(random);
                better +=
                        problem.instance(seed).value().applyAsDouble(p) < Landscape.LEAST - 0.01
                                ? 1
                                : 0;
            }
            share += better / 10.0 / DRAWS;
        }
        assertTrue(share > 0.008 && share < 0.06, name + " " + share);
    }

    @Test
    void eachSeedOfAStudyHasAnInstanceOfItsOwnAndNoiseOfItsOwn() {
        RegimeProblem problem = RegimeProblems.decide().getFirst();
        Candidate candidate =
                Candidate.of(
                        Point.EMPTY,
                        problem.problem().parameterSpace().canonical(Point.of("x1", 0.3)));
        long apart = Benchmark.SEEDS_APART;
        double first = problem.measure(candidate, 5 * apart).truth();
        assertEquals(first, problem.measure(candidate, 5 * apart + 79).truth());
        assertNotEquals(first, problem.measure(candidate, 6 * apart).truth());
    }
}
