package org.attune.benchmarks.problems;

import static org.attune.benchmarks.problems.Landscape.between;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Point;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Programs whose time depends on what divides their sizes: vector loops with a remainder, accesses
 * that are aligned or not, cache sets, warps of threads, arrays that are padded to whole blocks;
 * such as fail, or take a slow path, where something does not divide a size; and such as know
 * nothing of it. In two halves, one to decide by and one that reports. Each seed has an instance of
 * its own, whose values are divided by that of the best one that a local search has found, which
 * may stop some hundredths beside the best.
 */
public final class AlignmentProblems {
    private static final long LARGEST = 1024;
    private static final int WARP = 32;
    private static final int MOST_THREADS = 1024; // of a block
    private static final int RESIDENT = 2048; // threads of a core

    private AlignmentProblems() {}

    /** Returns the half by which decisions are made: two and four sizes. */
    public static List<DrawnProblem> decide() {
        return Stream.concat(Stream.of(threads(1)), IntStream.of(2, 4).boxed().flatMap(n -> of(n)))
                .toList();
    }

    /** Returns the half that decides nothing: three and five sizes. */
    public static List<DrawnProblem> report() {
        return Stream.concat(Stream.of(threads(2)), IntStream.of(3, 5).boxed().flatMap(n -> of(n)))
                .toList();
    }

    private static Stream<DrawnProblem> of(int n) {
        return Stream.of(
                sizes("remainder" + n, 0, n, random -> remainder(n, random)),
                sizes("unaligned" + n, 0, n, random -> unaligned(n, random)),
                sizes("noisy-unaligned" + n, 0.03, n, random -> unaligned(n, random)),
                sizes("sets" + n, 0, n, random -> sets(n, random)),
                sizes("padded" + n, 0, n, random -> padded(n, random)),
                sizes("slow-path" + n, 0, n, random -> slowPath(n, random)),
                sizes("strict" + n, 0, n, random -> strict(n, random)),
                sizes("whole" + n, 0, n, random -> gains(n, random)));
    }

    private static DrawnProblem sizes(
            String name, double noise, int n, Function<Generator, ToDoubleFunction<long[]>> drawn) {
        List<Parameter> sizes =
                IntStream.range(0, n)
                        .<Parameter>mapToObj(i -> Parameter.integer("size" + i, 4, LARGEST))
                        .toList();
        return DrawnProblem.ofRatios(
                name,
                noise,
                sizes,
                random -> {
                    ToDoubleFunction<long[]> seconds = drawn.apply(random);
                    return p ->
                            seconds.applyAsDouble(
                                    IntStream.range(0, n)
                                            .mapToLong(i -> (long) p.number("size" + i))
                                            .toArray());
                });
    }

    /** Time by the logarithms of the sizes, of which some act together. */
    private static ToDoubleFunction<long[]> gains(int n, Generator random) {
        double[] best = between(random, n, 0.3, 0.85);
        double[] weight = between(random, n, 0.3, 3);
        double[] mixed = between(random, n, -0.6, 0.6);
        return sizes -> {
            double value = 1;
            double together = 0;
            for (int i = 0; i < n; i++) {
                double off = Math.log(sizes[i] / 4.0) / Math.log(LARGEST / 4.0) - best[i];
                value += weight[i] * off * off;
                together += mixed[i] * off;
            }
            return value + together * together;
        };
    }

    /** What does not fill a vector is done one by one, in the loop over one of the sizes. */
    private static ToDoubleFunction<long[]> remainder(int n, Generator random) {
        ToDoubleFunction<long[]> gains = gains(n, random);
        int lanes = 4 << random.nextInt(3);
        int which = random.nextInt(n);
        double single = between(random, 0.4, 1); // an element by itself, a vector being 1
        return sizes -> {
            double steps = sizes[which] / lanes + single * (sizes[which] % lanes);
            return gains.applyAsDouble(sizes) * steps * lanes / sizes[which];
        };
    }

    /** One or two sizes have to be multiples of something. */
    private static ToDoubleFunction<long[]> unaligned(int n, Generator random) {
        ToDoubleFunction<long[]> gains = gains(n, random);
        int count = 1 + random.nextInt(2);
        int first = random.nextInt(n);
        int[] unit = IntStream.range(0, count).map(i -> 4 << random.nextInt(5)).toArray();
        double[] factor = between(random, count, 1.08, 1.5);
        return sizes -> {
            double value = gains.applyAsDouble(sizes);
            for (int i = 0; i < count; i++) {
                value *= sizes[(first + i) % n] % unit[i] == 0 ? 1 : factor[i];
            }
            return value;
        };
    }

