package org.attune.bayesopt.surrogate;

/**
 * Normal prior on the logarithm of a positive hyperparameter.
 *
 * <p>Its density is taken over the logarithm, the variable in which hyperparameters are searched,
 * so that the posterior mode does not move with a change of unit.
 *
 * @param mean of the logarithm
 * @param deviation standard deviation of the logarithm, positive
 */
public record Prior(double mean, double deviation) {
    /** Returns the logarithm of the density at {@code log}, up to a constant. */
    public double logDensity(double log) {
        double z = (log - mean) / deviation;
        return -0.5 * z * z;
    }

    /** Returns the derivative of {@link #logDensity}. */
    public double slope(double log) {
        return -(log - mean) / (deviation * deviation);
    }
}
