package org.attune.bayesopt.surrogate;

import org.attune.api.Generator;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Draws from a distribution of which the density is known but for a factor, by a Markov chain that
 * moves along one coordinate after the other. A move draws a level u below the density p at the
 * current point, and then a point of the slice above it,
 *
 * <pre>
 *   u ~ U(0, p(θ)),   θ_i ~ U{t : p(θ with θ_i = t) &gt; u}
 * </pre>
 *
 * <p>An interval of width w, placed by chance, is stepped out until both ends are outside of the
 * slice or at a bound, and shrunk to each point that is drawn in vain. So no step length has to be
 * tuned, and no draw is rejected. Draws that follow each other are correlated.
 *
 * <p>Coordinates whose bounds are equal stay. Where the density is NaN, it counts as 0. What is
 * drawn is a function of density, start and generator.
 *
 * <p>Source: R. M. Neal, "Slice sampling", Annals of Statistics 31 (2003),
 * doi:10.1214/aos/1056562461, figures 3 and 5.
 */
public final class SliceSampler {
    private static final int STEPS_OUT = 50; // widths of an interval at most
    private static final int SHRINKS = 200; // by then an interval is a point

    private final ToDoubleFunction<double[]> logDensity;
    private final double[] lower;
    private final double[] upper;
    private final double width;
    private final int[] free;

    /**
     * Makes a sampler.
     *
     * @param logDensity log p, of n coordinates within the bounds; it does not keep them
     * @param lower n smallest values, perhaps infinite
     * @param upper n largest values, perhaps infinite
     * @param width w, about the deviation of a coordinate; a bad one costs time alone
     * @throws IllegalArgumentException if bounds are of two lengths or crossed, or the width is not
     *     positive and finite
     */
    public SliceSampler(
            ToDoubleFunction<double[]> logDensity, double[] lower, double[] upper, double width) {
        boolean crossed =
                lower.length != upper.length
                        || IntStream.range(0, lower.length).anyMatch(i -> !(lower[i] <= upper[i]));
        if (crossed || !(width > 0) || width == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(
                    "Slices of width %s within %d lower and %d upper bounds cannot be sampled. Maybe the bounds are swapped."
                            .formatted(width, lower.length, upper.length));
        }
        this.logDensity = logDensity;
        this.lower = lower.clone();
        this.upper = upper.clone();
        this.width = width;
        this.free = IntStream.range(0, lower.length).filter(i -> lower[i] < upper[i]).toArray();
    }

    /**
     * Returns states of the chain, each after a move along every coordinate.
     *
     * @param start n coordinates within the bounds
     * @param burnIn states before the first that is returned
     * @param count of the states
     * @return empty where the start has no finite density
     */
    public List<double[]> sample(double[] start, int burnIn, int count, Generator random) {
        double[] at = start.clone();
        double log = density(at);
        var states = new ArrayList<double[]>();
        for (int s = 0; s < burnIn + count && log > Double.NEGATIVE_INFINITY; s++) {
            for (int i : free) {
                log = move(at, i, log, random);
            }
            if (s >= burnIn) {
                states.add(at.clone());
            }
        }
        return states;
    }

    /** Moves along a coordinate, and returns the density there. */
    private double move(double[] at, int i, double log, Generator random) {
        double level = log + Math.log(1 - random.nextDouble()); // not of 0
        double from = at[i];
        double left = from - width * random.nextDouble();
        double right = left + width;
        int steps = random.nextInt(STEPS_OUT);
        for (int s = 0; s < steps && left > lower[i] && density(at, i, left) > level; s++) {
            left -= width;
        }
        for (int s = steps; s < STEPS_OUT - 1; s++) {
            if (right >= upper[i] || !(density(at, i, right) > level)) {
                break;
            }
            right += width;
        }
        left = Math.max(left, lower[i]);
        right = Math.min(right, upper[i]);
        for (int s = 0; s < SHRINKS; s++) {
            double to = left + random.nextDouble() * (right - left);
            double there = density(at, i, to);
            if (there > level) {
                at[i] = to;
                return there;
            }
            if (to < from) {
                left = to;
            } else {
                right = to;
            }
        }
        at[i] = from;
        return log;
    }

    private double density(double[] at, int i, double value) {
        at[i] = value;
        return density(at);
    }

    private double density(double[] at) {
        double log = logDensity.applyAsDouble(at);
        return Double.isNaN(log) || log == Double.POSITIVE_INFINITY
                ? Double.NEGATIVE_INFINITY
                : log;
    }
}
