package org.attune.bayesopt;

import static org.attune.bayesopt.surrogate.NormalMixture.quantile;

import org.attune.api.Prediction;
import org.attune.bayesopt.surrogate.OutputWarp;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/** Normal distributions on the scale of a warp, described in the unit of the output. */
final class WarpedMixture {
    private static final double OUTSIDE = 0.025;
    private static final int INTERVALS = 64;
    private static final double RANGE =
            6; // standard deviations on either side; beyond lies 2e-9 of the probability

    private WarpedMixture() {}

    /**
     * Returns the median, mean and standard deviation of what {@link OutputWarp#output} makes of
     * the distribution, numbers in every case, the latter two by Simpson's rule; and the interval
     * as the warp's inverse has it, an end of which may be infinite.
     *
     * @param mixture K rows of weight, mean and variance; the sum of the weights is 1
     * @param sign 1, or -1 for an output that was negated because larger is better
     * @param floor smallest possible output, where all probability below it is put; may be -∞
     */
    static Prediction of(OutputWarp warp, double[][] mixture, int sign, double floor) {
        DoubleUnaryOperator output = z -> Math.max(sign * warp.output(z), floor);
        DoubleUnaryOperator exact = z -> Math.max(sign * warp.inverse(z), floor);
        double median = output.applyAsDouble(quantile(mixture, 0.5));
        if (Arrays.stream(mixture).allMatch(c -> c[1] == mixture[0][1] && c[2] == 0)) {
            return new Prediction(median, 0, median, median, median);
        }
        double low = quantile(mixture, sign > 0 ? OUTSIDE : 1 - OUTSIDE);
        double high = quantile(mixture, sign > 0 ? 1 - OUTSIDE : OUTSIDE);
        double rounded = expectation(mixture, output); // beyond any number, if all are the largest
        double first = Math.clamp(rounded, -Double.MAX_VALUE, Double.MAX_VALUE);
        return new Prediction(
                first,
                standardDeviation(mixture, output, first),
                median,
                Math.min(exact.applyAsDouble(low), output.applyAsDouble(low)),
                Math.max(exact.applyAsDouble(high), output.applyAsDouble(high)));
    }

    /**
     * Squares are of shares of the range, since those of 1e300 or 1e-300 are no numbers, and
     * differences are of halves, since those of 1e308 are none.
     */
    private static double standardDeviation(
            double[][] mixture, DoubleUnaryOperator output, double mean) {
        double half = 0;
        for (double[] c : mixture) {
            for (double end : new double[] {RANGE, -RANGE}) {
                double z = c[1] + Math.sqrt(c[2]) * end;
                half = Math.max(half, Math.abs(output.applyAsDouble(z) / 2 - mean / 2));
            }
        }
        if (half == 0) {
            return 0;
        }
        double range = half;
        double shares =
                expectation(
                        mixture,
                        z -> Math.pow((output.applyAsDouble(z) / 2 - mean / 2) / range, 2));
        return Math.min(2 * (half * Math.sqrt(shares)), Double.MAX_VALUE);
    }

    private static double expectation(double[][] mixture, DoubleUnaryOperator f) {
        double all = 0;
        for (int i = 0; i <= INTERVALS; i++) {
            all += weight(i);
        }
        double sum = 0;
        for (double[] c : mixture) {
            double deviation = Math.sqrt(c[2]);
            for (int i = 0; i <= INTERVALS; i++) {
                double share = c[0] * weight(i) / all;
                sum += share * f.applyAsDouble(c[1] + deviation * place(i));
            }
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
