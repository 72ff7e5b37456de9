package org.attune.benchmarks;

import org.attune.api.Candidate;
import org.attune.api.Generator;
import org.attune.api.MeasuredNoise;
import org.attune.api.Outcome;
import org.attune.api.PerformanceModel;
import org.attune.api.Point;
import org.attune.api.SampledModel;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.api.TuningProblem;
import org.attune.benchmarks.problems.Benchmark;
import org.attune.benchmarks.problems.Measurement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Prints what it is worth to tell the tuner more: a prior mean, a program as a performance model,
 * the noise of each trial. The best true value of all trials by their number, as medians over
 * seeds. {@code KnowledgeGain SEEDS TRIALS}.
 *
 * <p>What is known of the function is the function itself, moved by a twentieth of each axis
 * (<i>right</i>) or by half of it, round the axis (<i>wrong</i>). A program has been run at ten
 * random configurations for each parameter. The noise of a run has the deviation {@code s (0.02 +
 * x₁ / 2)} with x₁ in unit coordinates and s the deviation of the function at random
 * configurations.
 */
public final class KnowledgeGain {
    private static final double RIGHT = 0.05;
    private static final double WRONG = 0.5;
    private static final int RUNS = 3;
    private static final Seed SEED = new Seed(1);

    private KnowledgeGain() {}

    /** Prints a table for each problem. */
    public static void main(String[] args) {
        int seeds = Integer.parseInt(args[0]);
        int trials = Integer.parseInt(args[1]);
        for (String name : List.of("hartmann6", "rosenbrock4")) {
            Benchmark exact = Suites.named("public").problem(name);
            var rows = new LinkedHashMap<String, TuningProblem>();
            rows.put("none", exact.problem());
            rows.put(
                    "mean",
                    ModelGain.copy(exact.problem()).priorMean("y", moved(exact, RIGHT)).build());
            rows.put(
                    "wrong m.",
                    ModelGain.copy(exact.problem()).priorMean("y", moved(exact, WRONG)).build());
            rows.put(
                    "program",
                    ModelGain.copy(exact.problem()).model(sampled(exact, RIGHT)).build());
            rows.put(
                    "wrong p.",
                    ModelGain.copy(exact.problem()).model(sampled(exact, WRONG)).build());
            heading(name, seeds, trials);
            rows.forEach((row, problem) -> row(row, problem, exact, seeds, trials));
        }
        for (String name : List.of("hartmann6", "ackley5")) {
            Benchmark exact = Suites.named("public").problem(name);
            heading(name + " with noise", seeds, trials);
            for (Told told : Told.values()) {
                row(
                        told.name().toLowerCase(Locale.ROOT),
                        exact.problem(),
                        new Noisy(exact, deviation(exact), told),
                        seeds,
                        trials);
            }
        }
    }

    private static void heading(String name, int seeds, int trials) {
        System.out.println("%s, median of %d seeds".formatted(name, seeds));
        ModelGain.heading(trials);
    }

    private static void row(
            String name, TuningProblem problem, Benchmark benchmark, int seeds, int trials) {
        ModelGain.row(name, problem, benchmark, Point.EMPTY, seeds, trials);
    }

    private static PerformanceModel moved(Benchmark exact, double by) {
        return PerformanceModel.of("known", p -> value(exact, moved(exact, p, by)));
    }

    /** Returns the configuration that lies so much further on each axis, round it. */
    private static Point moved(Benchmark exact, Point known, double by) {
        Space space = exact.problem().parameterSpace();
        double[] x = space.encode(known);
        for (int d = 0; d < x.length; d++) {
            x[d] = (x[d] + by) % 1;
        }
        return space.decode(x);
    }

    private static double value(Benchmark exact, Point configuration) {
        return exact.measure(Candidate.of(Point.EMPTY, configuration), 0).truth();
    }

    private static SampledModel sampled(Benchmark exact, double by) {
        var samples = new ArrayList<SampledModel.Sample>();
        for (Point p : random(exact, 10 * exact.problem().parameterSpace().dimension())) {
            samples.add(new SampledModel.Sample(Point.EMPTY, p, value(exact, moved(exact, p, by))));
        }
        return new SampledModel("known", Optional.empty(), "moved by " + by, samples);
    }

    private static List<Point> random(Benchmark exact, int count) {
        Generator random = SEED.generator(exact.name(), count);
        var points = new ArrayList<Point>();
        for (int i = 0; i < count; i++) {
            points.add(exact.problem().parameterSpace().sample(random));
        }
        return points;
    }

    /** Returns the deviation of the function at 1000 random configurations. */
    private static double deviation(Benchmark exact) {
        double[] y = random(exact, 1000).stream().mapToDouble(p -> value(exact, p)).toArray();
        double mean = Arrays.stream(y).average().orElseThrow();
        return Math.sqrt(
                Arrays.stream(y).map(v -> (v - mean) * (v - mean)).average().orElseThrow());
    }

    /** What is measured, and what the tuner is told of it. */
    private enum Told {
        /** One run. */
        ONCE,
        /** One run and its standard error. */
        ERROR,
        /** The mean of three runs. */
        MEAN,
        /** Three runs. */
        REPEATS
    }

    /** A problem with noise that differs from configuration to configuration. */
    private record Noisy(Benchmark exact, double scale, Told told) implements Benchmark {
        @Override
        public String name() {
            return exact.name();
        }

        @Override
        public TuningProblem problem() {
            return exact.problem();
        }

        @Override
        public List<Point> tasks() {
            return exact.tasks();
        }

        @Override
        public Measurement measure(Candidate candidate, long noiseSeed) {
            Point p = candidate.configuration();
            double deviation = scale * (0.02 + 0.5 * problem().parameterSpace().encode(p)[0]);
            double truth = value(exact, p);
            Generator random = SEED.generator(p.toString(), noiseSeed);
            double[] runs = new double[told == Told.ONCE || told == Told.ERROR ? 1 : RUNS];
            Arrays.setAll(runs, i -> truth + deviation * random.nextGaussian());
            var outputs = new LinkedHashMap<String, List<Double>>();
            outputs.put(
                    "y",
                    told == Told.MEAN
                            ? List.of(Arrays.stream(runs).average().orElseThrow())
                            : Arrays.stream(runs).boxed().toList());
            if (told == Told.ERROR) {
                outputs.put("y" + MeasuredNoise.STANDARD_ERROR, List.of(deviation));
            }
            return new Measurement(new Outcome.Measured(outputs, Map.of(), 0), truth);
        }
    }
}
