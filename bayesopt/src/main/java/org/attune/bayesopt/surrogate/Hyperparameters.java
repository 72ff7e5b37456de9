package org.attune.bayesopt.surrogate;

import java.util.Arrays;

/**
 * Hyperparameters of a Gaussian process with one lengthscale and one input warp per axis.
 *
 * <p>As a vector, in which they are searched: {@code theta = (log ℓ_1, …, log ℓ_D, log a_1, …, log
 * a_D, log b_1, …, log b_D, log s², log w/(1-w), log σ²)}, length 3 D + 3.
 *
 * @param lengthscales ℓ, D, in warped unit coordinates
 * @param logA log a, D, of the {@link InputWarp}
 * @param logB log b, D, likewise
 * @param signalVariance s², in squared standardised outputs
 * @param additiveShare w in (0, 1), the share of s² that is a sum over axes
 * @param noiseVariance σ², likewise
 */
public record Hyperparameters(
        double[] lengthscales,
        double[] logA,
        double[] logB,
        double signalVariance,
        double additiveShare,
        double noiseVariance) {
    /** Copies the arrays. */
    public Hyperparameters {
        lengthscales = lengthscales.clone();
        logA = logA.clone();
        logB = logB.clone();
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

    /** Returns the hyperparameters of a vector. */
    public static Hyperparameters of(double[] theta) {
        return of(theta, (theta.length - 3) / 3);
    }

    /** Returns the hyperparameters at the beginning of a vector, of d axes. */
    static Hyperparameters of(double[] theta, int d) {
        return new Hyperparameters(
                Arrays.stream(theta, 0, d).map(Math::exp).toArray(),
                Arrays.copyOfRange(theta, d, 2 * d),
                Arrays.copyOfRange(theta, 2 * d, 3 * d),
                Math.exp(theta[3 * d]),
                1 / (1 + Math.exp(-theta[3 * d + 1])),
                Math.exp(theta[3 * d + 2]));
    }

    /** Returns the same with signal and noise variance times a factor. */
    Hyperparameters withVariancesTimes(double factor) {
        return new Hyperparameters(
                lengthscales,
                logA,
                logB,
                signalVariance * factor,
                additiveShare,
                noiseVariance * factor);
    }
}
