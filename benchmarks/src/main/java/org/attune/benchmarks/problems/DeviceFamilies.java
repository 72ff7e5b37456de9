package org.attune.benchmarks.problems;

import static org.attune.benchmarks.problems.TestFunctions.log2;

import org.attune.api.Constraint;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.TuningProblem;

import java.util.List;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;

/**
 * One kernel on several devices: the same parameters, but times that jump at other places on each,
 * where a scratchpad, the registers, a cache or a lane width is exceeded. What one device tells of
 * another may be much, little, or wrong. Seconds of formulas, without noise.
 */
public final class DeviceFamilies {
    private static final List<Integer> TILES = List.of(4, 8, 16, 32, 64, 128);

    private DeviceFamilies() {}

    /** Returns the first six; on three of them ways of sharing were tried, not on the others. */
    public static List<BenchmarkProblem> all() {
        return List.of(product4(), histogram3(), stencil2(), sparse3(), transform4(), particles3());
    }

    /** Returns two more, by which nothing was decided. */
    public static List<BenchmarkProblem> report() {
        return List.of(sort3(), convolve4());
    }

    /** A matrix product in tiles: scratchpads and registers of four devices. */
    private static BenchmarkProblem product4() {
        double[] scratch = {16, 48, 96, 24}; // KiB
        double[] registers = {32, 128, 64, 255}; // per thread
        double[] lanes = {64, 32, 16, 8};
        var builder =
                TuningProblem.named("product4")
                        .parameter(Parameter.ordinal("tile_m", TILES))
                        .parameter(Parameter.ordinal("tile_n", TILES))
                        .parameter(Parameter.ordinal("tile_k", List.of(4, 8, 16, 32, 64)))
                        .parameter(Parameter.ordinal("per_thread", List.of(1, 2, 4, 8, 16)))
                        .parameter(Parameter.categorical("staging", List.of("none", "a", "both")))
                        .constraint(Constraint.of("threads", "tile_m*tile_n >= 4*per_thread"));
        return devices(
                "product4",
                builder,
                4,
                (device, p) -> {
                    double m = p.number("tile_m");
                    double n = p.number("tile_n");
                    double k = p.number("tile_k");
                    double each = p.number("per_thread");
                    String staging = (String) p.get("staging");
                    double staged =
                            switch (staging) {
                                case "none" -> 0;
                                case "a" -> m * k;
                                default -> (m + n) * k;
                            };
                    double kib = 8 * staged / 1024;
                    double threads = m * n / each;
                    double traffic =
                            (staging.equals("both") ? 1 : staging.equals("a") ? 1.6 : 2.5)
                                    * (1 / m + 1 / n);
                    double crowded =
                            kib > scratch[device] ? 6 : kib > scratch[device] / 2 ? 1.5 : 1;
                    double spilled = 6 * each + 8 > registers[device] ? 2.5 : 1;
                    double idle = Math.ceil(threads / lanes[device]) * lanes[device] / threads;
                    double waits = device == 1 && !staging.equals("none") ? 0.4 : 0.1;
                    return crowded
                            * spilled
                            * idle
                            * (0.2 + 0.3 / each + 8 * traffic + waits * 8 / k);
                });
    }

    /** Counting into bins: atomics are cheap on one device only. */
    private static BenchmarkProblem histogram3() {
        double[] atomics = {0.2, 2.5, 0.9};
        double[] copies = {2, 16, 6};
        double[] best = {1024, 128, 256};
        var builder =
                TuningProblem.named("histogram3")
                        .parameter(
                                Parameter.categorical(
                                        "update", List.of("global", "shared", "private", "sorted")))
                        .parameter(
                                Parameter.ordinal("threads", List.of(32, 64, 128, 256, 512, 1024)))
                        .parameter(Parameter.integer("items", 1, 64).log())
                        .parameter(
                                Parameter.integer("copies", 1, 32)
                                        .log()
                                        .activeIf("update == 'shared' or update == 'private'"))
                        .parameter(Parameter.categorical("padding", List.of("off", "on")))
                        .constraint(Constraint.of("work", "threads*items <= 32768"));
        return devices(
                "histogram3",
                builder,
                3,
                (device, p) -> {
                    String update = (String) p.get("update");
                    double threads = p.number("threads");
                    double items = p.number("items");
                    double n = p.has("copies") ? p.number("copies") : 1;
                    double fill = 1 + 0.15 * Math.abs(log2(threads / best[device]));
                    double conflicts =
                            p.get("padding").equals("on") ? 0.1 : device == 2 ? 0.02 : 0.5;
                    double over = n > copies[device] ? 2 : 1;
                    double seconds =
                            switch (update) {
                                case "global" -> 0.5 + 2.5 * atomics[device];
                                case "shared" -> 0.6 + atomics[device] / n + conflicts + 0.04 * n;
                                case "private" ->
                                        0.9 + 0.02 * n + (device == 1 ? 0 : 0.7) + 0.5 / n;
                                default -> 1.4 + (device == 0 ? 0.8 : 0.1);
                            };
                    return seconds
                            * over
                            * fill
                            * (1 + 0.8 / items + (items > 24 >> device ? 0.4 : 0));
                });
    }

