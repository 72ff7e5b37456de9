package org.attune.report;

import java.util.stream.IntStream;

/**
 * Which of many points are drawn, and written: equally far apart, the first and the last among
 * them.
 */
final class Thinned {
    /** So many points of one kind are drawn in a picture. */
    static final int MOST = 1500;

    private Thinned() {}

    /** Returns indices of at most {@code most} of n things. */
    static int[] of(int n, int most) {
        return n <= most
                ? IntStream.range(0, n).toArray()
                : IntStream.range(0, most)
                        .map(i -> (int) Math.round(i * (n - 1.0) / (most - 1)))
                        .toArray();
    }

    /** Returns what to say where points were left out; empty where none were. */
    static String remark(int n, int most) {
        return n <= most ? "" : " %d of %d points are drawn.".formatted(most, n);
    }
}
