package org.attune.bayesopt;

import org.attune.api.Trust;
import org.attune.bayesopt.surrogate.WarpedProcess;

import java.util.Arrays;
import java.util.Locale;

/** Judges a process by predicting each of its observations from the others. */
public final class LeaveOneOut {
    private static final int FEWEST = 4;
    private static final double NO_SKILL = 0.1;
    private static final int ENOUGH = 8;

    private LeaveOneOut() {}

    /**
     * Returns 1 - Σ (z_i - μ_-i)² / Σ (z_i - z̄_-i)² on the scale of the process, where -i means
     * without observation i: 1 for exact predictions, 0 for those of the mean. NaN with fewer than
     * two observations; 0 where all are equal.
     */
    public static double skill(WarpedProcess process) {
        double[] z = warped(process);
        int n = z.length;
        if (n < 2) {
            return Double.NaN;
        }
        double[][] predictions = process.process().leaveOneOut();
        double mean = Arrays.stream(z).average().orElseThrow();
        double byModel = 0;
        double byMean = 0;
        for (int i = 0; i < n; i++) {
            byModel += Math.pow(z[i] - predictions[i][0], 2);
            byMean += Math.pow((z[i] - mean) * n / (n - 1), 2);
        }
        return byMean == 0 ? 0 : 1 - byModel / byMean;
    }

    /** Returns whether, of enough observations, the mean is as good a guess as the process. */
    static boolean predictsNothing(WarpedProcess process) {
        return process.data().size() >= ENOUGH && !(skill(process) > NO_SKILL);
    }

    /** Returns error, skill and calibration, and what they mean in words. */
    public static Trust trust(WarpedProcess process) {
        double[] z = warped(process);
        int n = z.length;
        double[][] predictions = process.process().leaveOneOut();
        double[] relative = new double[n];
        int covered = 0;
        for (int i = 0; i < n; i++) {
            double y = process.data().y()[i];
            double predicted = process.warp().inverse(predictions[i][0]);
            relative[i] = Math.abs(predicted - y) / Math.max(Math.abs(y), Double.MIN_NORMAL);
            if (Math.abs(z[i] - predictions[i][0]) <= 1.96 * Math.sqrt(predictions[i][1])) {
                covered++;
            }
        }
        Arrays.sort(relative);
        double error = n == 0 ? Double.NaN : (relative[(n - 1) / 2] + relative[n / 2]) / 2;
        double skill = skill(process);
        double coverage = n == 0 ? Double.NaN : (double) covered / n;
        return new Trust(n, error, skill, coverage, words(n, error, skill, coverage));
    }

    private static String words(int n, double error, double skill, double coverage) {
        if (n < FEWEST) {
            return "The model knows nothing yet: it has seen %d measured trials.".formatted(n);
        }
        if (!(skill > NO_SKILL)) {
            return "The model predicts nothing yet: the mean of %d trials is as good a guess of a held-out one."
                    .formatted(n);
        }
        return String.format(
                Locale.ROOT,
                "The model predicts held-out runs within %s (median of %d); %.0f %% of them lie in"
                        + " their 95 %% interval.",
                percent(error),
                n,
                100 * coverage);
    }

    private static String percent(double share) {
        double percent = 100 * share;
        return percent >= 1000
                ? "a factor of %.0f".formatted(1 + share)
                : String.format(Locale.ROOT, percent < 10 ? "%.1f %%" : "%.0f %%", percent);
    }

    private static double[] warped(WarpedProcess process) {
        return Arrays.stream(process.data().y()).map(process.warp()::forward).toArray();
    }
}
