package org.attune.bayesopt.design;

import static org.attune.bayesopt.design.Designs.assertStratified;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

class SobolSequenceTest {
    /**
     * The first points by hand. Axis 1 is van der Corput's. Axis 2: s = 1, a = 0, m = 1, 3, 5, … so
     * v = .1, .11, .101. Axis 3: s = 2, a = 1, m = 1, 3 and m_3 = 2·3 ⊕ 4·1 ⊕ 1 = 3, so v = .1,
     * .11, .011.
     */
    @Test
    void firstPointsByHand() {
        var sobol = SobolSequence.plain(3);
        double[][] expected = {
            {0, 0, 0},
            {0.5, 0.5, 0.5},
            {0.25, 0.75, 0.75},
            {0.75, 0.25, 0.25},
            {0.125, 0.625, 0.375}
        };
        assertArrayEquals(expected, sobol.points(5));
    }

    @Test
    void everyAxisIsStratified() {
        var plain = SobolSequence.plain(SobolSequence.MAX_DIMENSION);
        var scrambled = new SobolSequence(SobolSequence.MAX_DIMENSION, new Generator(1));
        for (int k = 0; k <= 10; k++) {
            assertStratified(plain.points(1 << k), "plain, k = " + k);
            assertStratified(scrambled.points(1 << k), "scrambled, k = " + k);
        }
    }

    /**
     * Of the first two axes t is 0: every elementary rectangle of area 2^-k holds one of the first
     * 2^k points.
     */
    @Test
    void firstTwoAxesAreANet() {
        for (SobolSequence sobol :
                new SobolSequence[] {
                    SobolSequence.plain(2),
                    new SobolSequence(2, new Generator(1)),
                    new SobolSequence(2, new Generator(2))
                }) {
            int k = 8;
            double[][] points = sobol.points(1 << k);
            for (int i = 0; i <= k; i++) {
                Set<Integer> cells = new HashSet<>();
                for (double[] x : points) {
                    cells.add((int) (x[0] * (1 << i)) << (k - i) | (int) (x[1] * (1 << (k - i))));
                }
                assertEquals(1 << k, cells.size(), "rectangles 2^-%d wide".formatted(i));
            }
        }
    }

    /**
     * Primitive polynomials of a degree are irreducible with x of order 2^s - 1; initial numbers
     * are odd, m_k below 2^k.
     */
    @Test
    void parametersAreValid() throws Exception {
        Set<String> seen = new HashSet<>();
        try (var in = SobolSequence.class.getResourceAsStream("joe-kuo.txt")) {
            for (String line :
                    new String(in.readAllBytes(), "US-ASCII")
                            .lines()
                            .filter(l -> !l.startsWith("#"))
                            .toList()) {
                int[] row = Arrays.stream(line.split(" ")).mapToInt(Integer::parseInt).toArray();
                int s = row[1];
                int polynomial = 1 << s | row[2] << 1 | 1;
                assertTrue(seen.add(s + " " + row[2]), line);
                assertEquals(3 + s, row.length, line);
                int power = 1;
                int order = 0;
                do {
                    power <<= 1;
                    power ^= (power >> s & 1) == 0 ? 0 : polynomial;
                    order++;
                } while (power != 1 && order < 1 << s);
                assertEquals(Math.max((1 << s) - 1, 1), order, line);
                for (int k = 1; k <= s; k++) {
                    assertTrue(row[2 + k] % 2 == 1 && row[2 + k] < 1 << k, line);
                }
            }
        }
        assertEquals(SobolSequence.MAX_DIMENSION - 1, seen.size());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 12})
    void fillsBetterThanRandomPoints(int d) {
        double random = Designs.expectedDiscrepancyOfRandomPoints(128, d);
        for (int seed = 0; seed < 10; seed++) {
            double sobol =
                    Designs.centredDiscrepancy(
                            new SobolSequence(d, new Generator(seed)).points(128));
            assertTrue(
                    sobol < 0.5 * random,
                    "d %d, seed %d: %s against %s".formatted(d, seed, sobol, random));
        }
    }

    /**
     * Over 2000 keys, point 5 on axis 2 is uniform: mean 1/2 and variance 1/12 within 4 standard
     * errors.
     */
    @Test
    void scramblingIsUniform() {
        int keys = 2000;
        double sum = 0;
        double squares = 0;
        for (int seed = 0; seed < keys; seed++) {
            double x = new SobolSequence(3, new Generator(seed)).point(5)[2];
            assertTrue(x > 0 && x < 1);
            sum += x;
            squares += (x - 0.5) * (x - 0.5);
        }
        assertEquals(0.5, sum / keys, 4 * Math.sqrt(1 / 12.0 / keys));
        assertEquals(1 / 12.0, squares / keys, 4 * Math.sqrt(1 / 180.0 / keys));
    }

    @Test
    void pointsDependOnSeedAndIndexAlone() {
        double[][] points = new SobolSequence(4, new Generator(7)).points(100);
        var again = new SobolSequence(4, new Generator(7));
        for (int i = 99; i >= 0; i--) {
            assertArrayEquals(points[i], again.point(i));
        }
        assertTrue(!Arrays.equals(points[0], new SobolSequence(4, new Generator(8)).point(0)));
        assertEquals(0, new SobolSequence(0, new Generator(1)).point(3).length);
        assertTrue(again.point((1L << 32) - 1)[3] < 1);
    }

    /** Stored studies are replayed from these: a change here breaks them. */
    @Test
    void pinnedValues() {
        var sobol = new SobolSequence(3, new Generator(7));
        assertArrayEquals(
                new double[] {0.001201540813781321, 0.5875812248559669, 0.8934756423113868},
                sobol.point(0));
        assertArrayEquals(
                new double[] {0.9128171129850671, 0.45256424078252167, 0.4464469059603289},
                sobol.point(1_000_003));
    }

    @Test
    void rejectsBadInput() {
        assertThrows(IllegalArgumentException.class, () -> SobolSequence.plain(257));
        assertThrows(IllegalArgumentException.class, () -> new SobolSequence(-1, new Generator(1)));
        assertThrows(IllegalArgumentException.class, () -> SobolSequence.plain(2).point(-1));
        assertThrows(IllegalArgumentException.class, () -> SobolSequence.plain(2).point(1L << 32));
    }
}
