package org.attune.benchmarks;

import org.attune.api.Candidate;
import org.attune.api.Exhibit;
import org.attune.api.Fidelity;
import org.attune.api.FittedModel;
import org.attune.api.Generator;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.Tuners;
import org.attune.api.TuningProblem;
import org.attune.benchmarks.problems.Benchmark;
import org.attune.benchmarks.problems.BenchmarkProblem;
import org.attune.benchmarks.problems.RegimeProblem;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Prints how much better a model with regimes expects runs that it has not seen than that of one
 * regime does, in nats per run, and how well it finds the regimes: {@code RegimeDensity SUITE SEEDS
 * RUNS [PROBLEM...]}, of a suite of {@link RegimeProblem}s. Runs are at random configurations, 200
 * more are held out.
 *
 * <p>The adjusted Rand index compares the regimes of the runs with the true ones, over those seeds
 * in which runs are in more than one.
 */
public final class RegimeDensity {
    private static final int HELD_OUT = 200;

    private RegimeDensity() {}

    private record Result(double gain, boolean several, double index) {}

    /** Prints a line for each problem. */
    public static void main(String[] args) {
        ProblemSource suite = Suites.named(args[0]);
        int seeds = Integer.parseInt(args[1]);
        int runs = Integer.parseInt(args[2]);
        List<String> selected = List.of(args).subList(3, args.length);
        System.out.println(
                "problem           nats per run: mean  median  least   regimes  Rand index  seeds"
                        + " with");
        for (String name : selected.isEmpty() ? suite.names() : selected) {
            if (!(suite.problem(name) instanceof RegimeProblem problem)) {
                throw new IllegalArgumentException(
                        "'%s' is no problem with regimes. Maybe take the suite regimes, regimes-report or jumps."
                                .formatted(name));
            }
            List<Result> results =
                    IntStream.range(0, seeds).mapToObj(s -> result(problem, s, runs)).toList();
            double[] gains = results.stream().mapToDouble(Result::gain).sorted().toArray();
            double[] indices =
                    results.stream()
                            .mapToDouble(Result::index)
                            .filter(i -> !Double.isNaN(i))
                            .toArray();
            System.out.printf(
                    "%-16s %19.2f %7.2f %6.2f %9.2f %11.2f %11d%n",
                    name,
                    Arrays.stream(gains).average().orElseThrow(),
                    (gains[(seeds - 1) / 2] + gains[seeds / 2]) / 2,
                    gains[0],
                    results.stream().mapToDouble(r -> r.several() ? 1 : 0).average().orElseThrow(),
                    Arrays.stream(indices).average().orElse(Double.NaN),
                    indices.length);
        }
    }

    private static Result result(RegimeProblem problem, int seed, int runs) {
        Generator random = new Seed(seed).generator("configurations", 0);
        List<Point> configurations =
                IntStream.range(0, runs + HELD_OUT)
                        .mapToObj(i -> problem.problem().parameterSpace().sample(random))
                        .toList();
        double[] values =
                IntStream.range(0, configurations.size())
                        .mapToDouble(i -> measured(problem, configurations.get(i), seed, i))
                        .toArray();
        try (Study plain = study(problem, "gp-lcm", seed, configurations, values, runs);
                Study regimes = study(problem, "cgp", seed, configurations, values, runs)) {
            double gain =
                    heldOut(regimes, configurations, values, runs)
                            - heldOut(plain, configurations, values, runs);
            Optional<Map<Point, Integer>> found = found(problem.problem(), regimes);
            return new Result(
                    gain,
                    found.isPresent(),
                    index(problem, seed, configurations.subList(0, runs), found));
        }
    }

    private static double measured(RegimeProblem problem, Point p, int seed, int number) {
        var candidate = new Candidate(Point.EMPTY, p, Fidelity.FULL);
        Outcome outcome =
                problem.measure(candidate, seed * Benchmark.SEEDS_APART + number).outcome();
        return ((Outcome.Measured) outcome).outputs().get(BenchmarkProblem.OUTPUT).getFirst();
    }

    private static Study study(
            RegimeProblem problem,
            String tuner,
            int seed,
            List<Point> configurations,
            double[] values,
            int runs) {
        Study study =
                Study.of(problem.problem())
                        .tuner(Tuners.available().named(tuner))
                        .options(tuner.equals("cgp") ? Map.of() : Map.of("regimes", "false"))
                        .seed(seed)
                        .trials(runs)
                        .open();
        for (int i = 0; i < runs; i++) {
            var candidate = new Candidate(Point.EMPTY, configurations.get(i), Fidelity.FULL);
            Trial trial = study.add(List.of(candidate)).getFirst();
            study.tell(trial.number(), Outcome.measured(BenchmarkProblem.OUTPUT, values[i]));
        }
        return study;
    }

    private static double heldOut(
            Study study, List<Point> configurations, double[] values, int runs) {
        FittedModel model = study.model().orElseThrow();
        return IntStream.range(runs, values.length)
                .mapToDouble(i ->
                        model.logDensity(
                                        Point.EMPTY,
                                        configurations.get(i),
                                        BenchmarkProblem.OUTPUT,
                                        values[i])
                                .orElse(Double.NaN))
                .filter(d -> !Double.isNaN(d)) // beyond the warp's range for both
                .average()
                .orElseThrow();
    }

    /** Returns the regime of each configuration, as the exhibits say; empty where there is one. */
    private static Optional<Map<Point, Integer>> found(TuningProblem problem, Study study) {
        return study.exhibits().stream()
                .filter(e -> e.title().startsWith("Regime of each measured trial"))
                .findFirst()
                .map(e -> {
                    var regimes = new HashMap<Point, Integer>();
                    List<List<Object>> rows = ((Exhibit.Table) e).rows();
                    List<Trial> trials = study.records().finished();
                    for (int i = 0; i < rows.size(); i++) {
                        regimes.put(
                                trials.get(i).configuration(),
                                rows.get(i).getFirst().toString().hashCode());
                    }
                    return regimes;
                });
    }

    private static double index(
            RegimeProblem problem,
            int seed,
            List<Point> configurations,
            Optional<Map<Point, Integer>> found) {
        int[] truth = configurations.stream().mapToInt(problem.instance(seed).regime()).toArray();
        int[] regimes =
                configurations.stream().mapToInt(p -> found.map(f -> f.get(p)).orElse(0)).toArray();
        return Arrays.stream(truth).distinct().count() < 2
                ? Double.NaN
                : adjustedRandIndex(truth, regimes);
    }

    /** Hubert and Arabie's index, by counting pairs: 1 for equal partitions, 0 by chance. */
    static double adjustedRandIndex(int[] a, int[] b) {
        double both = 0;
        double first = 0;
        double second = 0;
        double all = 0.5 * a.length * (a.length - 1);
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < i; j++) {
                first += a[i] == a[j] ? 1 : 0;
                second += b[i] == b[j] ? 1 : 0;
                both += a[i] == a[j] && b[i] == b[j] ? 1 : 0;
            }
        }
        double expected = first * second / all;
        double most = (first + second) / 2;
        return most == expected ? 1 : (both - expected) / (most - expected);
    }
}
