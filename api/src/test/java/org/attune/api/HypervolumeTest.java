package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

class HypervolumeTest {
    private static List<double[]> points(double[]... points) {
        return List.of(points);
    }

    @Test
    void aStaircaseOfThreePoints() {
        double[] reference = {4, 4};
        assertEquals(
                6,
                Hypervolume.of(
                        points(new double[] {2, 2}, new double[] {1, 3}, new double[] {3, 1}),
                        reference));
        assertEquals(
                6,
                Hypervolume.of(
                        points(
                                new double[] {2, 2},
                                new double[] {3, 3},
                                new double[] {1, 3},
                                new double[] {2, 2},
                                new double[] {3, 1},
                                new double[] {0, 4},
                                new double[] {-9, 5}),
                        reference),
                "dominated, equal and distant points change nothing");
    }

    /** n steps below the line x + y = 1 leave out half of n squares: (1 - 1/n)/2. */
    @Test
    void aLinearFront() {
        for (int n : List.of(1, 2, 7, 100)) {
            var front = new ArrayList<double[]>();
            for (int i = 0; i <= n; i++) {
                front.add(new double[] {(double) i / n, 1 - (double) i / n});
            }
            assertEquals((1 - 1.0 / n) / 2, Hypervolume.of(front, new double[] {1, 1}), 1e-14);
        }
    }

    @Test
    void oneBoxAndNone() {
        assertEquals(24, Hypervolume.of(points(new double[] {-1, 0, 1}), new double[] {1, 3, 5}));
        assertEquals(7, Hypervolume.of(points(new double[] {3}), new double[] {10}));
        assertEquals(0, Hypervolume.of(List.of(), new double[] {1, 1, 1}));
    }

    private static List<double[]> random(int count, int dimension) {
        Generator random = new Seed(dimension).generator("points", count);
        var points = new ArrayList<double[]>();
        for (int i = 0; i < count; i++) {
            double[] p = new double[dimension];
            Arrays.setAll(p, k -> Math.rint(20 * random.nextDouble()) / 20); // with ties
            points.add(p);
        }
        return points;
    }

    private static double[] ones(int dimension) {
        double[] ones = new double[dimension];
        Arrays.fill(ones, 1);
        return ones;
    }

    /** Inclusion and exclusion of the boxes over all subsets of the points. */
    private static double byInclusion(List<double[]> points, int dimension) {
        double total = 0;
        for (int subset = 1; subset < 1 << points.size(); subset++) {
            double box = Integer.bitCount(subset) % 2 == 1 ? 1 : -1;
            for (int k = 0; k < dimension; k++) {
                double most = Double.NEGATIVE_INFINITY;
                for (int i = 0; i < points.size(); i++) {
                    if ((subset >> i & 1) == 1) {
                        most = Math.max(most, points.get(i)[k]);
                    }
                }
                box *= 1 - most;
            }
            total += box;
        }
        return total;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void agreesWithInclusionAndExclusion(int dimension) {
        for (int count = 1; count <= 10; count++) {
            List<double[]> points = random(count, dimension);
            assertEquals(
                    byInclusion(points, dimension), Hypervolume.of(points, ones(dimension)), 1e-12);
            Collections.reverse(points);
            assertEquals(
                    byInclusion(points, dimension), Hypervolume.of(points, ones(dimension)), 1e-12);
        }
    }

    /** 40 000 draws have a standard error of at most 0.0025; five of them are allowed. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void agreesWithMonteCarlo(int dimension) {
        List<double[]> points = random(30, dimension);
        Generator random = new Seed(1).generator("monte-carlo", dimension);
        int draws = 40_000;
        int hits = 0;
        for (int i = 0; i < draws; i++) {
            double[] x = new double[dimension];
            Arrays.setAll(x, k -> random.nextDouble());
            hits += points.stream().anyMatch(p -> ParetoFront.noWorse(p, x)) ? 1 : 0;
        }
        assertEquals((double) hits / draws, Hypervolume.of(points, ones(dimension)), 0.0125);
    }

    @Test
    void wrongPointsAreRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> Hypervolume.of(points(new double[] {1}), new double[] {1, 2}));
        assertThrows(
                IllegalArgumentException.class,
                () -> Hypervolume.of(points(new double[] {Double.NaN}), new double[] {1}));
        assertThrows(
                IllegalArgumentException.class, () -> Hypervolume.of(List.of(), new double[0]));
    }
}
