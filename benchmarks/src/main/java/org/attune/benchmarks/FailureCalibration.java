package org.attune.benchmarks;

import org.attune.api.Candidate;
import org.attune.api.FittedModel;
import org.attune.api.Generator;
import org.attune.api.ModelProvider;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Settings;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.Tuners;
import org.attune.api.TuningRequest;
import org.attune.benchmarks.problems.Benchmark;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Prints how good the probabilities of failing are that {@code predict} shows: {@code
 * FailureCalibration SEEDS}, on the suite {@code crashes}.
 *
 * <p>A model learns from the first 5, 10, 20 and 40 random configurations, and says how probably
 * each of 200 others fails. Its log loss, the mean of -log of the probability of what happened, is
 * beside that of the share of failures among the runs it has seen, half a run of either kind added
 * to them. Histories without a failure, or with nothing else, are left out: nothing is predicted of
 * them.
 */
public final class FailureCalibration {
    private static final int[] RUNS = {5, 10, 20, 40};
    private static final int HELD_OUT = 200;
    private static final double LEAST = 1e-12; // a certainty that was wrong costs 28

    private FailureCalibration() {}

    /** Sums of log losses over histories, of the share and of the model. */
    private static final class Losses {
        private double ofShare;
        private double ofModel;
        private int histories;

        void add(Losses other) {
            if (other.histories > 0) {
                ofShare += other.ofShare / other.histories;
                ofModel += other.ofModel / other.histories;
                histories++;
            }
        }

        String text() {
            return histories == 0
                    ? "          -"
                    : String.format(
                            Locale.ROOT, "%.3f %.3f", ofShare / histories, ofModel / histories);
        }
    }

    /** Prints a line for each problem: share and model after 5, 10, 20 and 40 runs. */
    public static void main(String[] args) {
        int seeds = Integer.parseInt(args[0]);
        System.out.println(
                "problem               fails   5 runs       10           20           40");
        var means = new Losses[RUNS.length];
        for (int j = 0; j < means.length; j++) {
            means[j] = new Losses();
        }
        ProblemSource suite = Suites.named("crashes");
        for (String name : suite.names()) {
            Benchmark benchmark = suite.problem(name);
            var losses = new Losses[RUNS.length];
            var line = new StringBuilder();
            double failures = 0;
            for (int j = 0; j < RUNS.length; j++) {
                losses[j] = new Losses();
                for (int seed = 0; seed < seeds; seed++) {
                    failures += history(benchmark, seed, RUNS[j], losses[j]);
                }
                line.append("  ").append(losses[j].text());
                means[j].add(losses[j]);
            }
            double share = failures / seeds / RUNS.length;
            System.out.printf(Locale.ROOT, "%-21s %5.2f%s%n", name, share, line);
        }
        var line = new StringBuilder();
        for (Losses mean : means) {
            line.append("  ").append(mean.text());
        }
        System.out.printf("%-27s%s%n", "mean", line);
    }

    /** Adds the losses of one history, and returns the share of failures of what was held out. */
    private static double history(Benchmark benchmark, int seed, int runs, Losses to) {
        var problem = benchmark.problem();
        Point task = benchmark.tasks().getFirst();
        Generator random = new Seed(seed).generator(benchmark.name(), 0);
        int failed = 0;
        Optional<FittedModel> model;
        try (Study study = Study.of(problem).tasks(List.of(task)).seed(seed).trials(runs).open()) {
            for (int i = 0; i < runs; i++) {
                Candidate next = Candidate.of(task, problem.parameterSpace().sample(random));
                for (Trial trial : study.add(List.of(next))) {
                    Outcome outcome = benchmark.measure(next, trial.number()).outcome();
                    failed += outcome instanceof Outcome.Failed ? 1 : 0;
                    study.tell(trial.number(), outcome);
                }
            }
            model =
                    failed == 0
                            ? Optional.empty()
                            : models().fit(request(benchmark, seed), study.records());
        }
        double share = (failed + 0.5) / (runs + 1);
        int failures = 0;
        double ofShare = 0;
        double ofModel = 0;
        for (int i = 0; i < HELD_OUT; i++) {
            Point held = problem.parameterSpace().sample(random);
            boolean fails =
                    benchmark.measure(Candidate.of(task, held), i).outcome()
                            instanceof Outcome.Failed;
            failures += fails ? 1 : 0;
            if (model.isPresent()) {
                double p = model.get().failureProbability(task, held).orElseThrow();
                ofShare += loss(share, fails) / HELD_OUT;
                ofModel += loss(p, fails) / HELD_OUT;
            }
        }
        if (model.isPresent()) {
            to.ofShare += ofShare;
            to.ofModel += ofModel;
            to.histories++;
        }
        return (double) failures / HELD_OUT;
    }

    private static double loss(double p, boolean fails) {
        return -Math.log(Math.max(fails ? p : 1 - p, LEAST));
    }

    private static ModelProvider models() {
        return Tuners.available().named("gp-lcm").models().orElseThrow();
    }

    private static TuningRequest request(Benchmark benchmark, int seed) {
        var provider = Tuners.available().named("gp-lcm");
        return new TuningRequest(
                benchmark.problem(),
                List.of(benchmark.tasks().getFirst()),
                Settings.of(provider.name(), provider.options(), Map.of()),
                new Seed(seed));
    }
}
