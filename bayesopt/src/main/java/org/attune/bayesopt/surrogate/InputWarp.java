package org.attune.bayesopt.surrogate;

/**
 * Monotone map of each numeric axis' unit interval onto itself, which makes a function that changes
 * fast near one end and slowly near the other look stationary.
 *
 * <pre>
 *   w(x) = 1 - (1 - x^a)^b,   a, b &gt; 0   (the distribution function of Kumaraswamy; a = b = 1 is the identity)
 * </pre>
 *
 * <p>Coordinates are kept {@link #MARGIN} away from the ends, where slopes may be infinite.
 * Categorical axes pass unchanged.
 *
 * <p>Source: J. Snoek, K. Swersky, R. Zemel and R. P. Adams, "Input warping for Bayesian
 * optimization of non-stationary functions", ICML 2014, with Kumaraswamy's distribution in place of
 * the Beta distribution.
 */
public final class InputWarp {
    private static final double MARGIN = 1e-6;

    private final boolean[] warped;
    private final double[] a;
    private final double[] b;

    /**
     * Makes the warp.
     *
     * @param logA D logarithms of a
     * @param logB D logarithms of b
     */
    public InputWarp(Axes axes, double[] logA, double[] logB) {
        int dimension = axes.dimension();
        warped = new boolean[dimension];
        a = new double[dimension];
        b = new double[dimension];
        for (int d = 0; d < dimension; d++) {
            warped[d] = axes.isWarpable(d) && (logA[d] != 0 || logB[d] != 0);
            a[d] = Math.exp(logA[d]);
            b[d] = Math.exp(logB[d]);
        }
    }

    /** Returns w of a coordinate of an axis. */
    public double value(int axis, double x) {
        if (!warped[axis]) {
            return x;
        }
        double power = Math.pow(inside(x), a[axis]);
        return 1 - Math.pow(1 - power, b[axis]);
    }

    /** Returns D warped coordinates. */
    public double[] values(double[] x) {
        double[] w = new double[x.length];
        for (int d = 0; d < w.length; d++) {
            w[d] = value(d, x[d]);
        }
        return w;
    }

    /** Returns dw/dx. */
    public double slope(int axis, double x) {
        if (!warped[axis]) {
            return 1;
        }
        double inside = inside(x);
        double power = Math.pow(inside, a[axis]);
        return a[axis] * b[axis] * power / inside * Math.pow(1 - power, b[axis] - 1);
    }

    /** Adds to two sums dw/d(log a) and dw/d(log b), each multiplied. */
    public void addLogSlopes(int axis, double x, double by, double[] sums) {
        double log = Math.log(inside(x));
        double power = Math.exp(a[axis] * log);
        double rest = 1 - power;
        double logRest = Math.log(rest);
        double both = by * b[axis] * Math.exp(b[axis] * logRest);
        sums[0] += both / rest * power * log * a[axis];
        sums[1] -= both * logRest;
    }

    private static double inside(double x) {
        return Math.min(Math.max(x, MARGIN), 1 - MARGIN);
    }
}
