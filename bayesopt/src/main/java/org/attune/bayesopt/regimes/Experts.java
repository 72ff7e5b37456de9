package org.attune.bayesopt.regimes;

import org.attune.api.Generator;
import org.attune.api.Predictor.Draws;
import org.attune.api.Seed;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Posterior;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is believed of the outputs in each regime, on one warped scale: a process for each, or one
 * of all that knows which regime a place is in. Immutable.
 */
public interface Experts {
    /** Returns K, the number of regimes. */
    int regimes();

    /** Returns what is believed of a regime, wherever it is. */
    Posterior of(int regime);

    /** Returns the variance of the noise of one measurement in a regime. */
    double noiseVariance(int regime);

    /** Returns functions drawn from what is believed of a regime. */
    Draws draws(int regime, int count, Generator random);

    /**
     * Returns what is believed without some of the observations, with the same hyperparameters.
     *
     * @param kept rows of the others, ascending
     * @return empty where that breaks down
     */
    Optional<Experts> keeping(int[] kept);

    /**
     * Returns mean and variance of each observation, its noise included, as the others of its
     * regime say, with the same hyperparameters.
     *
     * @return empty where observations of one regime say something of others, too, and where these
     *     are believed of other observations than they were fitted to
     */
    default Optional<double[][]> leaveOneOut() {
        return Optional.empty();
    }

    /**
     * Returns what is believed of other observations in the same regimes.
     *
     * @param data warped outputs
     * @param partition of them
     * @param steps in which hyperparameters are improved at most; 0 keeps them
     * @return empty where one breaks down
     */
    Optional<Experts> of(Dataset data, Partition partition, int steps);

    /**
     * Does the same, but regimes that have the observations that they had keep their
     * hyperparameters, where each has its own.
     */
    default Optional<Experts> changed(Dataset data, Partition partition, int steps) {
        return of(data, partition, steps);
    }

    /**
     * Returns what would be believed if places had values as well.
     *
     * @param regimes of the places
     * @param z values on the warped scale
     * @return empty where that breaks down
     */
    Optional<Experts> with(List<double[]> places, int[] regimes, double[] z);

    /**
     * Returns what is believed with hyperparameters drawn from their posterior, in place of these.
     *
     * @param seed of the chains
     * @return empty where one has no start or breaks down
     */
    Optional<Experts> sampled(HyperparameterSampling how, Seed seed);

    /** Returns the D lengthscales of a regime. */
    double[] lengthscales(int regime);

    /**
     * Returns what was learned of a regime, as data.
     *
     * @param axes names of the D parameters
     */
    Map<String, Object> description(int regime, List<String> axes);
}
