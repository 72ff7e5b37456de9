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
     * Returns the median, mean and standard deviation of what {@link OutputWarp#output} makes of
     * the distribution, numbers in every case, the latter two by Simpson's rule; and the interval
     * as the warp's inverse has it, an end of which may be infinite.
     *
     * @param sign 1, or -1 for an output that was negated because larger is better
     * @param floor smallest possible output, where all probability below it is put; may be -∞
     */
    static Prediction of(OutputWarp warp, double mean, double deviation, int sign, double floor) {
        DoubleUnaryOperator output = z -> Math.max(sign * warp.output(mean + deviation * z), floor);
        DoubleUnaryOperator exact = z -> Math.max(sign * warp.inverse(mean + deviation * z), floor);
        double median = output.applyAsDouble(0);
        if (deviation == 0) {
            return new Prediction(median, 0, median, median, median);
        }
        double low = -sign * Z_975;
        double high = sign * Z_975;
        double first = expectation(output);
        return new Prediction(
                first,
                standardDeviation(output, first),
                median,
                Math.min(exact.applyAsDouble(low), output.applyAsDouble(low)),
                Math.max(exact.applyAsDouble(high), output.applyAsDouble(high)));
    }

    /**
     * Squares are of shares of the range, since those of 1e300 or 1e-300 are no numbers, and
     * differences are of halves, since those of 1e308 are none.
     */
    private static double standardDeviation(DoubleUnaryOperator output, double mean) {
        double half =
                Math.max(
                        Math.abs(output.applyAsDouble(RANGE) / 2 - mean / 2),
                        Math.abs(output.applyAsDouble(-RANGE) / 2 - mean / 2));
        double shares =
                expectation(z -> Math.pow((output.applyAsDouble(z) / 2 - mean / 2) / half, 2));
        return half == 0 ? 0 : Math.min(2 * (half * Math.sqrt(shares)), Double.MAX_VALUE);
    }

    private static double expectation(DoubleUnaryOperator f) {
        double all = 0;
        for (int i = 0; i <= INTERVALS; i++) {
            all += weight(i);
        }
        double sum = 0;
        for (int i = 0; i <= INTERVALS; i++) {
            sum += weight(i) / all * f.applyAsDouble(place(i));
        }
        return sum;
    }

    private static double place(int i) {
        return RANGE * (2.0 * i / INTERVALS - 1);
    }

    private static double weight(int i) {
        double simpson = i == 0 || i == INTERVALS ? 1 : i % 2 == 1 ? 4 : 2;
        return simpson * Math.exp(-0.5 * place(i) * place(i));
    }
}
