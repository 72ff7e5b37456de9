package org.attune.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.benchmarks.problems.BenchmarkProblem;

/**
 * Runs tuners on problems of a suite in this process, and writes a line of JSON for each run: {@code peer},
 * {@code problem}, {@code budget}, {@code seed}, {@code best} (best true value after each trial) and {@code overhead}
 * (CPU seconds of each proposal).
 */
public final class SuiteRun {
    private final Path out;

    private SuiteRun(Path out) {
        this.out = out;
    }

    /** Arguments: suite (comma-separated problem:task names), tuners, seeds (a-b), trials, out file. */
    static void run(
            List<BenchmarkProblem> suite, String[] names, String[] tuners, int from, int to, int trials, Path out, int threads)
            throws Exception {
        var run = new SuiteRun(out);
        try (var pool = Executors.newFixedThreadPool(threads)) {
            var tasks = new ArrayList<java.util.concurrent.Future<?>>();
            for (int seed = from; seed <= to; seed++) {
                for (String name : names) {
                    for (String tuner : tuners) {
                        int s = seed;
                        tasks.add(pool.submit(() -> run.one(suite, name, tuner, s, trials)));
                    }
                }
            }
            for (var t : tasks) {
                t.get();
            }
        }
    }

    private void one(
            List<BenchmarkProblem> suite, String name, String tuner, int seed, int trials) {
        String family = name.split(":")[0];
        int index = name.contains(":") ? Integer.parseInt(name.split(":")[1]) : 0;
        BenchmarkProblem problem =
                suite.stream().filter(p -> p.name().equals(family)).findFirst().orElseThrow();
        Point task = problem.tasks().get(index);
        Map<String, String> options = options(tuner);
        var bean = java.lang.management.ManagementFactory.getThreadMXBean();
        double[] best = new double[trials];
        double[] overhead = new double[trials];
        Arrays.fill(best, Double.POSITIVE_INFINITY);
        double bestObserved = Double.POSITIVE_INFINITY;
        double bestTrue = Double.POSITIVE_INFINITY;
        try (Study study =
                Study.of(problem.problem())
                        .tasks(List.of(task))
                        .tuner(tuner.split("\\[")[0])
                        .options(options)
                        .seed(seed)
                        .trials(trials)
                        .open()) {
            for (int i = 0; i < trials; i++) {
                long cpu = bean.getCurrentThreadCpuTime();
                List<Trial> asked = study.ask(1);
                overhead[i] = (bean.getCurrentThreadCpuTime() - cpu) * 1e-9;
                if (asked.isEmpty()) {
                    Arrays.fill(best, i, trials, bestTrue);
                    break;
                }
                Trial trial = asked.getFirst();
                Outcome outcome = problem.evaluate(trial.candidate(), seed * 100003L + i);
                Trial told = study.tell(trial.number(), outcome);
                var value = problem.problem().value(told, BenchmarkProblem.OUTPUT);
                if (value.isPresent() && value.getAsDouble() < bestObserved) {
                    bestObserved = value.getAsDouble();
                    bestTrue = problem.truth().applyAsDouble(trial.candidate());
                }
                best[i] = bestTrue;
            }
        }
        String line =
                "{\"peer\":\"%s\",\"problem\":\"%s:%d\",\"budget\":%d,\"seed\":%d,\"best\":[%s],\"overhead\":[%s]}\n"
                        .formatted(
                                tuner,
                                family,
                                index,
                                trials,
                                seed,
                                Arrays.stream(best)
                                        .mapToObj(v -> Double.isFinite(v) ? String.format(Locale.ROOT, "%.7g", v) : "null")
                                        .collect(Collectors.joining(",")),
                                Arrays.stream(overhead)
                                        .mapToObj(v -> String.format(Locale.ROOT, "%.4f", v))
                                        .collect(Collectors.joining(",")));
        synchronized (this) {
            try {
                Files.writeString(
                        out, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static Map<String, String> options(String tuner) {
        int open = tuner.indexOf('[');
        var map = new java.util.LinkedHashMap<String, String>();
        if (open > 0) {
            for (String pair : tuner.substring(open + 1, tuner.length() - 1).split(";")) {
                map.put(pair.split("=")[0], pair.split("=")[1]);
            }
        }
        return map;
    }
}
