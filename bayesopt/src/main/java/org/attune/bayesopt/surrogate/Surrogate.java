package org.attune.bayesopt.surrogate;

import org.attune.api.Generator;
import org.attune.api.ModelQuality;
import org.attune.api.Predictor.Draws;
import org.attune.bayesopt.numerics.StandardNormal;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A model of one output of one task, as proposers, acquisition functions and the trust view see it.
 *
 * <p>Predictions are on the warped scale: {@link #warp} takes outputs there, and on both scales
 * smaller is better. Outputs of other tasks, other sources or other fidelities may have been used
 * as well; {@link #data} is what was measured of this task. Immutable, and a function of what it
 * was fitted to. {@code SurrogateContract} in the tests of this module says what every surrogate
 * keeps.
 */
public interface Surrogate extends Posterior {
    /** Returns the map from outputs to the scale of the predictions. */
    OutputWarp warp();

    /** Returns what was measured of this task, n observations, n perhaps 0. */
    Dataset data();

    /** Returns the variance of the noise of one measurement, on the warped scale. */
    double noiseVariance();

    /**
     * Predicts each of the n observations from those of other configurations, without learning
     * again.
     *
     * @return n rows of mean and variance on the warped scale, the noise included
     */
    double[][] leaveOneOut();

    /**
     * Returns the surrogate that would result if points whose evaluation is under way gave what the
     * rule assumes, so that the search for the next point keeps away from them.
     *
     * @param pending their coordinates
     * @return empty where the model breaks down under what is assumed
     */
    Optional<Surrogate> assuming(PendingRule rule, List<double[]> pending);

    /**
     * Returns functions drawn from the posterior of the noise-free output, as {@link #predict} says
     * of it at each point, and jointly distributed; the approximation, where there is one, is that
     * of the implementation.
     *
     * @param random decides the draws, with the surrogate alone
     */
    Draws draws(int count, Generator random);

    /**
     * Returns functions drawn from the posterior with its hyperparameters integrated out, as far as
     * the surrogate knows how sure it is of these; else {@link #draws}.
     */
    default Draws marginalDraws(int count, Generator random) {
        return draws(count, random);
    }

    /**
     * Returns the posterior of the noise-free output with its hyperparameters integrated out, as
     * far as the surrogate knows how sure it is of these; else what {@link #predict} says, or its
     * parts where it is a {@link Mixture}.
     *
     * @param random decides which hyperparameters are drawn, with the surrogate alone
     */
    default NormalMixture marginal(Generator random) {
        if (this instanceof Mixture mixture) {
            return mixture;
        }
        return x -> {
            double[] moments = new double[2];
            predict(x, moments);
            return new double[][] {{1, moments[0], moments[1]}};
        };
    }

    /**
     * Returns the posterior means at many points, within rounding of what {@link #predict} gives.
     *
     * @param x n rows of D canonical coordinates
     */
    default double[] means(double[][] x) {
        double[] moments = new double[2];
        return Arrays.stream(x)
                .mapToDouble(point -> {
                    predict(point, moments);
                    return moments[0];
                })
                .toArray();
    }

    /** Returns the hyperparameters of its kernel, where it has one over the axes. */
    default Optional<Hyperparameters> kernel() {
        return Optional.empty();
    }

    /** Returns whether it knows whole numbers by how often two divides them. */
    default boolean isAligned() {
        return kernel().filter(Hyperparameters::isAligned).isPresent();
    }

    /** Returns D distances over which outputs stay alike, where it knows such. */
    default Optional<double[]> lengthscales() {
        return kernel().map(Hyperparameters::lengthscales);
    }

    /**
     * Returns what was fitted, equal for all tasks that one model is of; empty without likelihood.
     */
    default Optional<Fit> fit() {
        return Optional.empty();
    }

    /** Returns how good the performance models are that it was given. */
    default List<ModelQuality> performanceModels() {
        return List.of();
    }

    /** Returns whether outputs of other tasks were used as well. */
    default boolean isShared() {
        return false;
    }

    /**
     * Returns what it has learned, as data for readers and programs.
     *
     * @param axes names of the D parameters
     */
    Map<String, Object> description(List<String> axes);

    /**
     * Returns an output, of which smaller is better, on the warped scale; an end of the scale where
     * the warp does not reach it.
     */
    default double warped(double output) {
        if (Double.isInfinite(output)) {
            return output;
        }
        double z = warp().forward(output);
        return Double.isNaN(z) ? Double.NEGATIVE_INFINITY : z; // logarithm of a negative number
    }

    /** Returns the warped outputs of this task. */
    default double[] warped() {
        return Arrays.stream(data().y()).map(warp()::forward).toArray();
    }

    /**
     * Returns the smallest posterior mean at any of these points, on the warped scale: of the
     * observed ones, the incumbent under noise.
     */
    default double incumbent(List<double[]> places) {
        double smallest = Double.POSITIVE_INFINITY;
        for (double[] point : places) {
            smallest = Math.min(smallest, mean(point));
        }
        return smallest;
    }

    /** Returns the mean that {@link #predict} gives at x, to the bit. */
    default double mean(double[] x) {
        double[] out = new double[2];
        predict(x, out);
        return out[0];
    }

    /**
     * Returns the mean that {@link #predict} gives at x, and its D derivatives, to the bit.
     *
     * @param gradient receives the derivatives
     */
    default double mean(double[] x, double[] gradient) {
        double[] out = new double[2];
        predict(x, out, gradient, new double[gradient.length]);
        return out[0];
    }

    /**
     * Returns the log density of one measurement at x, noise included.
     *
     * @param x D snapped coordinates
     * @param output measured there, smaller being better
     */
    default double logDensity(double[] x, double output) {
        double[] moments = new double[2];
        predict(x, moments);
        double variance = moments[1] + noiseVariance();
        return StandardNormal.logPdf(warp().forward(output) - moments[0], variance)
                + warp().logDerivative(output);
    }

    /**
     * Returns the log density of all measurements, each predicted from those of other
     * configurations, noise included: that of the moments of {@link #leaveOneOut}, unless more is
     * known.
     */
    default double leaveOneOutLogDensity() {
        double[] y = data().y();
        double[][] predictions = leaveOneOut();
        double sum = 0;
        for (int i = 0; i < y.length; i++) {
            double off = warp().forward(y[i]) - predictions[i][0];
            double variance = predictions[i][1];
            sum +=
                    warp().logDerivative(y[i])
                            - 0.5 * (off * off / variance + Math.log(2 * Math.PI * variance));
        }
        return sum;
    }

    /** What a likelihood has been maximised of. */
    interface Fit {
        /** Returns the log density of the warped outputs of all tasks. */
        double logLikelihood();

        /** Returns the number of hyperparameters that were learned. */
        int parameters();
    }
}
