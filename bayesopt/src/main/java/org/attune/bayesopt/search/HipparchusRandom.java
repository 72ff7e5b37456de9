package org.attune.bayesopt.search;

import org.attune.api.Generator;
import org.hipparchus.random.RandomGenerator;

/** Our generator as Hipparchus sees it; it cannot be seeded anew. */
record HipparchusRandom(Generator source) implements RandomGenerator {
    @Override
    public void setSeed(int seed) {
        throw seeded();
    }

    @Override
    public void setSeed(int[] seed) {
        throw seeded();
    }

    @Override
    public void setSeed(long seed) {
        throw seeded();
    }

    private static UnsupportedOperationException seeded() {
        return new UnsupportedOperationException("The seed is the study's.");
    }

    @Override
    public void nextBytes(byte[] bytes) {
        source.nextBytes(bytes);
    }

    @Override
    public void nextBytes(byte[] bytes, int start, int length) {
        for (int i = start; i < start + length; i++) {
            bytes[i] = (byte) source.nextLong();
        }
    }

    @Override
    public int nextInt() {
        return source.nextInt();
    }

    @Override
    public int nextInt(int bound) {
        return source.nextInt(bound);
    }

    @Override
    public long nextLong() {
        return source.nextLong();
    }

    @Override
    public long nextLong(long bound) {
        return source.nextLong(bound);
    }

    @Override
    public boolean nextBoolean() {
        return source.nextBoolean();
    }

    @Override
    public float nextFloat() {
        return source.nextFloat();
    }

    @Override
    public double nextDouble() {
        return source.nextDouble();
    }

    @Override
    public double nextGaussian() {
        return source.nextGaussian();
    }
}
