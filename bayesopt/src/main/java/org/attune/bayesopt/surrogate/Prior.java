package org.attune.bayesopt.surrogate;

/**
 * Prior on the logarithm of a positive hyperparameter, normal or with Cauchy's heavy tails.
 *
 * <p>Its density is taken over the logarithm, the variable in which hyperparameters are searched,
 * so that the posterior mode does not move with a change of unit. Heavy tails say that most of many
 * hyperparameters are near the middle and a few may be far from it: small departures are pulled
 * back more strongly than a normal density would, large ones hardly.
 *
 * @param mean of the logarithm, the median with heavy tails
 * @param deviation standard deviation of the logarithm, positive; with heavy tails half the width
 *     at half the maximum
 * @param heavy whether the density is Cauchy's
 */
public record Prior(double mean, double deviation, boolean heavy) {
    /** Makes a normal prior. */
    public Prior(double mean, double deviation) {
        this(mean, deviation, false);
    }

    /** Returns the logarithm of the density at {@code log}, up to a constant. */
    public double logDensity(double log) {
        double z = (log - mean) / deviation;
        return heavy ? -Math.log1p(z * z) : -0.5 * z * z;
    }

    /** Returns the derivative of {@link #logDensity}. */
    public double slope(double log) {
        double z = (log - mean) / deviation;
        return (heavy ? -2 * z / (1 + z * z) : -z) / deviation;
    }
}
