package org.attune.benchmarks;

import org.attune.api.AdmissibleSampler;
import org.attune.api.Candidate;
import org.attune.api.FittedModel;
import org.attune.api.Generator;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Prediction;
import org.attune.api.Seed;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.benchmarks.problems.Benchmark;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Prints how often what is measured lies in the 95 % interval that {@code predict} gives: {@code
 * PredictionCoverage SUITE SEEDS TRIALS [PROBLEM...]}. The model learns from so many trials of the
 * default tuner, of the first task alone, and is asked for 200 random configurations. Beside it
 * stands how wide the interval is and how far off the median, relative to the middle 80 % of what
 * was measured.
 *
 * <p>Intervals are of the output without noise; problems with noise are measured with it, so that
 * their share is lower than it should be.
 */
public final class PredictionCoverage {
    private static final int RANDOM = 200;

    private PredictionCoverage() {}

    /** Shares of measurements within the interval; its width and the error beside all outputs. */
    private record Coverage(double share, double width, double error) {
        static double mean(List<Coverage> all, ToDoubleFunction<Coverage> of) {
            return all.stream().mapToDouble(of).average().orElse(Double.NaN);
        }
    }

    /** Prints a line for each problem, and their mean. */
    public static void main(String[] args) {
        ProblemSource suite = Suites.named(args[0]);
        int seeds = Integer.parseInt(args[1]);
        int trials = Integer.parseInt(args[2]);
        if (seeds < 1 || trials < 1) {
            throw new IllegalArgumentException(
                    "PredictionCoverage wants at least one seed and one trial, not %d and %d."
                            .formatted(seeds, trials));
        }
        List<String> selected = List.of(args).subList(3, args.length);
        System.out.println(
                "problem               within 95 %   width of the interval, median   error,"
                        + " median");
        double sum = 0;
        double errors = 0;
        List<String> names = selected.isEmpty() ? suite.names() : selected;
        for (String name : names) {
            List<Coverage> all =
                    IntStream.range(0, seeds)
                            .mapToObj(seed -> coverage(suite.problem(name), seed, trials))
                            .flatMap(Optional::stream)
                            .toList();
            double share = Coverage.mean(all, Coverage::share);
            double width = Coverage.mean(all, Coverage::width);
            double error = Coverage.mean(all, Coverage::error);
            System.out.printf("%-21s %11.3f %10.3f %10.4f%n", name, share, width, error);
            sum += share / names.size();
            errors += error / names.size();
        }
        System.out.printf("%-21s %11.3f %10s %10.4f%n", "mean", sum, "", errors);
    }

    /** Returns what one study is worth; empty where nothing could be measured. */
    private static Optional<Coverage> coverage(Benchmark benchmark, long seed, int trials) {
        Point task = benchmark.tasks().getFirst();
        String output = benchmark.problem().optimized().getFirst().name();
        Optional<FittedModel> model = model(benchmark, task, seed, trials);
        Generator random = new Seed(seed).generator("held out", 0);
        var sampler = new AdmissibleSampler(benchmark.problem(), task);
        int within = 0;
        double[] values = new double[RANDOM];
        double[] widths = new double[RANDOM];
        double[] errors = new double[RANDOM];
        int measured = 0;
        for (int i = 0; i < RANDOM && model.isPresent(); i++) {
            Point held =
                    sampler.sample(p -> true, AdmissibleSampler.PATIENCE, random)
                            .configuration()
                            .orElseThrow();
            Outcome outcome =
                    benchmark
                            .measure(
                                    Candidate.of(task, held),
                                    seed * Benchmark.SEEDS_APART + trials + i)
                            .outcome();
            if (outcome instanceof Outcome.Measured m) {
                Prediction p = model.get().predict(task, held, output);
                double value = m.outputs().get(output).getFirst();
                within += p.lower() <= value && value <= p.upper() ? 1 : 0;
                values[measured] = value;
                errors[measured] = Math.abs(p.median() - value);
                widths[measured++] = p.upper() - p.lower();
            }
        }
        if (measured == 0) {
            return Optional.empty();
        }
        double[] sorted = Arrays.stream(values, 0, measured).sorted().toArray();
        double middle = sorted[(int) (0.9 * measured)] - sorted[(int) (0.1 * measured)];
        Arrays.sort(widths, 0, measured);
        Arrays.sort(errors, 0, measured);
        return Optional.of(
                new Coverage(
                        (double) within / measured,
                        widths[measured / 2] / middle,
                        errors[measured / 2] / middle));
    }

    private static Optional<FittedModel> model(
            Benchmark benchmark, Point task, long seed, int trials) {
        try (Study study =
                Study.of(benchmark.problem())
                        .tasks(List.of(task))
                        .trials(trials)
                        .seed(seed)
                        .open()) {
            while (study.status().state() == Study.State.RUN) {
                for (Trial trial : study.ask(1)) {
                    study.tell(trial.number(), StudyRun.measured(benchmark, trial, seed).outcome());
                }
            }
            return study.model()
                    .filter(m ->
                            Study.best(benchmark.problem(), study.records(), task).isPresent());
        }
    }
}
