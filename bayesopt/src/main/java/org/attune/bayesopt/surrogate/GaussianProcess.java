package org.attune.bayesopt.surrogate;

import org.attune.api.Generator;
import org.attune.api.Predictor.Draws;
import org.attune.bayesopt.numerics.Cholesky;
import org.attune.bayesopt.numerics.LinearAlgebra;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Posterior of a Gaussian process with zero prior mean, given n observations: exact for up to 2000
 * of them, approximate for more. Immutable and thread-safe.
 */
public interface GaussianProcess extends Posterior {
    /** The largest number of observations of an exact process. */
    int EXACT = 2000;

    /** How many features draws have, unless another number is asked for. */
    int FEATURES = 2000;

    /**
     * Conditions on observations.
     *
     * @param x n places, of snapped coordinates
     * @param y n standardised outputs
     * @return empty where their covariance matrix has no Cholesky factor even with the jitter that
     *     {@link org.attune.bayesopt.numerics.Cholesky} allows
     */
    static Optional<GaussianProcess> condition(
            LinearAlgebra algebra, Covariance covariance, double[][] x, double[] y) {
        return condition(algebra, covariance, x, y, ObservationNoise.plain(y.length));
    }

    /**
     * Conditions on observations.
     *
     * @param x n places, of snapped coordinates
     * @param y n standardised outputs
     * @param noise of each, on their scale
     * @return empty as {@link #condition(LinearAlgebra, Covariance, double[][], double[])}
     */
    static Optional<GaussianProcess> condition(
            LinearAlgebra algebra,
            Covariance covariance,
            double[][] x,
            double[] y,
            ObservationNoise[] noise) {
        if (y.length > EXACT) {
            return sparse(algebra, covariance, x, y, noise, InducedProcess.MOST);
        }
        double[][] warped = Arrays.stream(x).map(covariance::warped).toArray(double[][]::new);
        return ExactProcess.of(algebra, covariance, warped, y, variances(covariance, warped, noise))
                .map(p -> p);
    }

    /**
     * Conditions approximately, by some of the places.
     *
     * @param x n places, of snapped coordinates
     * @param y n standardised outputs
     * @param noise of each, on their scale
     * @param inducing number of places that stand for all, at most n
     * @return empty as {@link #condition(LinearAlgebra, Covariance, double[][], double[])}
     */
    static Optional<GaussianProcess> sparse(
            LinearAlgebra algebra,
            Covariance covariance,
            double[][] x,
            double[] y,
            ObservationNoise[] noise,
            int inducing) {
        double[][] warped = Arrays.stream(x).map(covariance::warped).toArray(double[][]::new);
        double[] variances = variances(covariance, warped, noise);
        return InducedProcess.of(algebra, covariance, warped, y, variances, inducing).map(p -> p);
    }

    private static double[] variances(
            Covariance covariance, double[][] warped, ObservationNoise[] noise) {
        double[] variances = new double[warped.length];
        Arrays.setAll(variances, i -> noise[i].variance(covariance.noise(warped[i])));
        return variances;
    }

    /** Returns n, the number of observations. */
    int observations();

    /**
     * Conditions on more observations, for the price of a prediction each where the process is
     * exact. They were measured once each.
     *
     * @param places of snapped coordinates
     * @param outputs standardised
     * @return empty as {@link #condition}
     */
    Optional<GaussianProcess> with(List<double[]> places, double[] outputs);

    /**
     * Conditions on values that nobody has measured, as {@link #with} does, so that they count at
     * their places and around them.
     */
    default Optional<GaussianProcess> assuming(List<double[]> places, double[] outputs) {
        return with(places, outputs);
    }

    /** Returns the process of other outputs at the same n places. */
    GaussianProcess of(double[] outputs);

    /**
     * Returns the process with other hyperparameters of what has no observations yet, such as a
     * task of several.
     *
     * @param other has the same values as the process' covariance at and between its observations
     * @return empty where the process is not exact
     */
    default Optional<GaussianProcess> under(Covariance other) {
        return Optional.empty();
    }

    /**
     * Returns the Cholesky factor of the covariance matrix of its observations, before {@link
     * #scaled}; empty where the process is not exact.
     */
    default Optional<Cholesky> factor() {
        return Optional.empty();
    }

    /** Returns the process whose prior and noise variances are {@code factor} times as large. */
    GaussianProcess scaled(double factor);

    /** Returns log p(y), of a normal density with mean zero and covariance K. */
    double logLikelihood();

    /**
     * Predicts some observations from those of other configurations, without learning
     * hyperparameters again: repeats of a configuration are left out together, since each gives the
     * others away.
     *
     * <pre>
     *   mean_G = y_G - V [K⁻¹ y]_G,   variance_G = diag V,   V = ([K⁻¹]_GG)⁻¹   (of the observations, with their noise)
     * </pre>
     *
     * <p>Source: Rasmussen and Williams (2006), eqs. (5.10) to (5.12), for groups G.
     *
     * @param rows of the observations; all repeats of a configuration are among them, or none
     * @return a row of mean and variance for each
     */
    double[][] leaveOneOut(int[] rows);

    /** Returns the mean that {@link #predict} gives at a place, to the bit. */
    default double mean(double[] place) {
        double[] out = new double[2];
        predict(place, out);
        return out[0];
    }

    /**
     * Returns the mean at a place, and its derivatives by the coordinates, as {@link #predict}
     * gives them, to the bit.
     *
     * @param gradient receives the derivatives
     */
    default double mean(double[] place, double[] gradient) {
        double[] out = new double[2];
        predict(place, out, gradient, new double[gradient.length]);
        return out[0];
    }

    /** Returns the means at places, within rounding of what {@link #predict} gives. */
    double[] means(double[][] places);

    /** Returns functions of places, drawn from the posterior. */
    default Draws draws(int count, Generator random) {
        return draws(count, FEATURES, random);
    }

    /**
     * Returns functions of places, drawn from the posterior.
     *
     * @param basis number of features by which the prior is drawn: its variances are off by about a
     *     1/√basis of themselves, all draws alike
     */
    Draws draws(int count, int basis, Generator random);
}
