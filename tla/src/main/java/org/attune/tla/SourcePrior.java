package org.attune.tla;

import org.attune.bayesopt.surrogate.LearningSchedule;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What sources are expected to say of a target of which nothing has been measured: how much each
 * counts, and how far off they are together.
 *
 * <p>Both are learned by predicting each source from the others, at the reference configurations:
 *
 * <pre>
 *   w_k ∝ exp(-|f_k - f|² / 2ℓ²),   v = 1/K Σ_k mean of (z_k - Σ_{j≠k} w_j z_j)²
 * </pre>
 *
 * <p>with features f of the tasks, each between 0 and 1, and the ℓ of a short list with the least
 * v. So sizes of matrices say which source is near, and numbers of tasks that mean nothing do not.
 */
final class SourcePrior {
    private static final double[] LENGTHSCALES = {Double.POSITIVE_INFINITY, 1, 0.5, 0.25};
    private static final double BETTER = 0.8; // so much less v is a reason to believe in features
    private static final double FEWEST = 0.1; // v at least: no source is the target
    private static final double ALONE = 0.5; // v of a single source

    private final double[] weights;
    private final double variance;

    private SourcePrior(double[] weights, double variance) {
        this.weights = weights;
        this.variance = variance;
    }

    /**
     * Learns it.
     *
     * @param features a row for each source and one for the target, the last one
     */
    static SourcePrior of(List<LearnedSource> sources, Optional<double[][]> features) {
        int count = sources.size();
        double[][] f = features.orElseGet(() -> new double[count + 1][0]);
        double best = Double.POSITIVE_INFINITY;
        double chosen = Double.POSITIVE_INFINITY;
        for (double lengthscale : features.isPresent() ? LENGTHSCALES : new double[] {chosen}) {
            double v = count < 2 ? ALONE : leftOut(sources, f, lengthscale);
            if (v < (Double.isInfinite(lengthscale) ? 1 : BETTER) * best) {
                best = v;
                chosen = lengthscale;
            }
        }
        return new SourcePrior(weights(f, count, count, chosen), Math.clamp(best, FEWEST, 1));
    }

    /** Returns v. */
    private static double leftOut(List<LearnedSource> sources, double[][] f, double lengthscale) {
        int count = sources.size();
        int[] some = LearningSchedule.spread(count, 12);
        double sum = 0;
        for (int k : some) {
            double[] w = weights(f, count, k, lengthscale);
            double[] z = sources.get(k).reference();
            for (int i = 0; i < z.length; i++) {
                double said = 0;
                for (int j = 0; j < count; j++) {
                    said += w[j] * sources.get(j).reference()[i];
                }
                sum += (z[i] - said) * (z[i] - said) / z.length;
            }
        }
        return sum / some.length;
    }

    /** Returns the weights of the sources for a task, 0 for itself. */
    private static double[] weights(double[][] f, int count, int task, double lengthscale) {
        double[] w = new double[count];
        for (int k = 0; k < count; k++) {
            double squares = 0;
            for (int i = 0; i < f[k].length; i++) {
                squares += Math.pow(f[k][i] - f[task][i], 2);
            }
            w[k] = k == task ? 0 : Math.exp(-squares / (2 * lengthscale * lengthscale));
        }
        double sum = Arrays.stream(w).sum();
        int others = task < count ? count - 1 : count;
        for (int k = 0; k < count; k++) {
            w[k] = sum > 1e-9 ? w[k] / sum : k == task ? 0 : 1.0 / others;
        }
        return w;
    }

    /** Returns the weight of each source, 1 in all. */
    double[] weights() {
        return weights.clone();
    }

    /** Returns v, a share of the variance of the output. */
    double variance() {
        return variance;
    }

    /**
     * Returns log odds, before any trial, that sources say something of the target: as much as they
     * say of each other, log (1 - v) / v, and 0 of one source alone, of which nothing is known.
     */
    double odds() {
        return Math.log((1 - Math.min(variance, 0.9)) / variance);
    }
}
