package org.attune.tla;

import org.attune.bayesopt.surrogate.PriorMean;

import java.util.Arrays;
import java.util.List;

/**
 * What sources expect of the target, on the scale of its process.
 *
 * <pre>
 *   M(x) = b Σ_k w_k z_k(x) + μ
 * </pre>
 */
final class WeightedPrediction implements PriorMean {
    private final List<LearnedSource> sources;
    private final double[] weights;
    private final double slope;
    private final double level;
    private final double[] sums; // at the target's runs

    private WeightedPrediction(
            List<LearnedSource> sources,
            double[] weights,
            double slope,
            double level,
            double[] sums) {
        this.sources = sources;
        this.weights = weights;
        this.slope = slope;
        this.level = level;
        this.sums = sums;
    }

    /**
     * Returns the weighted sum alone, b = 1 and μ = 0.
     *
     * @param sources those that count
     * @param weights w of each
     * @param runs coordinates of the target's runs
     */
    static WeightedPrediction of(List<LearnedSource> sources, double[] weights, double[][] runs) {
        return new WeightedPrediction(sources, weights, 1, 0, new double[0])
                .with(Arrays.asList(runs));
    }

    /** Returns the same sum with another slope b and level μ. */
    WeightedPrediction on(double newSlope, double newLevel) {
        return new WeightedPrediction(sources, weights, newSlope, newLevel, sums);
    }

    private double sum(double[] x) {
        double sum = 0;
        for (int k = 0; k < weights.length; k++) {
            sum += weights[k] * sources.get(k).mean(x);
        }
        return sum;
    }

    @Override
    public double at(double[] x) {
        return slope * sum(x) + level;
    }

    @Override
    public double atRun(int i) {
        return slope * sums[i] + level;
    }

    /** The sources have not seen any run of the target. */
    @Override
    public double heldOut(int i) {
        return atRun(i);
    }

    @Override
    public WeightedPrediction with(List<double[]> more) {
        double[] all = Arrays.copyOf(sums, sums.length + more.size());
        for (int i = sums.length; i < all.length; i++) {
            all[i] = sum(more.get(i - sums.length));
        }
        return new WeightedPrediction(sources, weights, slope, level, all);
    }

    @Override
    public double addSlope(double[] x, double[] gradient) {
        double[] own = new double[x.length];
        double sum = 0;
        for (int k = 0; k < weights.length; k++) {
            sum += weights[k] * sources.get(k).mean(x, own);
            for (int d = 0; d < x.length; d++) {
                gradient[d] += slope * weights[k] * own[d];
            }
        }
        return slope * sum + level;
    }
}