    /** Large powers of two fall into the same sets of a cache; odd sizes are a little slower. */
    private static ToDoubleFunction<long[]> sets(int n, Generator random) {
        ToDoubleFunction<long[]> gains = gains(n, random);
        int way = 64 << random.nextInt(3);
        int vector = 4 << random.nextInt(2);
        double conflict = between(random, 1.2, 2);
        double odd = between(random, 1.05, 1.2);
        return sizes -> {
            double value = gains.applyAsDouble(sizes);
            for (long size : sizes) {
                value *= size % way == 0 ? conflict : size % vector == 0 ? 1 : odd;
            }
            return value;
        };
    }

    /** Arrays of an extent are padded to whole blocks. */
    private static ToDoubleFunction<long[]> padded(int n, Generator random) {
        ToDoubleFunction<long[]> gains = gains(n, random);
        long[] extent =
                IntStream.range(0, n)
                        .mapToLong(i -> (8L + random.nextInt(9)) << (6 + random.nextInt(3)))
                        .toArray();
        return sizes -> {
            double value = gains.applyAsDouble(sizes);
            for (int i = 0; i < n; i++) {
                value *= Math.ceilDiv(extent[i], sizes[i]) * (double) sizes[i] / extent[i];
            }
            return value;
        };
    }

    /** One size has to be a multiple of something, or all is done by other, slow code. */
    private static ToDoubleFunction<long[]> slowPath(int n, Generator random) {
        ToDoubleFunction<long[]> gains = gains(n, random);
        int which = random.nextInt(n);
        int unit = 4 << random.nextInt(4);
        double slow = between(random, 1.5, 8);
        return sizes -> gains.applyAsDouble(sizes) * (sizes[which] % unit == 0 ? 1 : slow);
    }

    /** One or two sizes have to be multiples of something, or nothing runs. */
    private static ToDoubleFunction<long[]> strict(int n, Generator random) {
        ToDoubleFunction<long[]> gains = gains(n, random);
        int first = random.nextInt(n);
        int second = (first + random.nextInt(2)) % n;
        int unit = 4 << random.nextInt(3);
        int other = 2 << random.nextInt(2);
        return sizes ->
                sizes[first] % unit == 0 && sizes[second] % other == 0
                        ? gains.applyAsDouble(sizes)
                        : Double.NaN;
    }

    /** Threads of a block, in one direction or two, that are run in warps. */
    private static DrawnProblem threads(int directions) {
        var parameters = new ArrayList<Parameter>();
        for (int i = 0; i < directions; i++) {
            parameters.add(Parameter.integer("threads" + i, 1, i == 0 ? 512 : 64));
        }
        parameters.add(Parameter.integer("work", 1, 32).log());
        parameters.add(Parameter.categorical("cache", List.of("no", "yes")));
        return DrawnProblem.ofRatios(
                "warps" + directions, 0, parameters, random -> threads(directions, random));
    }

    private static ToDoubleFunction<Point> threads(int directions, Generator random) {
        long registers = 65536 / (32 << random.nextInt(2)); // for so many threads
        double best = between(random, 0.3, 0.9);
        double curvature = between(random, 0.5, 2);
        double cached = between(random, 0.85, 1.15);
        double scattered = between(random, 1.1, 1.4);
        return p -> {
            long threads = 1;
            for (int i = 0; i < directions; i++) {
                threads *= (long) p.number("threads" + i);
            }
            long warps = Math.ceilDiv(threads, (long) WARP);
            long blocks = Math.min(RESIDENT, registers) / (warps * WARP);
            if (threads > MOST_THREADS || blocks == 0) {
                return Double.NaN; // cannot be launched
            }
            double busy = (double) threads / (warps * WARP);
            double hidden = 1 - Math.exp(-3.0 * blocks * warps * WARP / RESIDENT);
            double off = Math.log(p.number("work")) / Math.log(32) - best;
            return (p.number("threads0") % 16 == 0 ? 1 : scattered)
                    * (p.get("cache").equals("yes") ? cached : 1)
                    * (1 + curvature * off * off)
                    / (busy * hidden);
        };
    }
}
