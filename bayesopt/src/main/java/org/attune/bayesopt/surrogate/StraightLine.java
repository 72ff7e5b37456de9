package org.attune.bayesopt.surrogate;

import java.util.stream.IntStream;

/**
 * Prior covariance of a random straight line through the middle of the space.
 *
 * <pre>
 *   l(a, b) = 3/m Σ_d z_d(a) z_d(b),   z_d = 2 w_d - 1
 * </pre>
 *
 * with the warped coordinates w of the m axes that have an order, so that l(a, a) is 1 on average
 * over the space. It is 0 where no axis has one.
 *
 * <p>Source: Rasmussen and Williams (2006), section 4.2.2, the homogeneous polynomial kernel of
 * degree 1.
 */
final class StraightLine {
    private final int[] ordered;
    private final double factor; // 3/m

    StraightLine(Axes axes) {
        this.ordered =
                IntStream.range(0, axes.dimension())
                        .filter(d -> !axes.isCategorical(d) && !axes.isPosition(d))
                        .toArray();
        this.factor = 3.0 / Math.max(ordered.length, 1);
    }

    /** Returns whether there is one. */
    boolean isNone() {
        return ordered.length == 0;
    }

    /** Returns l(a, b). */
    double value(double[] a, double[] b) {
        double sum = 0;
        for (int d : ordered) {
            sum += (2 * a[d] - 1) * (2 * b[d] - 1);
        }
        return factor * sum;
    }

    /** Adds the derivatives of w l(a, b) by the warped coordinates of a, with b held. */
    void addSlope(double weight, double[] b, double[] gradient) {
        for (int d : ordered) {
            gradient[d] += 2 * factor * weight * (2 * b[d] - 1);
        }
    }
}
