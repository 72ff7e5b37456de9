package org.attune.bayesopt.surrogate;

import org.attune.api.MeasuredNoise;

import java.util.Arrays;

/**
 * The variance of the noise of one observation, of which the surrogate learns σ², that of a single
 * measurement:
 *
 * <pre>
 *   σ_i² = a σ² + d²,   a = h ν / (ν + n - 1),   d² = h (n - 1) s² / (ν + n - 1)
 * </pre>
 *
 * <p>for the aggregate of n measurements with sample variance s², whose variance is h times that of
 * one (1/n for the mean): the variance of one is believed to be what n - 1 degrees of freedom say
 * of it here, and what ν = 5 of the other configurations do, the weighted mean that a scaled
 * inverse-χ² prior gives. Of a program that says its own standard error e, d = e beside a = 1: σ²
 * is then what differs from run to run.
 *
 * <p>Source: A. Gelman et al., "Bayesian Data Analysis" (3rd edition), section 2.6; B. Ankenman, B.
 * L. Nelson and J. Staum, "Stochastic kriging for simulation metamodeling", Operations Research 58
 * (2010), for observations whose noise is known.
 *
 * @param learned a, positive
 * @param deviation d, not negative, in the unit of the output or on a scale
 */
public record ObservationNoise(double learned, double deviation) {
    /** That of one measurement without an error of its own. */
    public static final ObservationNoise PLAIN = new ObservationNoise(1, 0);

    private static final double BELIEF = 5; // ν
    private static final double LARGEST = 2; // d on the scale of a process, as of σ

    /** Returns the noise of an output of which so much was measured. */
    public static ObservationNoise of(MeasuredNoise noise) {
        int more = noise.repetitions() - 1;
        if (more == 0) {
            double error = noise.standardError();
            return error == 0 ? PLAIN : new ObservationNoise(1, error);
        }
        double all = BELIEF + more;
        return new ObservationNoise(
                noise.share() * BELIEF / all,
                Math.sqrt(noise.share() * more / all) * noise.deviation());
    }

    /** Returns the noise of {@code count} outputs that were measured once. */
    public static ObservationNoise[] plain(int count) {
        ObservationNoise[] all = new ObservationNoise[count];
        Arrays.fill(all, PLAIN);
        return all;
    }

    /** Returns whether this is {@link #PLAIN}. */
    public boolean isPlain() {
        return equals(PLAIN);
    }

    /**
     * Returns the noise of an output on the scale of a warp, by the slope of the warp there (the
     * delta method), and no more than a process can learn.
     */
    public ObservationNoise on(OutputWarp warp, double y) {
        if (deviation == 0) {
            return this;
        }
        double slope = Math.exp(warp.logDerivative(y));
        return new ObservationNoise(learned, Math.min(deviation * slope, LARGEST));
    }

    /** Returns σ_i². */
    public double variance(double ofOne) {
        return learned * ofOne + deviation * deviation;
    }
}
