package org.attune.bayesopt.regimes;

import org.attune.api.Generator;
import org.attune.bayesopt.surrogate.Likelihood;
import org.attune.bayesopt.surrogate.SliceSampler;

import java.util.List;
import java.util.stream.IntStream;

/**
 * How the posterior of hyperparameters is sampled, by a {@link SliceSampler}.
 *
 * @param burnIn states of the chain that are forgotten, at least 0
 * @param samples states after these, at least as many as there are processes
 * @param processes of the samples, evenly spread, that predict, at least 1
 */
public record HyperparameterSampling(int burnIn, int samples, int processes) {
    private static final double WIDTH = 1; // of slices; hyperparameters are logarithms

    /** Checks the counts. */
    public HyperparameterSampling {
        if (burnIn < 0 || processes < 1 || samples < processes) {
            throw new IllegalArgumentException(
                    "%d processes cannot be taken of %d samples after %d. Maybe n-inference is larger than n-mcmcsamples."
                            .formatted(processes, samples, burnIn));
        }
    }

    /** Returns as many draws as there are processes; none where the start has no density. */
    List<double[]> draws(
            Likelihood posterior,
            double[] start,
            double[] lower,
            double[] upper,
            Generator random) {
        List<double[]> states =
                new SliceSampler(theta -> -posterior.value(theta), lower, upper, WIDTH)
                        .sample(start, burnIn, samples, random);
        return states.isEmpty()
                ? states
                : IntStream.range(0, processes)
                        .mapToObj(s -> states.get((int) ((s + 1L) * samples / processes) - 1))
                        .toList();
    }
}
