package org.attune.benchmarks;

import org.attune.api.Candidate;
import org.attune.api.Generator;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.Tuners;
import org.attune.benchmarks.problems.Benchmark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Prints what becomes of a fixed number of runs that is divided among more and more tasks: {@code
 * TaskCount [RUNS [SEEDS]]}, on the model of a QR factorisation with m = 4674, n = 3608 and other
 * sizes drawn below 5000, as in section 5.3 of GPTune's guide.
 *
 * <p>The columns are the distance from the optimum, in per cent, of the first task and of all tasks
 * on average, medians over the seeds; and the summed run time of the application, of which the
 * first task alone takes 1.
 */
public final class TaskCount {
    private static final List<Integer> COUNTS = List.of(1, 2, 4, 8, 20);
    private static final List<String> WAYS = List.of("auto", "none");

    private final Benchmark benchmark = Suites.named("public").problem("pdgeqrf");
    private final List<Point> tasks = tasks(COUNTS.getLast());
    private final Map<Point, Double> optima = new LinkedHashMap<>();
    private final int runs;
    private final int seeds;

    private TaskCount(int runs, int seeds) {
        this.runs = runs;
        this.seeds = seeds;
    }

    /** What one study reached. */
    private record Reached(Map<Point, Double> values, double time) {}

    /** Prints a line for each number of tasks and way of sharing. */
    public static void main(String[] args) {
        int runs = args.length > 0 ? Integer.parseInt(args[0]) : 80;
        int seeds = args.length > 1 ? Integer.parseInt(args[1]) : 10;
        new TaskCount(runs, seeds).print();
    }

    private void print() {
        tasks.parallelStream()
                .map(t -> Map.entry(t, optimum(t)))
                .toList()
                .forEach(e -> optima.put(e.getKey(), e.getValue()));
        var reached = new LinkedHashMap<String, List<Reached>>();
        for (int count : COUNTS) {
            for (String sharing : count == 1 ? WAYS.subList(1, 2) : WAYS) {
                List<Reached> studies =
                        IntStream.range(0, seeds)
                                .mapToObj(seed -> tuned(count, sharing, seed))
                                .toList();
                reached.put("%5d  %8d  %7s".formatted(count, runs / count, sharing), studies);
            }
        }
        System.out.println("tasks  runs each  sharing  first task %  all tasks %  run time");
        double alone = median(reached.firstEntry().getValue().stream().map(Reached::time).toList());
        reached.forEach((name, studies) ->
                System.out.printf(
                        Locale.ROOT,
                        "%s  %14.2f  %11.2f  %8.2f%n",
                        name,
                        median(studies.stream().map(s -> off(s, tasks.getFirst())).toList()),
                        median(studies.stream().map(this::meanOff).toList()),
                        median(studies.stream().map(Reached::time).toList()) / alone));
    }

    private double off(Reached study, Point task) {
        return 100 * (study.values().get(task) / optima.get(task) - 1);
    }

    private double meanOff(Reached study) {
        return study.values().keySet().stream()
                .mapToDouble(t -> off(study, t))
                .average()
                .orElseThrow();
    }

    private List<Point> tasks(int count) {
        Generator random = new Seed(0).generator("tasks", 0);
        var drawn = new ArrayList<>(List.of(task(4674, 3608)));
        while (drawn.size() < count) {
            Point task = benchmark.problem().taskSpace().sample(random);
            if (task.number("m") < 5000 && task.number("n") < 5000) {
                drawn.add(task);
            }
        }
        return drawn;
    }

    private Point task(int m, int n) {
        return benchmark
                .problem()
                .taskSpace()
                .canonical(Point.of("m", m, "n", n, "nodes", 8, "cores", 32, "bunit", 8));
    }

    /** Returns the least value of all 393 216 configurations. */
    private double optimum(Point task) {
        double least = Double.POSITIVE_INFINITY;
        for (int mb = 1; mb <= 16; mb++) {
            for (int nb = 1; nb <= 16; nb++) {
                for (int lg2 = 0; lg2 <= 5; lg2++) {
                    for (int p = 1; p <= 256; p++) {
                        var candidate =
                                Candidate.of(
                                        task,
                                        Point.of("mb", mb, "nb", nb, "lg2npernode", lg2, "p", p));
                        if (benchmark.problem().admits(candidate)) {
                            least = Math.min(least, benchmark.measure(candidate, 0).truth());
                        }
                    }
                }
            }
        }
        return least;
    }

    private Reached tuned(int count, String sharing, long seed) {
        var values = new LinkedHashMap<Point, Double>();
        double time = 0;
        try (Study study =
                Study.of(benchmark.problem())
                        .tasks(tasks.subList(0, count))
                        .tuner(Tuners.available().named("gp-lcm"))
                        .options(Map.of("sharing", sharing))
                        .seed(seed)
                        .trials(runs / count)
                        .open()) {
            for (List<Trial> asked = study.ask(1); !asked.isEmpty(); asked = study.ask(1)) {
                Trial trial = asked.getFirst();
                var measured = benchmark.measure(trial.candidate(), trial.number());
                study.tell(trial.number(), measured.outcome());
                values.merge(trial.task(), measured.truth(), Math::min);
                time += measured.truth();
            }
        }
        return new Reached(values, time);
    }

    private static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(v -> v).sorted().toArray();
        return Arrays.stream(sorted, (sorted.length - 1) / 2, sorted.length / 2 + 1)
                .average()
                .orElseThrow();
    }
}
