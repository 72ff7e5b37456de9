package org.attune.bayesopt.surrogate;

/**
 * Prior covariance of a random quadratic form of the ordered coordinates: a bowl, a saddle or a
 * valley over the whole space, of any direction.
 *
 * <pre>
 *   k(a, b) = v t(a, b)²,   t(a, b) = 3/m Σ_d z_d(a) z_d(b),   z_d = 2 w_d - 1
 * </pre>
 *
 * with the warped coordinates w of the m axes that have an order, so that k(a, a) is v on average
 * over the space but for what random places vary. In many dimensions a few dozen trials are all far
 * from each other, and what they can tell is such a trend; in few they soon say more, and a trend
 * misleads. Hence there is one from {@value #FEWEST} axes on: see docs/ablation.md.
 *
 * <p>Source: Rasmussen and Williams (2006), section 4.2.2, the homogeneous polynomial kernel of
 * degree 2.
 */
final class QuadraticTrend {
    static final int FEWEST = 8;

    /** Prior of log v. */
    static final Prior PRIOR = new Prior(-2, 1.5); // chosen by docs/ablation.md

    private static final double[] BOUNDS = {1e-5, 100}; // of v

    private final boolean[] ordered;
    private final double factor; // 3/m
    private final double variance; // v

    QuadraticTrend(Axes axes, double variance) {
        this.ordered = new boolean[axes.dimension()];
        for (int d = 0; d < ordered.length; d++) {
            ordered[d] = !axes.isCategorical(d);
        }
        this.factor = 3.0 / ordered(axes);
        this.variance = variance;
    }

    /** Returns whether a space has axes enough. */
    static boolean pays(Axes axes) {
        return ordered(axes) >= FEWEST;
    }

    private static int ordered(Axes axes) {
        int count = 0;
        for (int d = 0; d < axes.dimension(); d++) {
            count += axes.isCategorical(d) ? 0 : 1;
        }
        return count;
    }

    /** Returns the smallest (side 0) or largest (side 1) log v. */
    static double bound(int side) {
        return Math.log(BOUNDS[side]);
    }

    /** Returns v. */
    double variance() {
        return variance;
    }

    /** Returns t(a, b). */
    double product(double[] a, double[] b) {
        double sum = 0;
        for (int d = 0; d < ordered.length; d++) {
            if (ordered[d]) {
                sum += (2 * a[d] - 1) * (2 * b[d] - 1);
            }
        }
        return factor * sum;
    }

    /** Returns k(a, b). */
    double value(double[] a, double[] b) {
        double t = product(a, b);
        return variance * t * t;
    }

    /** Returns the derivative of k(a, b) by a_d, where t(a, b) is {@code t}; 0 without an order. */
    double slope(int axis, double t, double[] b) {
        return ordered[axis] ? 4 * variance * factor * t * (2 * b[axis] - 1) : 0;
    }
}