    /** A blocked stencil: two caches that lie far apart, and one device without prefetching. */
    private static BenchmarkProblem stencil2() {
        double[] cache = {32, 512}; // KiB
        var builder =
                TuningProblem.named("stencil2")
                        .parameter(Parameter.integer("bx", 8, 1024).log())
                        .parameter(Parameter.integer("by", 1, 256).log())
                        .parameter(Parameter.integer("bz", 1, 256).log())
                        .parameter(Parameter.ordinal("steps", List.of(1, 2, 4, 8)))
                        .parameter(Parameter.categorical("prefetch", List.of("off", "near", "far")))
                        .constraint(Constraint.of("block", "bx*by*bz <= 4194304"));
        return devices(
                "stencil2",
                builder,
                2,
                (device, p) -> {
                    double x = p.number("bx");
                    double y = p.number("by");
                    double z = p.number("bz");
                    double steps = p.number("steps");
                    double planes = 8 * x * y * (2 + steps) / 1024;
                    double misses =
                            planes <= cache[device] ? 0.2 : planes <= 8 * cache[device] ? 1 : 2.2;
                    double halo = steps * (2 / x + 2 / y + 2 / z);
                    double ahead =
                            switch ((String) p.get("prefetch")) {
                                case "near" -> device == 0 ? -0.15 : 0.3;
                                case "far" -> device == 0 ? (x < 128 ? 0.4 : -0.3) : 0.5;
                                default -> 0;
                            };
                    double remainder = x % (device == 0 ? 8 : 64) == 0 ? 0 : 0.35;
                    return 0.4 + misses / Math.sqrt(steps) + halo + ahead + remainder + 8 / x;
                });
    }

    /** A sparse product: the best format is another one on each device. */
    private static BenchmarkProblem sparse3() {
        double[][] formats = {{1, 1.5, 0.8, 2.2}, {1.2, 0.7, 1, 1.1}, {0.6, 2, 1.1, 1.4}};
        double[] rows = {32, 4, 1};
        double[] widths = {8, 32, 2};
        var builder =
                TuningProblem.named("sparse3")
                        .parameter(
                                Parameter.categorical(
                                        "format", List.of("rows", "padded", "sliced", "pairs")))
                        .parameter(
                                Parameter.ordinal("slice", List.of(2, 4, 8, 16, 32, 64))
                                        .activeIf("format == 'sliced'"))
                        .parameter(Parameter.integer("rows_each", 1, 64).log())
                        .parameter(Parameter.ordinal("width", List.of(1, 2, 4, 8, 16, 32)))
                        .parameter(Parameter.categorical("index", List.of("short", "long")))
                        .constraint(Constraint.of("team", "rows_each*width <= 512"));
        return devices(
                "sparse3",
                builder,
                3,
                (device, p) -> {
                    int format =
                            List.of("rows", "padded", "sliced", "pairs").indexOf(p.get("format"));
                    double each = p.number("rows_each");
                    double width = p.number("width");
                    double base = formats[device][format];
                    double sliced =
                            p.has("slice")
                                    ? 0.12 * Math.abs(log2(p.number("slice") / widths[device]))
                                    : 0;
                    double team = width > widths[device] ? 0.6 : 0.1 * log2(widths[device] / width);
                    double shared = 0.08 * Math.pow(log2(each / rows[device]), 2);
                    double index = p.get("index").equals("short") == (device != 1) ? 0 : 0.25;
                    return base * (1 + sliced + team) + shared + index;
                });
    }

