package org.attune.cgp;

import org.attune.api.Generator;

import smile.math.MathEx;

import java.util.concurrent.ForkJoinPool;
import java.util.function.Supplier;

/**
 * Runs what uses Smile in one thread, whose generator is seeded before: Smile draws from a
 * generator of the thread, and works on the streams of a pool.
 */
final class Serially {
    private Serially() {}

    static <T> T run(Generator random, Supplier<T> work) {
        long seed = random.nextLong();
        try (var pool = new ForkJoinPool(1)) {
            return pool.submit(
                            () -> {
                                MathEx.setSeed(seed);
                                return work.get();
                            })
                    .join();
        }
    }
}
