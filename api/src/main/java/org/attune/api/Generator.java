package org.attune.api;

import java.util.random.RandomGenerator;

/**
 * xoshiro256++, the generator behind every random decision of a study.
 *
 * <p>The derived draws are written here too, because the defaults of {@link RandomGenerator} are
 * not specified bit by bit and may change with the JDK; golden values in the tests pin them. Not
 * thread-safe: take a generator per key from {@link Seed#generator} instead of sharing one.
 *
 * <p>Source: D. Blackman and S. Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS
 * 47 (2021), doi:10.1145/3460772. The state is filled with SplitMix64, as its authors advise.
 */
public final class Generator implements RandomGenerator {
    private long s0;
    private long s1;
    private long s2;
    private long s3;

    /** Starts the sequence that belongs to {@code seed}. */
    public Generator(long seed) {
        long golden = 0x9e3779b97f4a7c15L;
        s0 = Seed.mix(seed);
        s1 = Seed.mix(seed + golden);
        s2 = Seed.mix(seed + 2 * golden);
        s3 = Seed.mix(seed + 3 * golden);
    }

    @Override
    public long nextLong() {
        long result = Long.rotateLeft(s0 + s3, 23) + s0;
        long t = s1 << 17;
        s2 ^= s0;
        s3 ^= s1;
        s1 ^= s2;
        s0 ^= s3;
        s2 ^= t;
        s3 = Long.rotateLeft(s3, 45);
        return result;
    }

    /** Returns a multiple of 2⁻⁵³ in [0, 1). */
    @Override
    public double nextDouble() {
        return (nextLong() >>> 11) * 0x1.0p-53;
    }

    /**
     * Returns a uniform integer in [0, bound), by rejection without bias.
     *
     * @throws IllegalArgumentException if bound is not positive
     */
    @Override
    public int nextInt(int bound) {
        return (int) nextLong(bound);
    }

    /**
     * Returns a uniform integer in [0, bound), by rejection without bias.
     *
     * @throws IllegalArgumentException if bound is not positive
     */
    @Override
    public long nextLong(long bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException(
                    "bound is %d, but must be positive.".formatted(bound));
        }
        long bits;
        long value;
        do {
            bits = nextLong() >>> 1;
            value = bits % bound;
        } while (bits - value + (bound - 1) < 0);
        return value;
    }

    /**
     * Returns a standard normal number (polar method of Marsaglia; the second number of the pair is
     * dropped).
     */
    @Override
    public double nextGaussian() {
        double u;
        double v;
        double s;
        do {
            u = 2 * nextDouble() - 1;
            v = 2 * nextDouble() - 1;
            s = u * u + v * v;
        } while (s >= 1 || s == 0);
        return u * StrictMath.sqrt(-2 * StrictMath.log(s) / s);
    }

    /**
     * Puts the first {@code values.length} numbers into random order, in place (Fisher and Yates).
     */
    public void shuffle(int[] values) {
        for (int i = values.length - 1; i > 0; i--) {
            int j = nextInt(i + 1);
            int swap = values[i];
            values[i] = values[j];
            values[j] = swap;
        }
    }

    @Override
    public String toString() {
        return "Generator xoshiro256++";
    }
}
