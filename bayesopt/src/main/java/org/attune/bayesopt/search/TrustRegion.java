package org.attune.bayesopt.search;

import org.attune.bayesopt.surrogate.Axes;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * Box around the best point, as wide as recent luck allows.
 *
 * <pre>
 *   |x_d - best_d| ≤ ½ L min(ℓ_d / (Π_i ℓ_i)^(1/D), 4)
 * </pre>
 *
 * The side L starts at 0.8, is doubled, up to 1.6, after 3 improvements in a row, and halved after
 * max(4, D) trials in a row without one; below 1/128 it starts again. While L is not below 0.8
 * there is no region: as long as the search of the whole space is lucky, nothing better is known.
 * Categorical axes are not bounded, discrete ones reach at least the next value where values are
 * equally far apart; a small integer on a log scale may be alone in the box (reaching its next ones
 * was a tie, see docs/ablation.md).
 *
 * <p>Source: D. Eriksson, M. Pearce, J. Gardner, R. Turner and M. Poloczek, "Scalable global
 * optimization via local Bayesian optimization", NeurIPS 2019 (TuRBO-1, without restarts).
 *
 * @param lower D smallest coordinates
 * @param upper D largest coordinates
 */
public record TrustRegion(double[] lower, double[] upper) {
    private static final double FIRST = 0.8;
    private static final double LONGEST = 1.6;
    private static final double SHORTEST = 1.0 / 128;
    private static final int SUCCESSES = 3;
    private static final int FEWEST_FAILURES = 4;
    private static final double MOST_STRETCHED = 4;
    private static final double IMPROVEMENT = 1e-3; // in deviations of the outputs
    private static final double ROUNDING = 1e-12;

    /**
     * Returns the region after these trials, empty as long as luck has not run out.
     *
     * @param x n rows of D canonical coordinates, in the order of the trials; at least one
     * @param z n standardised outputs, of which smaller is better
     * @param from number of trials at the front that say nothing about luck, such as the initial
     *     design
     * @param lengthscales ℓ, D
     */
    public static Optional<TrustRegion> of(
            Axes axes, double[][] x, double[] z, int from, double[] lengthscales) {
        int best = 0;
        double side = FIRST;
        int successes = 0;
        int failures = 0;
        for (int i = 1; i < z.length; i++) {
            boolean improved = z[i] < z[best] - IMPROVEMENT;
            best = z[i] < z[best] ? i : best;
            if (i < from) {
                continue;
            }
            successes = improved ? successes + 1 : 0;
            failures = improved ? 0 : failures + 1;
            if (successes == SUCCESSES) {
                side = Math.min(2 * side, LONGEST);
                successes = 0;
            }
            if (failures == Math.max(FEWEST_FAILURES, axes.dimension())) {
                side = side / 2 < SHORTEST ? FIRST : side / 2;
                failures = 0;
            }
        }
        return side < FIRST
                ? Optional.of(around(axes, x[best], side, lengthscales))
                : Optional.empty();
    }

    /** Returns the unit cube. */
    static TrustRegion everything(int dimension) {
        double[] upper = new double[dimension];
        Arrays.fill(upper, 1);
        return new TrustRegion(new double[dimension], upper);
    }

    /** Returns whether x lies inside, up to rounding. */
    boolean contains(double[] x) {
        for (int d = 0; d < x.length; d++) {
            if (x[d] < lower[d] - ROUNDING || x[d] > upper[d] + ROUNDING) {
                return false;
            }
        }
        return true;
    }

    /** Returns x with its coordinates on these axes where the box begins. */
    double[] held(double[] x, Set<Integer> axes) {
        double[] moved = x.clone();
        axes.forEach(d -> moved[d] = lower[d]);
        return moved;
    }

    private static TrustRegion around(
            Axes axes, double[] center, double side, double[] lengthscales) {
        double mean = Math.exp(Arrays.stream(lengthscales).map(Math::log).average().orElse(0));
        double[] lower = new double[center.length];
        double[] upper = new double[center.length];
        for (int d = 0; d < center.length; d++) {
            double half = 0.5 * side * Math.min(lengthscales[d] / mean, MOST_STRETCHED);
            if (axes.isDiscrete(d)) {
                half = Math.max(half, 1.01 / axes.cells(d));
            }
            boolean free = axes.isCategorical(d);
            lower[d] = free ? 0 : Math.max(center[d] - half, 0);
            upper[d] = free ? 1 : Math.min(center[d] + half, 1);
        }
        return new TrustRegion(lower, upper);
    }
}
