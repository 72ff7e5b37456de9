package org.attune.api;

/**
 * The distribution of a value that has not been measured, in the output's own unit, without
 * measurement noise.
 *
 * @param mean expected value, finite
 * @param standardDeviation of the distribution, finite, not negative
 * @param median half of the distribution lies below it, finite
 * @param lower 2.5 % of the distribution lie below it; -∞ where the model sets no bound
 * @param upper 2.5 % of the distribution lie above it; +∞ where the model sets no bound
 */
public record Prediction(
        double mean, double standardDeviation, double median, double lower, double upper) {}
