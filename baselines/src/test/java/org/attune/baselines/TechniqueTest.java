package org.attune.baselines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.Generator;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.api.Trial;
import org.attune.bayesopt.surrogate.Axes;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

class TechniqueTest {
    private static final Space SPACE =
            Space.of(
                    List.of(
                            Parameter.real("x", 0, 1),
                            Parameter.real("z", 0, 1),
                            Parameter.categorical("c", List.of("a", "b"))));

    /** Results of these configurations, the best first, and no moves. */
    private static Known known(double[]... xs) {
        var results = new ArrayList<Result>();
        for (double[] x : xs) {
            var candidate = Candidate.of(Point.EMPTY, SPACE.decode(x));
            long number = results.size() + 1L;
            Outcome outcome = Outcome.measured("y", number);
            var trial =
                    new Trial(
                            number,
                            candidate,
                            Origin.of("t"),
                            outcome,
                            Provenance.here(Effort.NONE));
            results.add(new Result(trial, x, new double[] {number}, 0));
        }
        return new Known(new Axes(SPACE, false), results, List.of());
    }

    private static Generator random() {
        return new Seed(1).generator("technique", 0);
    }

    private static Move move(double[] x, int position, boolean improved) {
        return new Move("own", x, position, improved);
    }

    private static final Known TRIANGLE =
            known(
                    new double[] {0.4, 0.4, 0.25},
                    new double[] {0.6, 0.4, 0.75},
                    new double[] {0.5, 0.6, 0.25});

    /**
     * Centroid (0.5, 0.4) of the better two, worst (0.5, 0.6): reflection (0.5, 0.2), then halves.
     */
    @Test
    void nelderMeadReflectsThenContractsThenShrinks() {
        List<double[]> wishes = new NelderMead().wishes(TRIANGLE, List.of(), random()).toList();
        double[][] expected = {
            {0.5, 0.2, 0.25},
            {0.5, 0.5, 0.25},
            {0.5, 0.3, 0.25},
            {0.45, 0.5, 0.25},
            {0.5, 0.4, 0.25}
        };
        assertEquals(expected.length, wishes.size());
        for (int i = 0; i < expected.length; i++) {
            assertArrayEquals(expected[i], wishes.get(i), 1e-15);
        }
    }

    /** The best was its newest move: on from the centroid (0.55, 0.5) of the others through it. */
    @Test
    void nelderMeadExpandsAfterSuccess() {
        var own = List.of(move(TRIANGLE.best(0), 0, true));
        double[] first = new NelderMead().wishes(TRIANGLE, own, random()).findFirst().orElseThrow();
        assertArrayEquals(new double[] {0.25, 0.3, 0.25}, first, 1e-15);
    }

    @Test
    void nelderMeadNeedsASimplex() {
        Known two = known(new double[] {0.4, 0.4, 0.25}, new double[] {0.6, 0.4, 0.75});
        assertEquals(0, new NelderMead().wishes(two, List.of(), random()).count());
    }

    /** Quarter, after D = 3 failures an eighth, after a success a quarter again. */
    @Test
    void patternSearchAdaptsItsStep() {
        Move failure = move(new double[3], 5, false);
        Move pending = move(new double[3], -1, false);
        Move success = move(new double[3], 0, true);
        assertEquals(0.25, reach(List.of(failure, failure, pending)), 1e-15);
        assertEquals(0.125, reach(List.of(failure, failure, failure)), 1e-15);
        assertEquals(0.25, reach(List.of(failure, failure, failure, success)), 1e-15);
    }

    /** Small values of an integer on a log scale are wide apart: no step left 2. */
    @Test
    void patternSearchFindsTheNextValueOnALogScale() {
        Space sizes = Space.of(List.of(Parameter.integer("k", 1, 1024).log()));
        Known two = single(sizes, Point.of("k", 2L));
        List<Move> failures = Collections.nCopies(8, move(new double[1], 5, false));
        Set<Object> wishes =
                new PatternSearch()
                        .wishes(two, failures, random())
                        .map(w -> sizes.decode(w).get("k"))
                        .collect(Collectors.toSet());
        assertEquals(Set.of(1L, 3L), wishes);
    }

    private static Known single(Space space, Point best) {
        var result = new Result(null, space.encode(best), new double[] {1}, 0);
        return new Known(new Axes(space, false), List.of(result), List.of());
    }

    /** At a step of one cell an item ties with the next one, and stays before it. */
    @Test
    void patternSearchSwapsNeighboursOfAnOrder() {
        List<String> items = List.of("a", "b", "c", "d");
        Space orders = Space.of(List.of(Parameter.permutation("p", items)));
        Set<Object> wishes =
                new PatternSearch()
                        .wishes(single(orders, Point.of("p", items)), List.of(), random())
                        .map(w -> orders.decode(w).get("p"))
                        .collect(Collectors.toSet());
        for (int i = 0; i < 3; i++) {
            var swapped = new ArrayList<>(items);
            Collections.swap(swapped, i, i + 1);
            assertTrue(wishes.contains(swapped), swapped + " is none of " + wishes);
        }
    }

    private static double reach(List<Move> own) {
        return new PatternSearch()
                .wishes(TRIANGLE, own, random())
                .mapToDouble(x -> Math.max(Math.abs(x[0] - 0.4), Math.abs(x[1] - 0.4)))
                .max()
                .orElseThrow();
    }

    /** With its own best and the best of all at x it keeps 0.7298 of its last step. */
    @Test
    void particlesKeepPartOfTheirVelocity() {
        Known known = known(new double[] {0.5, 0.5, 0.25});
        var own = new ArrayList<Move>();
        for (int i = 0; i < 6; i++) {
            own.add(move(new double[] {i < 3 ? 0.4 : 0.5, 0.5, 0.25}, i < 3 ? 9 : 0, false));
        }
        double[] x = new ParticleFlight().wishes(known, own, random()).findFirst().orElseThrow();
        assertArrayEquals(new double[] {0.57298, 0.5, 0.25}, x, 1e-12);
    }

    @Test
    void differentialEvolutionOfEqualPointsStaysThere() {
        double[] x = {0.3, 0.7, 0.25};
        List<double[]> wishes =
                new DifferentialEvolution().wishes(known(x, x, x, x), List.of(), random()).toList();
        assertEquals(20, wishes.size());
        wishes.forEach(w -> assertArrayEquals(x, w, 1e-15));
    }

    /** Of 20 mutants of 3 axes each changes at least one, and hardly any all. */
    @Test
    void greedyMutationChangesTheBest() {
        long all =
                new GreedyMutation()
                        .wishes(TRIANGLE, List.of(), random())
                        .peek(x -> assertTrue(!java.util.Arrays.equals(x, TRIANGLE.best(0))))
                        .filter(x -> x[0] != 0.4 && x[1] != 0.4 && x[2] != 0.25)
                        .count();
        assertTrue(all < 6, all + " of 20");
    }

    /** After 200 moves steps are tiny, and a worse point is not accepted any more. */
    @Test
    void annealingCoolsDown() {
        var own = new ArrayList<Move>();
        for (int i = 0; i < 205; i++) {
            own.add(move(new double[] {0.9, 0.9, 0.75}, 2, false));
        }
        new SimulatedAnnealing()
                .wishes(TRIANGLE, own, random())
                .forEach(x -> {
                    assertEquals(0.4, x[0], 1e-4);
                    assertEquals(0.4, x[1], 1e-4);
                });
    }
}
