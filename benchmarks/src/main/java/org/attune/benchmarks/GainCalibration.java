package org.attune.benchmarks;

import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.benchmarks.problems.Benchmark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Prints how the gain that the default tuner expects of a trial compares with what the trial
 * gained, and what it would have cost and saved to stop by it. {@code GainCalibration SEEDS
 * TRIALS}.
 *
 * <p>Both are in standard deviations of the outputs: expected ones on the scale of the surrogate,
 * gained ones of those measured before.
 */
public final class GainCalibration {
    private static final List<String> PROBLEMS =
            List.of("branin", "hartmann6", "ackley5", "rosenbrock4", "func2c", "func3c");
    private static final double[] ENDS = {1e-1, 3e-2, 1e-2, 3e-3, 1e-3, 1e-4, 0};
    private static final int IN_A_ROW = 8; // as StoppingRule.Gain

    private GainCalibration() {}

    private record Step(double expected, double gained) {}

    private record Run(List<Step> steps, double[] best, double deviation) {
        /** Returns after how many trials the rule ends the run; all where it does not. */
        int stopped(double threshold) {
            int row = 0;
            for (int i = 0; i < steps.size(); i++) {
                double expected = steps.get(i).expected();
                if (!Double.isNaN(expected)) {
                    row = expected < threshold ? row + 1 : 0;
                    if (row == IN_A_ROW) {
                        return i + 1;
                    }
                }
            }
            return steps.size();
        }

        /** Returns what the trials after so many gained, in deviations of all outputs. */
        double lost(int trials) {
            return (best[trials - 1] - best[best.length - 1]) / deviation;
        }
    }

    /** Prints both tables. */
    public static void main(String[] args) {
        int seeds = Integer.parseInt(args[0]);
        int trials = Integer.parseInt(args[1]);
        var runs = new ArrayList<Run>();
        for (String name : PROBLEMS) {
            for (int seed = 0; seed < seeds; seed++) {
                runs.add(run(Suites.named("public").problem(name), seed, trials));
            }
        }
        System.out.println("expected   trials  gained anything  mean expected  mean gained");
        double upper = Double.POSITIVE_INFINITY;
        for (double lower : ENDS) {
            double least = lower;
            double most = upper;
            List<Step> steps =
                    runs.stream()
                            .flatMap(r -> r.steps().stream())
                            .filter(s -> s.expected() >= least && s.expected() < most)
                            .toList();
            System.out.printf(
                    ">= %-7s %6d %16.2f %14.2g %12.2g%n",
                    lower,
                    steps.size(),
                    steps.stream().mapToDouble(s -> s.gained() > 0 ? 1 : 0).average().orElse(0),
                    steps.stream().mapToDouble(Step::expected).average().orElse(0),
                    steps.stream().mapToDouble(Step::gained).average().orElse(0));
            upper = lower;
        }
        System.out.println("stop.gain  ended  trials left  lost, median  lost, 90 %");
        for (double threshold : ENDS) {
            if (threshold > 0) {
                double[] left =
                        runs.stream()
                                .mapToDouble(r -> trials - r.stopped(threshold))
                                .filter(l -> l > 0)
                                .toArray();
                double[] lost =
                        runs.stream()
                                .filter(r -> r.stopped(threshold) < trials)
                                .mapToDouble(r -> r.lost(r.stopped(threshold)))
                                .sorted()
                                .toArray();
                System.out.printf(
                        "%-9s %3d/%-3d %10.1f %13.2g %11.2g%n",
                        threshold,
                        left.length,
                        runs.size(),
                        Arrays.stream(left).average().orElse(0),
                        lost.length == 0 ? 0 : lost[lost.length / 2],
                        lost.length == 0 ? 0 : lost[(int) (0.9 * (lost.length - 1))]);
            }
        }
    }

    private static Run run(Benchmark benchmark, long seed, int trials) {
        var problem = benchmark.problem();
        String output = problem.optimized().getFirst().name();
        int sign = problem.optimized().getFirst().goal().sign();
        var study =
                Study.of(problem)
                        .tasks(List.of(benchmark.tasks().getFirst()))
                        .trials(trials)
                        .seed(seed)
                        .open();
        while (study.status().state() == Study.State.RUN) {
            for (Trial t : study.ask(1)) {
                study.tell(t.number(), benchmark.measure(t.candidate(), t.number()).outcome());
            }
        }
        List<Trial> all =
                study.records().trials().stream()
                        .sorted(Comparator.comparingLong(Trial::number))
                        .toList();
        double[] y =
                all.stream()
                        .mapToDouble(t -> sign * problem.value(t, output).orElseThrow())
                        .toArray();
        double[] best = y.clone();
        for (int i = 1; i < y.length; i++) {
            best[i] = Math.min(best[i - 1], y[i]);
        }
        var steps = new ArrayList<Step>();
        for (int i = 0; i < y.length; i++) {
            double before = i == 0 ? y[0] : best[i - 1];
            double spread = deviation(Arrays.copyOf(y, i));
            steps.add(
                    new Step(
                            Math.exp(all.get(i).provenance().logExpectedGain()),
                            spread > 0 ? Math.max(before - y[i], 0) / spread : 0));
        }
        return new Run(steps, best, deviation(y));
    }

    private static double deviation(double[] y) {
        double mean = Arrays.stream(y).average().orElse(0);
        return Math.sqrt(Arrays.stream(y).map(v -> (v - mean) * (v - mean)).average().orElse(0));
    }
}