    /** A Fourier transform: radices, threads, and where twiddle factors are kept. */
    private static BenchmarkProblem transform4() {
        double[] radix = {4, 8, 16, 2};
        double[] threads = {64, 256, 128, 512};
        int[] tables = {0, 1, 2, 1};
        var builder =
                TuningProblem.named("transform4")
                        .parameter(Parameter.ordinal("radix", List.of(2, 4, 8, 16)))
                        .parameter(Parameter.ordinal("threads", List.of(16, 32, 64, 128, 256, 512)))
                        .parameter(Parameter.integer("batch", 1, 128).log())
                        .parameter(
                                Parameter.categorical(
                                        "twiddle", List.of("computed", "constant", "memory")))
                        .parameter(Parameter.integer("padding", 0, 8))
                        .constraint(Constraint.of("registers", "radix*threads <= 4096"));
        return devices(
                "transform4",
                builder,
                4,
                (device, p) -> {
                    double r = p.number("radix");
                    double t = p.number("threads");
                    double batch = p.number("batch");
                    double spills = r > radix[device] ? 1.9 : 1;
                    double passes = 1 / log2(2 * r);
                    double halves = Math.abs(log2(t / threads[device]));
                    int table = List.of("computed", "constant", "memory").indexOf(p.get("twiddle"));
                    double twiddle = 0.5 * Math.abs(table - tables[device]);
                    double banks = ((int) p.number("padding") + device) % 3 == 0 ? 0 : 0.3;
                    double waves =
                            Math.ceil(batch * t / (4096 >> device))
                                    * (4096 >> device)
                                    / (batch * t);
                    return spills
                                    * (passes + 0.1 * halves + twiddle * 0.6 + banks)
                                    * Math.sqrt(waves)
                            + 2 / batch;
                });
    }

    /** Forces between particles: cell lists pay on one device, all pairs on another. */
    private static BenchmarkProblem particles3() {
        double[] lanes = {4, 16, 32};
        var builder =
                TuningProblem.named("particles3")
                        .parameter(Parameter.categorical("pairs", List.of("all", "cells", "lists")))
                        .parameter(Parameter.real("skin", 0.05, 1).activeIf("pairs == 'lists'"))
                        .parameter(Parameter.integer("cell", 1, 32).activeIf("pairs == 'cells'"))
                        .parameter(Parameter.ordinal("block", List.of(16, 32, 64, 128, 256)))
                        .parameter(Parameter.integer("unroll", 1, 16))
                        .parameter(
                                Parameter.categorical(
                                        "layout", List.of("arrays", "records", "blocked")))
                        .constraint(Constraint.of("body", "unroll*block <= 2048"));
        return devices(
                "particles3",
                builder,
                3,
                (device, p) -> {
                    double base =
                            switch ((String) p.get("pairs")) {
                                case "all" -> new double[] {4, 2.2, 0.9}[device];
                                case "cells" ->
                                        new double[] {1.6, 1, 1.5}[device]
                                                + 0.05
                                                        * Math.abs(
                                                                p.number("cell")
                                                                        - new double[] {5, 20, 12}
                                                                                [device]);
                                default ->
                                        new double[] {0.8, 1.4, 2}[device]
                                                + Math.pow(p.number("skin") - 0.2 - 0.3 * device, 2)
                                                + 0.03 / p.number("skin");
                            };
                    double unroll = p.number("unroll");
                    double tail = unroll % Math.min(lanes[device], 4) == 0 ? 0.8 : 1;
                    double bodies = unroll > 16 >> device ? 1.5 : 1;
                    int layout = List.of("arrays", "records", "blocked").indexOf(p.get("layout"));
                    double strides = layout == device ? 1 : layout == 2 ? 1.15 : 1.4;
                    double block = 1 + 0.1 * Math.abs(log2(p.number("block") / (16 << 2 * device)));
                    return base * tail * bodies * strides * block;
                });
    }

