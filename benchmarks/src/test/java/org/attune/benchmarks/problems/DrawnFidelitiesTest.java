package org.attune.benchmarks.problems;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Fidelity;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.function.ToDoubleFunction;

class DrawnFidelitiesTest {
    private static final int POINTS = 500;

    private static DrawnProblem named(String name) {
        return DrawnFidelities.decide().stream()
                .filter(p -> p.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Returns Pearson's correlation of cheapest and full runs of an instance. */
    private static double correlation(String name, long seed) {
        DrawnProblem p = named(name);
        ToDoubleFunction<Candidate> runs = p.runs(seed);
        var least = new Fidelity(p.problem().fidelity().orElseThrow().leastCost());
        double[][] values =
                RandomPoints.of(p, seed, POINTS).stream()
                        .map(x ->
                                new double[] {
                                    runs.applyAsDouble(Candidate.of(Point.EMPTY, x)),
                                    runs.applyAsDouble(new Candidate(Point.EMPTY, x, least))
                                })
                        .toArray(double[][]::new);
        double both = 0;
        double[] mean = new double[2];
        double[] square = new double[2];
        for (double[] v : values) {
            both += v[0] * v[1] / POINTS;
            for (int i = 0; i < 2; i++) {
                mean[i] += v[i] / POINTS;
                square[i] += v[i] * v[i] / POINTS;
            }
        }
        double variances =
                (square[0] - mean[0] * mean[0]) * Math.max(square[1] - mean[1] * mean[1], 1e-12);
        return (both - mean[0] * mean[1]) / Math.sqrt(variances);
    }

    @Test
    void levelsAreWhatTheyAreNamedAfter() {
        for (long seed = 0; seed < 4; seed++) {
            assertEquals(-1, correlation("opposite2", seed), 1e-9);
            assertTrue(correlation("opposite4", seed) < -0.8, "opposite4 " + seed);
            assertEquals(0, correlation("constant2", seed), 1e-6);
            assertTrue(Math.abs(correlation("noisy3", seed)) < 0.6, "noisy3 " + seed);
            for (String name : List.of("moved2", "moved6", "scaled4", "blurred3")) {
                assertTrue(correlation(name, seed) > 0.6, name + " " + seed);
            }
        }
    }

    @Test
    void everyInstanceRepeatsItsValuesAndStaysPositiveWhereItIsATime() {
        for (DrawnProblem p : DrawnFidelities.decide()) {
            Point x = p.problem().parameterSpace().sample(new Seed(1).generator("p", 0));
            for (double s : new double[] {0.111, 1}) {
                var run = new Candidate(Point.EMPTY, x, new Fidelity(s));
                double value = p.runs(1).applyAsDouble(run);
                assertEquals(value, named(p.name()).runs(1).applyAsDouble(run), p.name());
                assertTrue(Double.isFinite(value), p.name());
                assertTrue(!p.name().equals("mixed4") || value > 0, "" + value);
            }
            assertNotEquals(
                    p.instance(1).applyAsDouble(x), p.instance(2).applyAsDouble(x), p.name());
        }
    }
}
