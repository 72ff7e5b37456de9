package org.attune.bayesopt.surrogate;

/**
 * Prior covariance of a Gaussian process.
 *
 * <p>A place is what observations are of: the D coordinates of a configuration, after which a model
 * of several tasks appends the index of the task. {@link #warped} is applied once to every place;
 * all other methods take its result. Immutable.
 */
public interface Covariance {
    /** Returns D, the number of coordinates by which there are derivatives. */
    int dimension();

    /** Returns the place as the kernel sees it, a new array. */
    double[] warped(double[] place);

    /** Returns the derivative of a warped coordinate by the coordinate. */
    double warpSlope(int axis, double coordinate);

    /** Returns k(a, a), positive. */
    double variance(double[] a);

    /** Returns the derivative of k(a, a) by a warped coordinate; 0 for a stationary covariance. */
    default double varianceSlope(int axis, double[] a) {
        return 0;
    }

    /** Returns σ², the variance of the noise of an observation at a. */
    double noise(double[] a);

    /** Returns k(a, b). */
    double value(double[] a, double[] b);

    /**
     * Returns k(a, b).
     *
     * @param gradient receives D derivatives by the warped coordinates of a; 0 on categorical axes
     */
    double valueAndGradient(double[] a, double[] b, double[] gradient);
}
