package org.attune.api;

/**
 * A measured run, and what a model expected of it that had not seen it.
 *
 * @param configuration that was run
 * @param measured output, in its own unit, as are the others
 * @param predicted median
 * @param lower 2.5 % of the distribution of the measured value lie below it, noise included
 * @param upper 2.5 % lie above it
 */
public record HeldOutRun(
        Point configuration, double measured, double predicted, double lower, double upper) {}
