package org.attune.bayesopt.design;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A Sobol' sequence in up to 256 dimensions, plain or with Owen's nested uniform scrambling.
 *
 * <pre>
 *   x_d(i) = 0.b_1 b_2 … b_32 (base 2) = ⊕_k i_k v_{d,k},   i_k the bits of i, v_{d,k} the direction numbers
 * </pre>
 *
 * Points come in the natural order of i, so that point i depends on i alone and the first 2^k
 * points are a digital net: each of the 2^k equal bins of an axis holds exactly one. Scrambling
 * flips each bit as a random function of the bits above it, which keeps the nets and makes every
 * point uniform. It is done by hashing the reversed bits with a hash in which a bit is changed by
 * lower bits only, keyed per axis.
 *
 * <p>The plain sequence starts at the origin; scrambled coordinates are centred in their cells of
 * width 2^-32, so never 0 or 1. Immutable and thread-safe.
 *
 * <p>Sources: S. Joe and F. Y. Kuo, SIAM J. Sci. Comput. 30 (2008), doi:10.1137/070709359
 * (direction numbers); A. B. Owen (1995) (scrambling); B. Burley, "Practical hash-based Owen
 * scrambling", JCGT 10 (2020), with the hash of S. Laine and T. Karras (2011).
 */
public final class SobolSequence {
    /** The largest number of dimensions. */
    public static final int MAX_DIMENSION = 256;

    private static final int BITS = 32;
    private static final double CELL = 0x1p-32;

    /** One line per dimension from the second on: d, s, a, m_1 … m_s. */
    private static final List<int[]> PARAMETERS = parameters();

    private final int[][] directions; // [d][k], the most significant bit is the first binary digit
    private final int[] keys; // empty: not scrambled

    private SobolSequence(int dimension, int[] keys) {
        if (dimension < 0 || dimension > MAX_DIMENSION) {
            throw new IllegalArgumentException(
                    "The Sobol' sequence has 0 to %d dimensions here, not %d. Maybe a Latin hypercube will do."
                            .formatted(MAX_DIMENSION, dimension));
        }
        this.directions = new int[dimension][];
        for (int d = 0; d < dimension; d++) {
            directions[d] = directions(d);
        }
        this.keys = keys;
    }

    /**
     * Makes a scrambled sequence.
     *
     * @param random gives one {@code nextLong()} per dimension as its key
     * @throws IllegalArgumentException if the dimension is negative or above {@link #MAX_DIMENSION}
     */
    public SobolSequence(int dimension, RandomGenerator random) {
        this(dimension, new int[Math.max(dimension, 0)]);
        for (int d = 0; d < dimension; d++) {
            keys[d] = (int) (random.nextLong() >>> 32);
        }
    }

    /**
     * Makes the sequence without scrambling.
     *
     * @throws IllegalArgumentException if the dimension is negative or above {@link #MAX_DIMENSION}
     */
    public static SobolSequence plain(int dimension) {
        return new SobolSequence(dimension, new int[0]);
    }

    /**
     * Returns point i.
     *
     * @throws IllegalArgumentException if index is outside [0, 2³²)
     */
    public double[] point(long index) {
        if (index < 0 || index >= 1L << BITS) {
            throw new IllegalArgumentException(
                    "index is %d, but the sequence has points 0 to 2^32 - 1.".formatted(index));
        }
        double[] point = new double[directions.length];
        for (int d = 0; d < point.length; d++) {
            int bits = 0;
            for (int k = 0; k < BITS && index >>> k != 0; k++) {
                bits ^= (index >>> k & 1) == 0 ? 0 : directions[d][k];
            }
            if (keys.length == 0) {
                point[d] = Integer.toUnsignedLong(bits) * CELL;
            } else {
                point[d] = (Integer.toUnsignedLong(scrambled(bits, keys[d])) + 0.5) * CELL;
            }
        }
        return point;
    }

    /** Returns points 0 to n - 1; powers of two are balanced best. */
    public double[][] points(int n) {
        double[][] points = new double[n][];
        for (int i = 0; i < n; i++) {
            points[i] = point(i);
        }
        return points;
    }

    /**
     * Owen scrambling of the binary digits: reversed, a digit comes to depend on the more
     * significant ones only.
     */
    private static int scrambled(int bits, int key) {
        int x = Integer.reverse(bits);
        x += key;
        x ^= x * 0x6c50b47c;
        x ^= x * 0xb82f1e52;
        x ^= x * 0xc7afe638;
        x ^= x * 0x8d22f6e6;
        return Integer.reverse(x);
    }

    /**
     * m_k = 2 a_1 m_{k-1} ⊕ … ⊕ 2^{s-1} a_{s-1} m_{k-s+1} ⊕ 2^s m_{k-s} ⊕ m_{k-s}, and v_k = m_k /
     * 2^k.
     */
    private static int[] directions(int d) {
        int[] v = new int[BITS];
        if (d == 0) {
            for (int k = 0; k < BITS; k++) {
                v[k] = 1 << (BITS - 1 - k);
            }
            return v;
        }
        int[] row = PARAMETERS.get(d - 1);
        int s = row[1];
        int a = row[2];
        for (int k = 0; k < BITS; k++) {
            if (k < s) {
                v[k] = row[3 + k] << (BITS - 1 - k);
                continue;
            }
            v[k] = v[k - s] ^ v[k - s] >>> s;
            for (int j = 1; j < s; j++) {
                v[k] ^= (a >>> (s - 1 - j) & 1) == 0 ? 0 : v[k - j];
            }
        }
        return v;
    }

    private static List<int[]> parameters() {
        try (var in = SobolSequence.class.getResourceAsStream("joe-kuo.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line ->
                            List.of(line.split(" ")).stream().mapToInt(Integer::parseInt).toArray())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "joe-kuo.txt, a resource of this module, cannot be read", e);
        }
    }
}
