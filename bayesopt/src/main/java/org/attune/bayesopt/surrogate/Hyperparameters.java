package org.attune.bayesopt.surrogate;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What users are told of the hyperparameters of a Gaussian process with one lengthscale and one
 * input warp per axis. How they are searched is in {@link ProcessPrior}.
 *
 * @param lengthscales ℓ, D, in warped unit coordinates
 * @param logA log a, D, of the {@link InputWarp}
 * @param logB log b, D, likewise
 * @param signalVariance s², in squared standardised outputs
 * @param additiveShare w in (0, 1), the share of s² that is a sum over axes
 * @param noiseVariance σ², likewise
 * @param ridges functions of a weighted sum of the axes, beside the signal
 * @param alignment variances of what the axes do by how often two divides their values, by the
 *     axes' indices, see {@link AlignmentKernel}; empty where nothing is known of it
 */
public record Hyperparameters(
        double[] lengthscales,
        double[] logA,
        double[] logB,
        double signalVariance,
        double additiveShare,
        double noiseVariance,
        List<Ridge> ridges,
        Map<Integer, Double> alignment) {
    /**
     * A function of one weighted sum of the axes, see {@link RidgeKernel}.
     *
     * @param variance v, in squared standardised outputs
     * @param weights u, D, 0 for an axis that is no part of the sum
     */
    public record Ridge(double variance, double[] weights) {
        /** Copies the weights. */
        public Ridge {
            weights = weights.clone();
        }

        @Override
        public double[] weights() {
            return weights.clone();
        }
    }

    /** Copies the arrays. */
    public Hyperparameters {
        lengthscales = lengthscales.clone();
        logA = logA.clone();
        logB = logB.clone();
        ridges = List.copyOf(ridges);
        alignment = Collections.unmodifiableMap(new TreeMap<>(alignment));
    }

    @Override
    public double[] lengthscales() {
        return lengthscales.clone();
    }

    @Override
    public double[] logA() {
        return logA.clone();
    }

    @Override
    public double[] logB() {
        return logB.clone();
    }

    /** Returns whether whole numbers are known to matter by how often two divides them. */
    public boolean isAligned() {
        return !alignment.isEmpty();
    }

    /** Returns a number of each axis by the axes' names, in their order. */
    public static Map<String, Double> byName(List<String> axes, double[] values) {
        var map = new LinkedHashMap<String, Double>();
        for (int d = 0; d < values.length; d++) {
            map.put(axes.get(d), values[d]);
        }
        return map;
    }

    /** Returns the same with signal and noise variance times a factor. */
    public Hyperparameters withVariancesTimes(double factor) {
        return new Hyperparameters(
                lengthscales,
                logA,
                logB,
                signalVariance * factor,
                additiveShare,
                noiseVariance * factor,
                ridges.stream().map(r -> new Ridge(r.variance() * factor, r.weights())).toList(),
                alignment.entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue() * factor)));
    }
}
