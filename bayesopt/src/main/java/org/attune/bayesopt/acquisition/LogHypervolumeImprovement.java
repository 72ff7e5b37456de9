package org.attune.bayesopt.acquisition;

import org.attune.bayesopt.numerics.ImprovementBetween;
import org.attune.bayesopt.surrogate.Posterior;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Logarithm of the expected improvement of the hypervolume, of several outputs with independent
 * models; smaller outputs are better.
 *
 * <pre>
 *   log EHVI(x) = log Σ_B Π_k E[(u_Bk - max(Y_k(x), l_Bk))₊]
 * </pre>
 *
 * over the boxes B = Π_k [l_Bk, u_Bk] of the space that no point of the front dominates, up to the
 * reference point: what a point y adds of a box has the sides (u_Bk - max(y_k, l_Bk))₊. Exact in
 * any number of outputs; summed as logarithms, so that there is a slope to climb where the plain
 * EHVI underflows.
 *
 * <p>Source: S. Daulton, M. Balandat and E. Bakshy, "Differentiable expected hypervolume
 * improvement for parallel multi-objective Bayesian optimization", NeurIPS 2020, arXiv:2006.05078;
 * K. Yang, M. Emmerich, A. Deutz and T. Bäck, "Efficient computation of expected hypervolume
 * improvement using box decomposition algorithms", Journal of Global Optimization 75 (2019); in its
 * log form Ament et al., NeurIPS 2023, arXiv:2310.20708.
 */
public final class LogHypervolumeImprovement implements AcquisitionFunction {
    private static final double SMALLEST_DEVIATION = 1e-10;

    private final List<Posterior> posteriors;
    private final NondominatedBoxes boxes;

    /**
     * Makes the function.
     *
     * @param posteriors m models, one of each output
     * @param front n × m outputs to improve on, on the scales of the models; may be empty
     * @param reference m outputs, finite: what is not better than they are in each output adds
     *     nothing
     * @throws IllegalArgumentException if a dimension differs or a number is not finite
     */
    public LogHypervolumeImprovement(
            List<? extends Posterior> posteriors, List<double[]> front, double[] reference) {
        var all = new ArrayList<double[]>(front);
        all.add(reference);
        for (double[] point : all) {
            if (point.length != posteriors.size()
                    || !Arrays.stream(point).allMatch(Double::isFinite)) {
                throw new IllegalArgumentException(
                        "A point of the front is %s, but there are %d models."
                                .formatted(Arrays.toString(point), posteriors.size()));
            }
        }
        this.posteriors = List.copyOf(posteriors);
        this.boxes = NondominatedBoxes.of(front, reference);
    }

    @Override
    public double value(double[] x) {
        var outputs = new ArrayList<Output>();
        for (int k = 0; k < posteriors.size(); k++) {
            double[] moments = new double[2];
            posteriors.get(k).predict(x, moments);
            outputs.add(new Output(moments, boxes.intervals().get(k)));
        }
        return logSum(logVolumes(outputs));
    }

    @Override
    public double valueAndGradient(double[] x, double[] gradient) {
        var outputs = new ArrayList<Output>();
        double[][] byMean = new double[posteriors.size()][x.length];
        double[][] byVariance = new double[posteriors.size()][x.length];
        for (int k = 0; k < posteriors.size(); k++) {
            double[] moments = new double[2];
            posteriors.get(k).predict(x, moments, byMean[k], byVariance[k]);
            outputs.add(new Output(moments, boxes.intervals().get(k)));
        }
        double[] logs = logVolumes(outputs);
        double value = logSum(logs);
        Arrays.fill(gradient, 0);
        if (value == Double.NEGATIVE_INFINITY) {
            return value;
        }
        for (int k = 0; k < outputs.size(); k++) {
            double mean = 0;
            double deviation = 0;
            for (int b = 0; b < logs.length; b++) {
                ImprovementBetween side = outputs.get(k).sides[boxes.boxes().get(b)[k]];
                double weight = Math.exp(logs[b] - value);
                mean += weight * side.byMean();
                deviation += weight * side.byDeviation();
            }
            double sigma = outputs.get(k).sigma;
            for (int d = 0; d < gradient.length; d++) {
                gradient[d] +=
                        -mean / sigma * byMean[k][d]
                                + deviation / (2 * sigma * sigma) * byVariance[k][d];
            }
        }
        return value;
    }

    /** The prediction of an output, and what it is expected to fall in each interval. */
    private static final class Output {
        private final double sigma;
        private final ImprovementBetween[] sides;

        Output(double[] moments, List<double[]> intervals) {
            this.sigma = Math.max(Math.sqrt(moments[1]), SMALLEST_DEVIATION);
            this.sides =
                    intervals.stream()
                            .map(i ->
                                    ImprovementBetween.of(
                                            (i[0] - moments[0]) / sigma,
                                            (i[1] - moments[0]) / sigma))
                            .toArray(ImprovementBetween[]::new);
        }
    }

    private double[] logVolumes(List<Output> outputs) {
        double scale = outputs.stream().mapToDouble(o -> Math.log(o.sigma)).sum();
        double[] logs = new double[boxes.boxes().size()];
        for (int b = 0; b < logs.length; b++) {
            int[] box = boxes.boxes().get(b);
            logs[b] = scale;
            for (int k = 0; k < box.length; k++) {
                logs[b] += outputs.get(k).sides[box[k]].log();
            }
        }
        return logs;
    }

    private static double logSum(double[] logs) {
        double largest = Arrays.stream(logs).max().orElse(Double.NEGATIVE_INFINITY);
        if (largest == Double.NEGATIVE_INFINITY) {
            return largest;
        }
        return largest + Math.log(Arrays.stream(logs).map(l -> Math.exp(l - largest)).sum());
    }
}
