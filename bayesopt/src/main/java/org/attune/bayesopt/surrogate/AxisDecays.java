package org.attune.bayesopt.surrogate;

import java.util.Optional;

/**
 * The exponentials exp(-c |x - y|) of places along an axis, each a product of two that are computed
 * beforehand,
 *
 * <pre>
 *   exp(-c |x - y|) = min(exp(-c (x - ½)) exp(c (y - ½)), exp(c (x - ½)) exp(-c (y - ½)))
 * </pre>
 *
 * <p>so that those of n² pairs take 2n evaluations.
 *
 * @param falling exp(-c (x - ½)) of each place
 * @param rising exp(c (x - ½))
 */
record AxisDecays(double[] falling, double[] rising) {
    private static final double LARGEST = 300; // a factor is e³⁰⁰ at most, far from overflow

    /** Returns the exponentials of places; empty for a c so large that they could overflow. */
    static Optional<AxisDecays> of(double c, double[] x) {
        double[] falling = new double[x.length];
        double[] rising = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            double exponent = c * (x[i] - 0.5);
            if (!(Math.abs(exponent) <= LARGEST)) {
                return Optional.empty();
            }
            rising[i] = Math.exp(exponent);
            falling[i] = 1 / rising[i];
        }
        return Optional.of(new AxisDecays(falling, rising));
    }

    /** Writes the exponentials of place i with the first of others. */
    void write(int i, AxisDecays others, double[] out) {
        double down = falling[i];
        double up = rising[i];
        double[] theirUp = others.rising;
        double[] theirDown = others.falling;
        for (int j = 0; j < out.length; j++) {
            out[j] = Math.min(down * theirUp[j], up * theirDown[j]);
        }
    }
}