    /** A radix sort: wide digits save passes until their counters leave the scratchpad. */
    private static BenchmarkProblem sort3() {
        double[] scratch = {16, 64, 160}; // KiB
        double[] registers = {8, 24, 12}; // keys that a thread can hold
        double[] threads = {128, 512, 256};
        double[][] ranks = {{1, 1.6, 1.3}, {1.2, 0.8, 1.5}, {1.1, 1.3, 0.7}};
        var builder =
                TuningProblem.named("sort3")
                        .parameter(Parameter.integer("bits", 1, 10))
                        .parameter(
                                Parameter.ordinal("threads", List.of(32, 64, 128, 256, 512, 1024)))
                        .parameter(Parameter.integer("keys", 1, 32).log())
                        .parameter(
                                Parameter.categorical(
                                        "ranking", List.of("scan", "match", "atomics")))
                        .parameter(Parameter.categorical("scatter", List.of("direct", "sorted")))
                        .constraint(Constraint.of("block", "threads*keys <= 16384"));
        return devices(
                "sort3",
                builder,
                3,
                (device, p) -> {
                    double bits = p.number("bits");
                    double t = p.number("threads");
                    double keys = p.number("keys");
                    boolean sorted = p.get("scatter").equals("sorted");
                    int ranking = List.of("scan", "match", "atomics").indexOf(p.get("ranking"));
                    double passes = Math.ceil(32 / bits);
                    double counters = Math.pow(2, bits) * t / 32 * 4 / 1024;
                    double kib = counters + (sorted ? 8 * t * keys / 1024 : 0);
                    double over = kib > scratch[device] ? 3 : kib > scratch[device] / 2 ? 1.3 : 1;
                    double spilled = keys > registers[device] ? 1.7 : 1;
                    double idle = 1 + 0.12 * Math.abs(log2(t / threads[device]));
                    double scatter =
                            sorted ? 0.25 : 0.2 + 0.6 * bits / 10 * (device == 1 ? 0.3 : 1);
                    double rank = 0.4 * ranks[device][ranking] * (1 + 0.06 * bits);
                    return passes * over * spilled * idle * (0.1 + rank + scatter + 0.8 / keys) / 8;
                });
    }

    /** A convolution: which algorithm, and how much of it a cache and the registers hold. */
    private static BenchmarkProblem convolve4() {
        double[][] methods = {
            {2, 1.2, 0.9, 1.6}, {1.5, 1, 1.4, 0.9}, {1.1, 0.9, 1.3, 2}, {2.4, 1.5, 1, 1.1}
        };
        double[] cache = {32, 256, 64, 1024}; // KiB
        double[] widths = {4, 8, 16, 2};
        var builder =
                TuningProblem.named("convolve4")
                        .parameter(
                                Parameter.categorical(
                                        "method", List.of("direct", "tiled", "winograd", "fft")))
                        .parameter(
                                Parameter.ordinal("patch", List.of(2, 4, 6, 8))
                                        .activeIf("method == 'winograd'"))
                        .parameter(Parameter.integer("tile", 4, 128).log())
                        .parameter(Parameter.integer("channels", 1, 256).log())
                        .parameter(Parameter.ordinal("width", List.of(1, 2, 4, 8, 16)))
                        .parameter(
                                Parameter.categorical("layout", List.of("planes", "interleaved")))
                        .constraint(Constraint.of("buffer", "tile*tile*channels <= 1048576"));
        return devices(
                "convolve4",
                builder,
                4,
                (device, p) -> {
                    int method =
                            List.of("direct", "tiled", "winograd", "fft").indexOf(p.get("method"));
                    double tile = p.number("tile");
                    double channels = p.number("channels");
                    double width = p.number("width");
                    double patch =
                            p.has("patch")
                                    ? 0.1 * Math.abs(p.number("patch") - 2 - 2 * (device % 3))
                                    : 0;
                    double kib = 4 * tile * tile * channels / 1024;
                    double misses =
                            kib <= cache[device] ? 0 : kib <= 16 * cache[device] ? 0.5 : 1.4;
                    double lanes =
                            width > widths[device] ? 0.7 : 0.12 * log2(widths[device] / width);
                    double remainder = channels % width == 0 ? 0 : 0.3;
                    boolean planes = p.get("layout").equals("planes");
                    double strides = planes == (device % 2 == 0) ? 0 : 0.1 + 0.05 * width;
                    return methods[device][method]
                            * (1 + patch + lanes + remainder + strides)
                            * (1 + misses + 3 / tile + 1 / channels);
                });
    }

    private static BenchmarkProblem devices(
            String name,
            TuningProblem.Builder builder,
            int devices,
            ToDoubleBiFunction<Integer, Point> seconds) {
        List<String> names = IntStream.range(0, devices).mapToObj(i -> "device" + i).toList();
        var problem =
                builder.task(Parameter.categorical("device", names))
                        .objective(Objective.minimize(BenchmarkProblem.OUTPUT))
                        .build();
        return new BenchmarkProblem(
                name,
                problem,
                names.stream().map(d -> Point.of("device", d)).toList(),
                0,
                c ->
                        seconds.applyAsDouble(
                                names.indexOf(c.task().get("device")), c.configuration()));
    }
}
