package org.attune.testkit;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;

/**
 * Checks an analytic gradient against central differences.
 *
 * <p>Per coordinate {@code (f(x + h e_i) - f(x - h e_i)) / 2h} with h = 6e-6 max(1, |x_i|), the
 * cube root of the rounding unit, which balances truncation (h²) against rounding (1e-16 |f| / h).
 * A tolerance of 1e-6 is usual, 1e-7 where f is of order one and smooth.
 */
public final class FiniteDifference {
    private static final double STEP = Math.cbrt(0x1p-52);

    private FiniteDifference() {}

    /** Returns the central-difference gradient of f at x, length of x; x is left as it was. */
    public static double[] gradient(ToDoubleFunction<double[]> f, double[] x) {
        double[] at = x.clone();
        double[] gradient = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            double h = STEP * Math.max(1, Math.abs(x[i]));
            at[i] = x[i] + h;
            double up = f.applyAsDouble(at);
            double upper = at[i];
            at[i] = x[i] - h;
            double down = f.applyAsDouble(at);
            gradient[i] = (up - down) / (upper - at[i]);
            at[i] = x[i];
        }
        return gradient;
    }

    /**
     * Fails unless every entry of {@code analytic} is within {@code tolerance * max(1, |entry|)} of
     * the central difference; {@code context} (a seed, a case) is part of the message.
     */
    public static void assertGradient(
            ToDoubleFunction<double[]> f,
            double[] x,
            double[] analytic,
            double tolerance,
            String context) {
        double[] numeric = gradient(f, x);
        if (numeric.length != analytic.length) {
            throw new AssertionError(
                    "%s: gradient has %d entries for %d coordinates"
                            .formatted(context, analytic.length, x.length));
        }
        for (int i = 0; i < x.length; i++) {
            double error = Math.abs(numeric[i] - analytic[i]);
            if (!(error <= tolerance * Math.max(1, Math.abs(numeric[i])))) {
                throw new AssertionError(
                        "%s: gradient[%d] is %s, central difference gives %s, at %s"
                                .formatted(
                                        context, i, analytic[i], numeric[i], Arrays.toString(x)));
            }
        }
    }
}
