package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;

/**
 * {@link Generator} and {@link Seed}: the sequences are part of the replay law and never change.
 */
class GeneratorTest {
    /** Level 0.001 of chi-square with 99 degrees of freedom is at 148.2. */
    private static final double CHI_SQUARE_99 = 148.2;

    @Test
    void givesTheSequencesOfTheReferenceScript() throws IOException {
        for (String line : goldenLines()) {
            String[] field = line.split(",");
            long seed = Long.parseLong(field[1]);
            String label = field[2];
            long number = Long.parseLong(field[3]);
            if (field[0].equals("child")) {
                long expected = Long.parseLong(field[4]);
                assertEquals(expected, new Seed(seed).child(label, number).value(), line);
                continue;
            }
            Generator generator =
                    field[0].equals("plain")
                            ? new Generator(seed)
                            : new Seed(seed).generator(label, number);
            for (int i = 4; i < 8; i++) {
                assertEquals(Long.parseLong(field[i]), generator.nextLong(), line);
            }
        }
    }

    /** The upper 53 bits of the golden longs, divided by 2^53. */
    @Test
    void nextDoubleTakesTheUpper53Bits() {
        double expected = (5987356902031041503L >>> 11) / 9007199254740992.0;
        assertEquals(expected, new Generator(0).nextDouble());
    }

    @Test
    void doublesAreUniform() {
        var random = new Seed(1).generator("uniform", 0);
        int[] cells = new int[100];
        for (int i = 0; i < 100_000; i++) {
            cells[(int) (random.nextDouble() * 100)]++;
        }
        assertUniform(cells);
    }

    @Test
    void boundedIntegersAreUniform() {
        var random = new Seed(2).generator("bounded", 0);
        int[] cells = new int[100];
        for (int i = 0; i < 100_000; i++) {
            cells[random.nextInt(100)]++;
        }
        assertUniform(cells);
    }

    /**
     * With a bound of 3/4 of 2^63, taking a remainder would give the lower third twice as often.
     */
    @Test
    void boundedLongsAreNotBiased() {
        var random = new Seed(3).generator("bias", 0);
        long bound = 3L << 61;
        int lowest = 0;
        int draws = 30_000;
        for (int i = 0; i < draws; i++) {
            lowest += random.nextLong(bound) < bound / 3 ? 1 : 0;
        }
        double sigma = Math.sqrt(draws * (1.0 / 3) * (2.0 / 3));
        assertEquals(draws / 3.0, lowest, 4 * sigma);
    }

    /** The first numbers of neighbouring keys are one uniform sample: neighbours share nothing. */
    @Test
    void neighbouringNumbersAreUnrelated() {
        int[] cells = new int[100];
        for (int n = 0; n < 100_000; n++) {
            cells[(int) (new Seed(4).generator("neighbours", n).nextDouble() * 100)]++;
        }
        assertUniform(cells);
    }

    @Test
    void everyPartOfTheKeyCounts() {
        var firsts = new HashSet<Long>();
        for (long seed : List.of(0L, 1L)) {
            for (String label : List.of("a", "b", "ab")) {
                for (long number : List.of(0L, 1L)) {
                    firsts.add(new Seed(seed).generator(label, number).nextLong());
                }
            }
        }
        assertEquals(12, firsts.size());
        assertNotEquals(new Seed(0).child("a", 0), new Seed(0).child("a", 1));
    }

    /** Mean 0, variance 1, fourth moment 3, each within 5 standard errors for n = 100 000. */
    @Test
    void gaussiansHaveTheMomentsOfTheNormalDistribution() {
        var random = new Seed(5).generator("normal", 0);
        int n = 100_000;
        double[] moment = new double[5];
        for (int i = 0; i < n; i++) {
            double z = random.nextGaussian();
            for (int k = 1; k <= 4; k++) {
                moment[k] += Math.pow(z, k) / n;
            }
        }
        assertEquals(0, moment[1], 5 / Math.sqrt(n));
        assertEquals(1, moment[2], 5 * Math.sqrt(2.0 / n));
        assertEquals(0, moment[3], 5 * Math.sqrt(15.0 / n));
        assertEquals(3, moment[4], 5 * Math.sqrt(96.0 / n));
    }

    /**
     * Each of the 6 orders of three numbers; 24 000 shuffles, level 0.001 with 5 degrees of
     * freedom: 20.5.
     */
    @Test
    void shuffleGivesEveryOrderEquallyOften() {
        var random = new Seed(6).generator("shuffle", 0);
        var counts = new java.util.TreeMap<String, Integer>();
        for (int i = 0; i < 24_000; i++) {
            int[] values = {0, 1, 2};
            random.shuffle(values);
            counts.merge(Arrays.toString(values), 1, Integer::sum);
        }
        assertEquals(6, counts.size());
        int[] cells = counts.values().stream().mapToInt(Integer::intValue).toArray();
        assertTrue(chiSquare(cells) < 20.5, counts.toString());
    }

    @Test
    void shuffleKeepsWhatIsThere() {
        int[] values = {3, 1, 4, 1, 5};
        new Generator(7).shuffle(values);
        Arrays.sort(values);
        assertArrayEquals(new int[] {1, 1, 3, 4, 5}, values);
    }

    @Test
    void boundsMustBePositive() {
        var random = new Generator(0);
        assertThrows(IllegalArgumentException.class, () -> random.nextInt(0));
        assertThrows(IllegalArgumentException.class, () -> random.nextLong(-1));
        assertEquals(0, random.nextInt(1));
    }

    private static void assertUniform(int[] cells) {
        double chiSquare = chiSquare(cells);
        assertTrue(chiSquare < CHI_SQUARE_99, () -> "chi-square " + chiSquare);
    }

    private static double chiSquare(int[] cells) {
        double expected = Arrays.stream(cells).sum() / (double) cells.length;
        return Arrays.stream(cells)
                .mapToDouble(c -> (c - expected) * (c - expected) / expected)
                .sum();
    }

    private static List<String> goldenLines() throws IOException {
        try (var in = GeneratorTest.class.getResourceAsStream("xoshiro256pp.csv")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(l -> !l.startsWith("#"))
                    .toList();
        }
    }
}
