package org.attune.benchmarks;

import org.attune.api.Candidate;
import org.attune.api.Generator;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.benchmarks.problems.Benchmark;
import org.attune.benchmarks.problems.QrProblems;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Tasks of a problem with the least values that there are: the first one is given, the others are
 * drawn.
 *
 * @param benchmark the problem
 * @param tasks the given one first
 * @param optima of each
 */
record KnownOptima(Benchmark benchmark, List<Point> tasks, Map<Point, Double> optima) {
    private static final int GRID = 1 << 20;

    /**
     * Returns GPTune's demo function with t = 6, as in section 5.2 of its guide, and other t in [0,
     * 10]. The optima are those of a grid that has at least 600 points in each of the function's
     * fastest waves.
     */
    static KnownOptima demo(int count) {
        return of("demo", count, Point.of("t", 6), t -> true);
    }

    /**
     * Returns the model of a QR factorisation with m = 4674, n = 3608, as in section 5.3 of
     * GPTune's guide, and other sizes below 5000. The optima are those of all 393 216
     * configurations.
     */
    static KnownOptima qr(int count) {
        return of(
                "pdgeqrf",
                count,
                Point.of("m", 4674, "n", 3608, "nodes", 8, "cores", 32, "bunit", 8),
                t -> t.number("m") < 5000 && t.number("n") < 5000);
    }

    /** Returns the same model with sizes up to 20000, all of them drawn. */
    static KnownOptima largeQr(int count) {
        return of("pdgeqrf", count, drawnQr(count, 1).getLast(), t -> true);
    }

    /** Returns sizes of the same model, drawn in another way for each seed above 1. */
    static List<Point> drawnQr(int count, long seed) {
        Benchmark benchmark = Suites.named("public").problem("pdgeqrf");
        Generator random = new Seed(seed).generator("tasks", 0);
        return Stream.generate(() -> benchmark.problem().taskSpace().sample(random))
                .limit(count)
                .toList();
    }

    private static KnownOptima of(String name, int count, Point first, Predicate<Point> wanted) {
        Benchmark benchmark = Suites.named("public").problem(name);
        Generator random = new Seed(0).generator("tasks", 0);
        var tasks = new ArrayList<>(List.of(benchmark.problem().taskSpace().canonical(first)));
        while (tasks.size() < count) {
            Point task = benchmark.problem().taskSpace().sample(random);
            if (wanted.test(task)) {
                tasks.add(task);
            }
        }
        return of(benchmark, tasks, t -> configurations(name));
    }

    /**
     * Returns the tasks of the model whose nodes are free, which are three sizes on 8 nodes and on
     * 64. The optima are those of all configurations: 129 024, and 1 032 192 on 64 nodes.
     */
    static KnownOptima nodesQr() {
        Benchmark benchmark = QrProblems.nodes().getFirst();
        return of(
                benchmark,
                benchmark.tasks(),
                t -> QrProblems.configurations((int) t.number("nodes")));
    }

    private static KnownOptima of(
            Benchmark benchmark, List<Point> tasks, Function<Point, Stream<Point>> configurations) {
        var optima = new HashMap<Point, Double>();
        for (Point task : tasks) {
            optima.put(
                    task,
                    configurations
                            .apply(task)
                            .parallel()
                            .map(x -> Candidate.of(task, x))
                            .filter(benchmark.problem()::admits)
                            .mapToDouble(c -> benchmark.measure(c, 0).truth())
                            .min()
                            .orElseThrow());
        }
        return new KnownOptima(benchmark, List.copyOf(tasks), Map.copyOf(optima));
    }

    private static Stream<Point> configurations(String name) {
        return name.equals("demo")
                ? IntStream.rangeClosed(0, GRID).mapToObj(i -> Point.of("x", (double) i / GRID))
                : IntStream.range(0, 16 * 16 * 6 * 256)
                        .mapToObj(i ->
                                Point.of(
                                        "mb",
                                        1 + i % 16,
                                        "nb",
                                        1 + i / 16 % 16,
                                        "lg2npernode",
                                        i / 256 % 6,
                                        "p",
                                        1 + i / 1536));
    }

    /** Returns how far a value is above the optimum of its task, in per cent of that. */
    double above(Point task, double value) {
        double optimum = optima.get(task);
        return 100 * (value - optimum) / Math.abs(optimum);
    }
}
