package org.attune.bayesopt;

import org.attune.api.FailureCause;
import org.attune.api.Outcome;
import org.attune.api.Trial;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Runs that were ended for their time, as censored observations: where slower runs are worse, one
 * that was ended is worse than every run that took less time. Of these the worst value is taken for
 * its own, times the ratio of its time to that of the slowest of them (divided by it, if negative).
 *
 * <p>It stays a failure where that cannot be told: fewer than {@value #FEWEST} runs of known time
 * have a value, fewer than {@value #IN_ORDER} of their pairs are in the order of their times, or it
 * ran more than {@value #LONGER} times as long as the slowest of them, as one that hangs does.
 *
 * <p>Source of the idea: Hutter, Hoos and Leyton-Brown, "Bayesian optimization with censored
 * response data" (2011), who draw such values anew for each model.
 */
final class CensoredRuns {
    private static final int FEWEST = 3;
    private static final double IN_ORDER = 0.85;
    private static final double LONGER = 3;

    private CensoredRuns() {}

    /**
     * Returns what is taken for the value of each trial; NaN for those that stay as they are.
     *
     * @param values of the trials, smaller is better; NaN for those without
     */
    static double[] values(List<Trial> trials, double[] values) {
        double[] seconds = trials.stream().mapToDouble(t -> secondsOfARun(t.outcome())).toArray();
        int[] measured =
                IntStream.range(0, values.length)
                        .filter(i -> !Double.isNaN(values[i]) && seconds[i] > 0)
                        .toArray();
        double[] taken = new double[values.length];
        Arrays.fill(taken, Double.NaN);
        if (measured.length < FEWEST || inOrder(measured, seconds, values) < IN_ORDER) {
            return taken;
        }
        double slowest = Arrays.stream(measured).mapToDouble(i -> seconds[i]).max().orElseThrow();
        for (int i = 0; i < values.length; i++) {
            double limit = seconds[i];
            if (hasTimedOut(trials.get(i)) && limit <= LONGER * slowest) {
                taken[i] =
                        beyond(
                                Arrays.stream(measured).filter(m -> seconds[m] <= limit).toArray(),
                                limit,
                                seconds,
                                values);
            }
        }
        return taken;
    }

    private static double beyond(int[] quicker, double limit, double[] seconds, double[] values) {
        if (quicker.length == 0) {
            return Double.NaN;
        }
        double worst = Arrays.stream(quicker).mapToDouble(i -> values[i]).max().orElseThrow();
        double ratio =
                limit / Arrays.stream(quicker).mapToDouble(i -> seconds[i]).max().orElseThrow();
        return worst > 0 ? Math.min(worst * ratio, Double.MAX_VALUE) : worst / ratio;
    }

    private static double secondsOfARun(Outcome outcome) {
        if (outcome instanceof Outcome.Failed f) {
            return f.lastRun();
        }
        return outcome instanceof Outcome.Measured m ? m.elapsed() / m.runs() : outcome.elapsed();
    }

    private static boolean hasTimedOut(Trial trial) {
        return trial.outcome() instanceof Outcome.Failed f && f.cause() == FailureCause.TIMEOUT;
    }

    /** Returns the share of pairs of which the slower one is worse, of those that differ. */
    private static double inOrder(int[] rows, double[] seconds, double[] values) {
        int ordered = 0;
        int all = 0;
        for (int i : rows) {
            for (int j : rows) {
                if (seconds[i] < seconds[j] && values[i] != values[j]) {
                    all++;
                    ordered += values[i] < values[j] ? 1 : 0;
                }
            }
        }
        return all == 0 ? 0 : (double) ordered / all;
    }
}
