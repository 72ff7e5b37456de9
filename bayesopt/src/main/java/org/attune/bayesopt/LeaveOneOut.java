package org.attune.bayesopt;

import org.attune.bayesopt.surrogate.Surrogate;

import java.util.Arrays;

/**
 * Judges a process by predicting each of its observations from the others, without learning its
 * hyperparameters again: fast enough for every proposal, and flattering (see {@link HeldOutRuns}).
 */
public final class LeaveOneOut {
    private static final double NO_SKILL = 0.1;
    private static final int ENOUGH = 8;

    private LeaveOneOut() {}

    /**
     * Returns 1 - Σ (z_i - μ_-i)² / Σ (z_i - z̄_-i)² on the scale of the process, where -i means
     * without observation i: 1 for exact predictions, 0 for those of the mean. NaN with fewer than
     * two observations; 0 where all are equal.
     */
    public static double skill(Surrogate process) {
        double[] z = process.warped();
        int n = z.length;
        if (n < 2) {
            return Double.NaN;
        }
        double[][] predictions = process.leaveOneOut();
        double mean = Arrays.stream(z).average().orElseThrow();
        double byModel = 0;
        double byMean = 0;
        for (int i = 0; i < n; i++) {
            byModel += Math.pow(z[i] - predictions[i][0], 2);
            byMean += Math.pow((z[i] - mean) * n / (n - 1), 2);
        }
        return byMean == 0 ? 0 : 1 - byModel / byMean;
    }

    /**
     * Returns the log density of the raw outputs, each predicted from those of other
     * configurations: higher is better, and comparable between models of the same outputs.
     */
    public static double logDensity(Surrogate process) {
        return process.leaveOneOutLogDensity();
    }

    /** Returns whether, of enough observations, the mean is as good a guess as the process. */
    static boolean predictsNothing(Surrogate process) {
        return process.data().size() >= ENOUGH && !(skill(process) > NO_SKILL);
    }
}
