package org.attune.bayesopt;

import org.attune.api.Prediction;
import org.attune.bayesopt.surrogate.OutputWarp;

import java.util.function.DoubleUnaryOperator;

/** A normal distribution on the scale of a warp, described in the unit of the output. */
final class WarpedNormal {
    private static final double Z_975 = 1.959963984540054;
    private static final int INTERVALS = 64;
    private static final double RANGE =
            6; // standard deviations on either side; beyond lies 2e-9 of the probability

    private WarpedNormal() {}

    /**
     * Returns median and interval, mapped exactly, and mean and standard deviation by Simpson's
     * rule.
     *
     * @param sign 1, or -1 for an output that was negated because larger is better
     * @param floor smallest possible output, where all probability below it is put; may be -∞
     */
    static Prediction of(OutputWarp warp, double mean, double deviation, int sign, double floor) {
        DoubleUnaryOperator output =
                z -> Math.max(sign * warp.inverse(mean + deviation * z), floor);
        double median = finite(output.applyAsDouble(0));
        if (deviation == 0) {
            return new Prediction(median, 0, median, median, median);
        }
        double first = expectation(output);
        return new Prediction(
                Double.isNaN(first) ? Double.POSITIVE_INFINITY : first,
                standardDeviation(output, first),
                median,
                finite(output.applyAsDouble(-sign * Z_975)),
                finite(output.applyAsDouble(sign * Z_975)));
    }

    /** Squares are of shares of the range, since those of 1e300 or 1e-300 are no numbers. */
    private static double standardDeviation(DoubleUnaryOperator output, double mean) {
        double range =
                Math.max(
                        Math.abs(output.applyAsDouble(RANGE) - mean),
                        Math.abs(output.applyAsDouble(-RANGE) - mean));
        if (!Double.isFinite(range)) {
            return Double.POSITIVE_INFINITY;
        }
        double shares = expectation(z -> Math.pow((output.applyAsDouble(z) - mean) / range, 2));
        return range == 0 ? 0 : range * Math.sqrt(shares);
    }

    /** Returns the output, or the largest number in place of what is beyond. */
    private static double finite(double output) {
        return Math.clamp(output, -Double.MAX_VALUE, Double.MAX_VALUE);
    }

    private static double expectation(DoubleUnaryOperator f) {
        double sum = 0;
        double weights = 0;
        for (int i = 0; i <= INTERVALS; i++) {
            double z = RANGE * (2.0 * i / INTERVALS - 1);
            double simpson = i == 0 || i == INTERVALS ? 1 : i % 2 == 1 ? 4 : 2;
            double weight = simpson * Math.exp(-0.5 * z * z);
            sum += weight * f.applyAsDouble(z);
            weights += weight;
        }
        return sum / weights;
    }
}
