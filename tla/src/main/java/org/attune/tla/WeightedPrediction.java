package org.attune.tla;

import org.attune.bayesopt.surrogate.PriorMean;

import java.util.ArrayList;
import java.util.List;

/**
 * What sources expect of the target, on the scale of its process.
 *
 * <pre>
 *   M(x) = b Σ_k w_k z_k(x) + μ
 * </pre>
 *
 * @param sources those that count
 * @param weights w of each
 * @param slope b
 * @param level μ
 * @param runs coordinates of the target's runs
 */
record WeightedPrediction(
        List<LearnedSource> sources,
        double[] weights,
        double slope,
        double level,
        List<double[]> runs)
        implements PriorMean {
    @Override
    public double at(double[] x) {
        double[] out = new double[2];
        double sum = 0;
        for (int k = 0; k < weights.length; k++) {
            sources.get(k).predict(x, out);
            sum += weights[k] * out[0];
        }
        return slope * sum + level;
    }

    @Override
    public double atRun(int i) {
        return at(runs.get(i));
    }

    /** The sources have not seen any run of the target. */
    @Override
    public double heldOut(int i) {
        return atRun(i);
    }

    @Override
    public PriorMean with(List<double[]> more) {
        var all = new ArrayList<>(runs);
        all.addAll(more);
        return new WeightedPrediction(sources, weights, slope, level, all);
    }

    @Override
    public void addSlope(double[] x, double[] gradient) {
        double[] out = new double[2];
        double[] byMean = new double[x.length];
        double[] byVariance = new double[x.length];
        for (int k = 0; k < weights.length; k++) {
            sources.get(k).predict(x, out, byMean, byVariance);
            for (int d = 0; d < x.length; d++) {
                gradient[d] += slope * weights[k] * byMean[d];
            }
        }
    }
}
