package org.attune.bayesopt;

import org.attune.api.HeldOutRun;
import org.attune.api.Point;
import org.attune.bayesopt.numerics.SampleStatistics;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;

/**
 * The measured runs of a task, each predicted by a process that was fitted without it.
 *
 * <p>Everything, hyperparameters and warps, is learned again without each of the {@link
 * HeldOutGroups}. Leaving runs out of a process whose hyperparameters have seen them (as {@link
 * LeaveOneOut} does, and this where trials are so many that it hardly matters) finds skill in pure
 * noise: 0.27 in the middle for 30 runs of six parameters.
 */
final class HeldOutRuns {
    private static final int FEWEST = 4; // configurations
    private static final int RELEARNED = 200; // runs at most
    private static final double Z_75 = 0.6744897501960817;
    private static final double Z_975 = 1.959963984540054;

    /**
     * A run and what was expected of it.
     *
     * @param measured output
     * @param predicted output, the median
     * @param off measured minus predicted, on the scale of the process
     * @param deviation predicted for a run, noise included, on that scale
     * @param offMean measured minus the mean of the other runs, on that scale
     * @param low 2.5 % of what is expected of a run lie below this output
     * @param high 2.5 % lie above it
     */
    record Guess(
            double measured,
            double predicted,
            double off,
            double deviation,
            double offMean,
            double low,
            double high) {
        /** A guess whose interval is not known in the unit of the output. */
        Guess(double measured, double predicted, double off, double deviation, double offMean) {
            this(measured, predicted, off, deviation, offMean, Double.NaN, Double.NaN);
        }

        double error() {
            return Math.min(Math.abs(predicted - measured), Double.MAX_VALUE);
        }

        double relativeError() {
            return Math.min(
                    error() / Math.max(Math.abs(measured), Double.MIN_NORMAL), Double.MAX_VALUE);
        }

        boolean isUsable() {
            return Double.isFinite(predicted) && Double.isFinite(off) && Double.isFinite(offMean);
        }
    }

    private final List<Guess> guesses;

    HeldOutRuns(List<Guess> guesses) {
        this.guesses = guesses;
    }

    /**
     * Predicts the runs.
     *
     * @param process of all runs
     * @param withoutGroup fits the process without one of the {@link HeldOutGroups}; where it
     *     returns empty, those runs are left out of the process as it is
     * @return empty where they are of too few configurations to tell anything
     */
    static Optional<HeldOutRuns> of(
            Surrogate process, IntFunction<Optional<Surrogate>> withoutGroup) {
        Dataset data = process.data();
        List<Guess> unlearned = leftOut(process);
        if (Arrays.stream(HeldOutGroups.configurations(data)).distinct().count() < FEWEST) {
            return Optional.empty();
        }
        if (data.size() > RELEARNED) {
            return Optional.of(new HeldOutRuns(unlearned));
        }
        int[] groups = HeldOutGroups.of(data);
        var guesses = new ArrayList<Guess>(unlearned);
        for (int group : Arrays.stream(groups).distinct().toArray()) {
            withoutGroup
                    .apply(group)
                    .ifPresent(p -> {
                        for (int i = 0; i < groups.length; i++) {
                            if (groups[i] == group) {
                                Guess guess = guess(p, data, i);
                                if (guess.isUsable()) { // else its warp cannot take the output
                                    guesses.set(i, guess);
                                }
                            }
                        }
                    });
        }
        return Optional.of(new HeldOutRuns(guesses));
    }

    /** Returns those of these rows. */
    HeldOutRuns only(int[] rows) {
        return new HeldOutRuns(Arrays.stream(rows).mapToObj(guesses::get).toList());
    }

    private static Guess guess(Surrogate process, Dataset data, int row) {
        double y = data.y()[row];
        double[] moments = new double[2];
        process.predict(data.x()[row], moments);
        double noise = data.noise()[row].on(process.warp(), y).variance(process.noiseVariance());
        double mean =
                Arrays.stream(process.data().y()).map(process.warp()::forward).average().orElse(0);
        double z = process.warp().forward(y);
        return guess(process, y, moments[0], Math.sqrt(moments[1] + noise), z, z - mean);
    }

    private static List<Guess> leftOut(Surrogate process) {
        double[] y = process.data().y();
        double[] z = Arrays.stream(y).map(process.warp()::forward).toArray();
        double mean = Arrays.stream(z).average().orElse(0);
        double others = (double) z.length / Math.max(z.length - 1, 1);
        double[][] moments = process.leaveOneOut();
        var guesses = new ArrayList<Guess>();
        for (int i = 0; i < z.length; i++) {
            double deviation = Math.sqrt(moments[i][1]);
            double offMean = (z[i] - mean) * others;
            guesses.add(guess(process, y[i], moments[i][0], deviation, z[i], offMean));
        }
        return guesses;
    }

    private static Guess guess(
            Surrogate process, double y, double mean, double deviation, double z, double offMean) {
        OutputWarp warp = process.warp();
        return new Guess(
                y,
                warp.output(mean),
                z - mean,
                deviation,
                offMean,
                warp.output(mean - Z_975 * deviation),
                warp.output(mean + Z_975 * deviation));
    }

    /**
     * Returns a run as users see it.
     *
     * @param row among the observations
     * @param sign 1, or -1 for an output that was negated because larger is better
     * @param floor smallest possible output, may be -∞
     */
    HeldOutRun run(int row, Point configuration, int sign, double floor) {
        Guess g = guesses.get(row);
        double a = Math.max(sign * g.low(), floor);
        double b = Math.max(sign * g.high(), floor);
        return new HeldOutRun(
                configuration,
                sign * g.measured(),
                Math.max(sign * g.predicted(), floor),
                Math.min(a, b),
                Math.max(a, b));
    }

    /** Returns the median of |predicted - measured|. */
    double error() {
        return median(Guess::error);
    }

    /** Returns the median of |predicted - measured| / |measured|. */
    double relativeError() {
        return median(Guess::relativeError);
    }

    /** Returns 1 - Σ off² / Σ offMean²; 0 where all outputs are equal. */
    double skill() {
        double byModel = guesses.stream().mapToDouble(g -> g.off() * g.off()).sum();
        double byMean = guesses.stream().mapToDouble(g -> g.offMean() * g.offMean()).sum();
        return byMean == 0 ? 0 : 1 - byModel / byMean;
    }

    /** Returns the share of runs inside their 50 % interval. */
    double coverage50() {
        return covered(Z_75);
    }

    /** Returns the share of runs inside their 95 % interval. */
    double coverage95() {
        return covered(Z_975);
    }

    /**
     * Returns Spearman's correlation of predicted and measured outputs; 0 where one is constant.
     */
    double rankCorrelation() {
        return SampleStatistics.rankCorrelation(
                guesses.stream().mapToDouble(Guess::measured).toArray(),
                guesses.stream().mapToDouble(Guess::predicted).toArray());
    }

    private double covered(double deviations) {
        return guesses.stream()
                .mapToDouble(g -> Math.abs(g.off()) <= deviations * g.deviation() ? 1 : 0)
                .average()
                .orElseThrow();
    }

    private double median(ToDoubleFunction<Guess> of) {
        return SampleStatistics.median(guesses.stream().mapToDouble(of).toArray());
    }
}
