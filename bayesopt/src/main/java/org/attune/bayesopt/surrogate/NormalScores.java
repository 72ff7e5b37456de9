package org.attune.bayesopt.surrogate;

import org.attune.bayesopt.numerics.StandardNormal;

import java.util.Arrays;
import java.util.Map;

/**
 * Monotone map of outputs to the normal scores of their ranks, a Gaussian copula's margin: an
 * outlier is just the worst one, however bad it is.
 *
 * <pre>
 *   score(y_(i)) = Φ⁻¹((i - ½) / n),   i = 1 … n, equal outputs sharing the mean of their i
 * </pre>
 *
 * <p>It is linear between neighbouring outputs. Beyond the smallest and the largest it goes on with
 * the mean slope of the quarter of the knots next to that end, so that what the model expects below
 * the best output is measured by the spread of the good ones, and not of the bad.
 *
 * <p>Source: D. Salinas, H. Shen and V. Perrone, "A quantile-based approach for hyperparameter
 * transfer learning", ICML 2020, arXiv:1909.13595.
 */
final class NormalScores {
    /** Of no outputs; never asked. */
    static final NormalScores NONE = new NormalScores(new double[] {0}, new double[] {0});

    private static final double EQUAL = 1e-12; // of the range; slopes stay finite

    private final double[] outputs; // increasing
    private final double[] scores; // increasing

    private NormalScores(double[] outputs, double[] scores) {
        this.outputs = outputs;
        this.scores = scores;
    }

    /** Returns the map for these outputs, finite and at least one. */
    static NormalScores of(double[] y) {
        double[] sorted = y.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        double closest = EQUAL * (sorted[n - 1] - sorted[0]);
        double[] outputs = new double[n];
        double[] scores = new double[n];
        int knots = 0;
        for (int from = 0, to; from < n; from = to) {
            to = from + 1;
            while (to < n && sorted[to] - sorted[from] <= closest) {
                to++;
            }
            outputs[knots] = sorted[from];
            scores[knots++] = StandardNormal.quantile((from + to) / (2.0 * n));
        }
        return new NormalScores(Arrays.copyOf(outputs, knots), Arrays.copyOf(scores, knots));
    }

    /** Returns the score of an output. */
    double value(double y) {
        return map(outputs, scores, y);
    }

    /** Returns the output of a score. */
    double inverse(double score) {
        return map(scores, outputs, score);
    }

    /** Returns the slope of {@link #value} at y, positive; at a knot the mean of both sides. */
    double slope(double y) {
        int left = segment(outputs, y);
        double right = slope(outputs, scores, left);
        return left >= 0 && outputs[left] == y
                ? (slope(outputs, scores, left - 1) + right) / 2
                : right;
    }

    /** Returns the knots. */
    Map<String, Object> description() {
        return Map.of(
                "outputs", Arrays.stream(outputs).boxed().toList(),
                "scores", Arrays.stream(scores).boxed().toList());
    }

    private static double map(double[] from, double[] to, double at) {
        int left = segment(from, at);
        int knot = Math.max(left, 0);
        return to[knot] + slope(from, to, left) * (at - from[knot]);
    }

    /** Returns the last knot that is not beyond {@code at}, -1 before the first. */
    private static int segment(double[] knots, double at) {
        int found = Arrays.binarySearch(knots, at);
        return found >= 0 ? found : -found - 2;
    }

    private static double slope(double[] from, double[] to, int left) {
        int last = from.length - 1;
        if (last == 0) {
            return 1;
        }
        int quarter = Math.max(from.length / 4, 1);
        int a = left < 0 ? 0 : left == last ? last - quarter : left;
        int b = left < 0 ? quarter : left == last ? last : left + 1;
        return (to[b] - to[a]) / (from[b] - from[a]);
    }
}
