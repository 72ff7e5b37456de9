package org.attune.bayesopt.design;

import static org.attune.bayesopt.design.Designs.assertStratified;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.junit.jupiter.api.Test;

class LatinHypercubeTest {
    @Test
    void everyAxisIsStratified() {
        for (int n : new int[] {1, 2, 3, 10, 41}) {
            for (int d : new int[] {1, 2, 7}) {
                String at = "n %d, d %d".formatted(n, d);
                assertStratified(LatinHypercube.centred(n, d, new Generator(1)), at);
                assertStratified(LatinHypercube.jittered(n, d, new Generator(1)), at);
                assertStratified(LatinHypercube.maximin(n, d, new Generator(1)), at);
            }
        }
    }

    @Test
    void centredPointsAreMiddles() {
        for (double[] point : LatinHypercube.centred(8, 3, new Generator(3))) {
            for (double x : point) {
                assertEquals(0.5, x * 8 - Math.floor(x * 8), 1e-12);
            }
        }
    }

    /**
     * The smallest distance grows for every seed but ties, and is 1.5 times as large on average.
     */
    @Test
    void maximinKeepsItsDistance() {
        double plain = 0;
        double spread = 0;
        for (int seed = 0; seed < 20; seed++) {
            double before =
                    Designs.smallestDistance(LatinHypercube.centred(20, 4, new Generator(seed)));
            double after =
                    Designs.smallestDistance(LatinHypercube.maximin(20, 4, new Generator(seed)));
            assertTrue(after >= before, "seed %d: %s after %s".formatted(seed, after, before));
            plain += before;
            spread += after;
        }
        assertTrue(spread > 1.5 * plain, spread + " against " + plain);
    }

    @Test
    void fillsBetterThanRandomPoints() {
        double random = Designs.expectedDiscrepancyOfRandomPoints(30, 3);
        double sum = 0;
        for (int seed = 0; seed < 20; seed++) {
            sum += Designs.centredDiscrepancy(LatinHypercube.maximin(30, 3, new Generator(seed)));
        }
        assertTrue(sum / 20 < 0.4 * random, sum / 20 + " against " + random);
    }

    /**
     * All six orders of three points come about equally often: chi-square with 5 degrees of
     * freedom, 0.1 % level.
     */
    @Test
    void permutationsAreUniform() {
        int[] counts = new int[27];
        var random = new Generator(5);
        for (int i = 0; i < 6000; i++) {
            double[][] p = LatinHypercube.centred(3, 1, random);
            counts[(int) (p[0][0] * 3) * 9 + (int) (p[1][0] * 3) * 3 + (int) (p[2][0] * 3)]++;
        }
        double chiSquare = 0;
        for (int code :
                new int[] {5, 7, 11, 15, 19, 21}) { // 012, 021, 102, 120, 201, 210 to base 3
            chiSquare += Math.pow(counts[code] - 1000, 2) / 1000;
        }
        assertTrue(chiSquare < 20.5, "chi-square " + chiSquare);
    }

    /** Stored studies are replayed from these: a change here breaks them. */
    @Test
    void pinnedValues() {
        assertArrayEquals(
                new double[][] {{0.1, 0.5}, {0.3, 0.1}, {0.9, 0.7}, {0.5, 0.9}, {0.7, 0.3}},
                LatinHypercube.maximin(5, 2, new Generator(9)));
        assertArrayEquals(
                new double[][] {
                    {0.689660091353665, 0.044643057464068825},
                    {0.1400605312080868, 0.4052164881776801},
                    {0.6057292717486267, 0.908494007243336}
                },
                LatinHypercube.jittered(3, 2, new Generator(9)));
        assertArrayEquals(
                LatinHypercube.maximin(12, 3, new Generator(9)),
                LatinHypercube.maximin(12, 3, new Generator(9)));
    }

    @Test
    void emptyAndBadShapes() {
        assertEquals(0, LatinHypercube.maximin(0, 3, new Generator(1)).length);
        assertEquals(0, LatinHypercube.jittered(5, 0, new Generator(1))[4].length);
        assertThrows(
                IllegalArgumentException.class,
                () -> LatinHypercube.centred(-1, 2, new Generator(1)));
        assertThrows(
                IllegalArgumentException.class,
                () -> LatinHypercube.centred(2, -1, new Generator(1)));
    }
}
