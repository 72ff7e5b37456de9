package org.attune.bayesopt.surrogate;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Places of observations as kernels see them, and what hyperparameters of their warping do. */
public final class Places {
    private static final int WORTH_THREADS = 100; // places
    private static final int BLOCKS = 4;

    private final Warping.At warping;
    private final double[][] raw;
    private final double[][] rows;

    Places(Warping.At warping, double[][] raw) {
        this.warping = warping;
        this.raw = raw;
        this.rows = Arrays.stream(raw).map(warping::of).toArray(double[][]::new);
    }

    /** Returns n. */
    public int size() {
        return rows.length;
    }

    /** Returns place i, warped. */
    public double[] row(int i) {
        return rows[i];
    }

    /** Adds to a gradient what a derivative {@code by} a warped coordinate of place i entails. */
    public void addSlope(int axis, int i, double by, double[] gradient) {
        warping.addSlope(axis, raw[i], by, gradient);
    }

    /**
     * Adds to a gradient what derivatives by a warped coordinate of all places entail.
     *
     * @param by n derivatives, each to be multiplied with the factor
     */
    public void addSlopes(int axis, double[] by, double factor, double[] gradient) {
        warping.addSlopes(axis, raw, by, factor, gradient);
    }

    /**
     * Computes something of blocks of rows, with about as many pairs of places each. Places of
     * several tasks are divided, for threads; those of one task are a single block, since the
     * searches for its hyperparameters have threads of their own.
     *
     * @param block of rows from (inclusive) to (exclusive)
     * @return the results in the order of the blocks, which do not depend on the threads
     */
    public <T> List<T> blocks(BiFunction<Integer, Integer, T> block) {
        int n = size();
        int parts = warping.isOfSeveralTasks() && n >= WORTH_THREADS ? BLOCKS : 1;
        IntFunction<Integer> from = i -> (int) Math.round(n * Math.sqrt((double) i / parts));
        IntStream all = IntStream.range(0, parts);
        return (parts > 1 ? all.parallel() : all)
                .mapToObj(i -> block.apply(from.apply(i), from.apply(i + 1)))
                .toList();
    }
}
