package org.attune.benchmarks;

import org.attune.benchmarks.problems.Benchmark;
import org.attune.benchmarks.problems.RegimeProblems;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * From which value on a run has solved its problem: within 5 % of the gap from the median of what
 * random search has after 20 trials, by the runs of {@code random} in the files, to the optimum.
 * Where no optimum is known, the best value of any run in the files stands for it.
 */
public final class Solved {
    /** What the runs of random search are called. */
    public static final String RANDOM = "random";

    /** Trials of theirs that count. */
    public static final int TRIALS = 20;

    private static final double SHARE = 0.05; // of the gap
    private static final Map<String, Double> OPTIMA = optima();

    private Solved() {}

    private static Map<String, Double> optima() {
        var optima = new HashMap<String, Double>();
        for (Benchmark problem :
                Stream.concat(RegimeProblems.decide().stream(), RegimeProblems.report().stream())
                        .toList()) {
            problem.optimum().ifPresent(o -> optima.put(problem.name() + ":0", o));
        }
        return optima;
    }

    /**
     * Returns from which value on a problem is solved; smaller ones are better, values of which
     * more is better being negated.
     *
     * @param problem name and task
     * @param chance what runs of random search have after {@link #TRIALS} trials
     * @param best the best value of any run
     * @return empty without runs of random search, or where most of them have measured nothing
     */
    public static OptionalDouble limit(String problem, double[] chance, double best) {
        double median = chance.length == 0 ? Double.NaN : Quantiles.median(chance);
        double optimum = OPTIMA.getOrDefault(problem, best);
        return Double.isFinite(median)
                ? OptionalDouble.of(optimum + SHARE * (median - optimum))
                : OptionalDouble.empty();
    }

    /** Returns the share of the values that reach a limit; NaN where there is none. */
    public static double share(OptionalDouble limit, double[] values) {
        return limit.isEmpty()
                ? Double.NaN
                : Arrays.stream(values).filter(v -> v <= limit.getAsDouble()).count()
                        / (double) values.length;
    }

    /** Returns the limits of the problems of result files, where there is one. */
    static Map<String, OptionalDouble> limits(List<RunResult> results) {
        Map<String, List<RunResult>> byProblem =
                results.stream()
                        .filter(r -> !r.byFullRuns().isEmpty())
                        .collect(Collectors.groupingBy(r -> r.key().problem()));
        var limits = new HashMap<String, OptionalDouble>();
        byProblem.forEach((problem, runs) -> {
            double[] chance =
                    runs.stream()
                            .filter(r -> r.key().peer().equals(RANDOM))
                            .filter(r -> r.byFullRuns().size() >= TRIALS)
                            .mapToDouble(r -> value(r, TRIALS))
                            .toArray();
            double best =
                    runs.stream()
                            .mapToDouble(r -> value(r, r.byFullRuns().size()))
                            .min()
                            .orElseThrow();
            limits.put(problem, limit(problem, chance, best));
        });
        return limits;
    }

    private static double value(RunResult run, int trials) {
        double best = run.byFullRuns().get(trials - 1);
        return Double.isNaN(best) ? Double.POSITIVE_INFINITY : run.isMaximized() ? -best : best;
    }
}
