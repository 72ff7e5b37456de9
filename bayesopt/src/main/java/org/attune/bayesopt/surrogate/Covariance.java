package org.attune.bayesopt.surrogate;

import org.attune.api.Generator;

import java.util.Arrays;

/**
 * Prior covariance of a Gaussian process with given hyperparameters.
 *
 * <p>A place is what observations are of: the D coordinates of a configuration, after which a model
 * of several tasks has the index of the task, and then come the values of M performance models.
 * {@link #warped} is applied once to every place; all other methods take its result. Immutable.
 */
public final class Covariance {
    private final int dimension;
    private final Warping warping;
    private final Warping.At warp;
    private final Kernel.At kernel;
    private final double[] noise; // σ² of each task

    Covariance(int dimension, Warping warping, double[] theta, Kernel kernel, double[] noise) {
        this.dimension = dimension;
        this.warping = warping;
        this.warp = warping.at(theta);
        this.kernel = kernel.at(theta);
        this.noise = noise;
    }

    /** Returns D + M, the number of entries of a place by which there are derivatives. */
    public int dimension() {
        return dimension;
    }

    /** Returns the place as the kernel sees it, a new array. */
    public double[] warped(double[] place) {
        return warp.of(place);
    }

    /** Returns the derivative of a warped coordinate by the coordinate. */
    public double warpSlope(int axis, double coordinate) {
        return warp.slope(axis, coordinate);
    }

    /** Returns k(a, a), positive. */
    public double variance(double[] a) {
        return kernel.variance(a);
    }

    /** Returns the derivative of k(a, a) by a warped coordinate; 0 for a stationary covariance. */
    public double varianceSlope(int axis, double[] a) {
        return kernel.varianceSlope(axis, a);
    }

    /** Returns σ², the variance of the noise of an observation at a. */
    public double noise(double[] a) {
        return noise[warping.task(a)];
    }

    /** Returns k(a, b). */
    public double value(double[] a, double[] b) {
        return kernel.value(a, b);
    }

    /** Returns the covariances of any warped place with these n, see {@link Kernel.Sections}. */
    public Kernel.Sections sections(double[][] x) {
        return kernel.sections(x);
    }

    /** Returns the covariances of n warped places with each other, n × n by rows. */
    public double[] values(double[][] x) {
        int n = x.length;
        double[] values = lower(x);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                values[j * n + i] = values[i * n + j];
            }
        }
        return values;
    }

    /** Returns the lower triangle of the same. */
    double[] lower(double[][] x) {
        int n = x.length;
        double[] k = new double[n * n];
        Kernel.Sections sections = sections(x);
        for (int i = 0; i < n; i++) {
            double[] row = new double[i];
            sections.addTo(x[i], row);
            System.arraycopy(row, 0, k, i * n, i);
            k[i * n + i] = variance(x[i]);
        }
        return k;
    }

    /**
     * Returns k(a, b).
     *
     * @param gradient receives D + M derivatives by the warped coordinates of a, which are 0 on
     *     categorical axes, and by what the models say
     */
    public double valueAndGradient(double[] a, double[] b, double[] gradient) {
        Arrays.fill(gradient, 0);
        return kernel.valueAndGradient(a, b, gradient);
    }

    /**
     * Returns features of warped places, by which functions are drawn from the prior.
     *
     * @param count about how many
     */
    Features features(int count, Generator random) {
        return kernel.features(count, random);
    }

    /** Returns the function Σ_i w_i k(x, x_i) of warped places. */
    Kernel.Expansion expansion(double[][] places, double[] weights) {
        return kernel.expansion(places, weights);
    }
}
