package org.attune.benchmarks.report;

import org.attune.benchmarks.Quantiles;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Data and performance profiles: which share of the problems a tuner solves after so many
 * evaluations, and within so many times the evaluations of the fastest.
 *
 * <p>A run solves its problem as soon as f ≤ f_L + τ (f_0 - f_L). f_L is the best value that any
 * run of any of the tuners reaches within the budget, f_0 the median of the first values of all
 * runs: runs have no common starting point here. Every problem weighs the same, and within it every
 * run of a tuner. Evaluations are not divided by n + 1, which results do not tell.
 *
 * <p>Source: J. J. Moré and S. M. Wild, "Benchmarking derivative-free optimization algorithms",
 * SIAM Journal on Optimization 20 (2009); the ratio to the fastest is E. D. Dolan and J. J. Moré's,
 * Mathematical Programming 91 (2002).
 *
 * @param tuners T of them
 * @param budget largest number of evaluations
 * @param solved P x T arrays with the evaluations that each run needs; +∞ where it does not get
 *     there
 */
record Profiles(List<String> tuners, int budget, double[][][] solved) {
    /**
     * Computes when each run solves its problem.
     *
     * @param tolerance τ in (0, 1)
     */
    static Profiles of(Campaign campaign, Sample sample, double tolerance) {
        int budget = sample.budget();
        var solved = new double[sample.problems().size()][][];
        for (int p = 0; p < solved.length; p++) {
            String problem = sample.problems().get(p);
            List<List<Run>> runs =
                    sample.tuners().stream().map(t -> campaign.runs(problem, t, budget)).toList();
            double best =
                    runs.stream()
                            .flatMap(List::stream)
                            .mapToDouble(r -> r.at(budget))
                            .min()
                            .orElseThrow();
            double start = start(runs, budget);
            double target =
                    Double.isInfinite(best)
                            ? Double.NEGATIVE_INFINITY
                            : Double.isInfinite(start) ? best : best + tolerance * (start - best);
            solved[p] =
                    runs.stream()
                            .map(own ->
                                    own.stream()
                                            .mapToDouble(r -> evaluations(r, target, budget))
                                            .toArray())
                            .toArray(double[][]::new);
        }
        return new Profiles(sample.tuners(), budget, solved);
    }

    /** Returns the median over runs of the first measured value. */
    private static double start(List<List<Run>> runs, int budget) {
        return Quantiles.median(
                runs.stream()
                        .flatMap(List::stream)
                        .mapToDouble(r ->
                                Arrays.stream(r.best(), 0, budget)
                                        .filter(Double::isFinite)
                                        .findFirst()
                                        .orElse(Double.POSITIVE_INFINITY))
                        .toArray());
    }

    private static double evaluations(Run run, double target, int budget) {
        for (int i = 1; i <= budget; i++) {
            if (run.at(i) <= target) {
                return i;
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    /** Returns the share of problems that a tuner solves within so many evaluations. */
    double data(int tuner, double evaluations) {
        return Arrays.stream(solved)
                .mapToDouble(p -> share(p[tuner], evaluations))
                .average()
                .orElse(0);
    }

    /**
     * Returns the share of problems that a tuner solves within so many times the evaluations of the
     * fastest run of any tuner.
     */
    double performance(int tuner, double ratio) {
        return Arrays.stream(solved)
                .mapToDouble(p -> {
                    double fastest =
                            Arrays.stream(p).flatMapToDouble(DoubleStream::of).min().orElseThrow();
                    return Double.isInfinite(fastest) ? 0 : share(p[tuner], ratio * fastest);
                })
                .average()
                .orElse(0);
    }

    private static double share(double[] needed, double allowed) {
        return Arrays.stream(needed).filter(n -> n <= allowed * (1 + 1e-12)).count()
                / (double) needed.length;
    }

    /** Returns the largest ratio at which a performance profile changes, at least 2. */
    double largestRatio() {
        return Arrays.stream(solved)
                .mapToDouble(p -> {
                    double[] all =
                            Arrays.stream(p)
                                    .flatMapToDouble(DoubleStream::of)
                                    .filter(Double::isFinite)
                                    .toArray();
                    return all.length == 0 ? 1 : Quantiles.of(all, 1) / Quantiles.of(all, 0);
                })
                .max()
                .stream()
                .map(v -> Math.max(v, 2))
                .findFirst()
                .orElse(2);
    }
}
