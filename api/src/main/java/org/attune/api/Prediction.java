package org.attune.api;

/**
 * The distribution of a value that has not been measured, in the output's own unit, without
 * measurement noise.
 *
 * @param mean expected value; +∞ where the distribution has none
 * @param standardDeviation of the distribution, not negative
 * @param median half of the distribution lies below it
 * @param lower 2.5 % of the distribution lie below it
 * @param upper 2.5 % of the distribution lie above it
 */
public record Prediction(
        double mean, double standardDeviation, double median, double lower, double upper) {}
