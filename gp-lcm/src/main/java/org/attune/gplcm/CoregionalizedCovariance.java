package org.attune.gplcm;

import org.attune.bayesopt.surrogate.Covariance;
import org.attune.bayesopt.surrogate.Hyperparameters;
import org.attune.bayesopt.surrogate.RadialKernel;
import org.attune.bayesopt.surrogate.SpaceCovariance;

import java.util.Arrays;

/**
 * Prior covariance over the configurations of several tasks, the linear coregionalization model of
 * {@link TaskCovariance}. A place is D coordinates and the index of the task.
 */
final class CoregionalizedCovariance implements Covariance {
    private final SpaceCovariance[] latent;
    private final double[][] b; // B_0, …, B_Q
    private final double[] noise; // of each task
    private final double[][] shift; // of each task, along each axis
    private final int tasks;
    private final int dimension;

    /**
     * Makes the covariance.
     *
     * @param factor by which all variances are multiplied
     */
    CoregionalizedCovariance(Layout layout, RadialKernel kernel, double[] theta, double factor) {
        tasks = layout.tasks().tasks();
        dimension = layout.axes().dimension();
        latent = new SpaceCovariance[layout.tasks().latent()];
        for (int q = 0; q < latent.length; q++) {
            latent[q] = new SpaceCovariance(layout.axes(), kernel, layout.latent(theta, q, 0));
        }
        b = layout.tasks().matrices(theta, layout.phi());
        for (double[] matrix : b) {
            Arrays.setAll(matrix, i -> factor * matrix[i]);
        }
        shift = new double[tasks][dimension];
        for (int t = 0; t < tasks; t++) {
            for (int d = 0; d < dimension; d++) {
                shift[t][d] = layout.shift(theta, t, d);
            }
        }
        noise = new double[tasks];
        Arrays.setAll(noise, t -> factor * Math.exp(theta[layout.noise() + t]));
    }

    @Override
    public int dimension() {
        return dimension;
    }

    @Override
    public double[] warped(double[] place) {
        double[] warped =
                Arrays.copyOf(latent[0].warped(Arrays.copyOf(place, dimension)), dimension + 1);
        warped[dimension] = place[dimension];
        for (int d = 0; d < dimension; d++) {
            warped[d] += shift[(int) place[dimension]][d];
        }
        return warped;
    }

    @Override
    public double warpSlope(int axis, double coordinate) {
        return latent[0].warpSlope(axis, coordinate);
    }

    @Override
    public double variance(double[] a) {
        return variance((int) a[dimension]);
    }

    private double variance(int task) {
        return Arrays.stream(b).mapToDouble(matrix -> matrix[task * tasks + task]).sum();
    }

    @Override
    public double noise(double[] a) {
        return noise[(int) a[dimension]];
    }

    @Override
    public double value(double[] x, double[] y) {
        int entry = entry(x, y);
        double sum = b[0][entry];
        for (int q = 0; q < latent.length; q++) {
            sum += b[q + 1][entry] * latent[q].value(x, y);
        }
        return sum;
    }

    @Override
    public double valueAndGradient(double[] x, double[] y, double[] gradient) {
        int entry = entry(x, y);
        double sum = b[0][entry];
        Arrays.fill(gradient, 0);
        double[] part = new double[dimension];
        for (int q = 0; q < latent.length; q++) {
            sum += b[q + 1][entry] * latent[q].valueAndGradient(x, y, part);
            for (int d = 0; d < dimension; d++) {
                gradient[d] += b[q + 1][entry] * part[d];
            }
        }
        return sum;
    }

    private int entry(double[] x, double[] y) {
        return (int) x[dimension] * tasks + (int) y[dimension];
    }

    /**
     * Returns what one task would call its hyperparameters: those of the latent functions, averaged
     * with their shares of the task's variance.
     */
    Hyperparameters ofTask(Layout layout, double[] theta, int task) {
        double[] logLengthscales = new double[dimension];
        double share = 0;
        double all = variance(task) - b[0][task * tasks + task];
        for (int q = 0; q < latent.length; q++) {
            double weight = b[q + 1][task * tasks + task] / all;
            share += weight * layout.latent(theta, q, task).additiveShare();
            for (int d = 0; d < dimension; d++) {
                logLengthscales[d] += weight * theta[layout.lengthscales(q) + d];
            }
        }
        Hyperparameters first = layout.latent(theta, 0, task);
        return new Hyperparameters(
                Arrays.stream(logLengthscales).map(Math::exp).toArray(),
                first.logA(),
                first.logB(),
                variance(task),
                share,
                noise[task]);
    }

    /**
     * Returns the prior correlations of the tasks at one configuration, their levels apart.
     *
     * @return T rows of T
     */
    double[][] correlation() {
        double[] sum = new double[tasks * tasks];
        for (int q = 1; q < b.length; q++) {
            for (int i = 0; i < sum.length; i++) {
                sum[i] += b[q][i];
            }
        }
        double[][] correlation = new double[tasks][tasks];
        for (int s = 0; s < tasks; s++) {
            for (int t = 0; t < tasks; t++) {
                correlation[s][t] =
                        s == t
                                ? 1
                                : sum[s * tasks + t]
                                        / Math.sqrt(sum[s * tasks + s] * sum[t * tasks + t]);
            }
        }
        return correlation;
    }
}
