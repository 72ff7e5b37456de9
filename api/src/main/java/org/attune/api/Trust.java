package org.attune.api;

/**
 * How far a model can be trusted, by leaving out each measured trial in turn and predicting it from
 * the others.
 *
 * @param trials number of trials left out, one at a time
 * @param relativeError median of |predicted - measured| / |measured|; NaN without trials
 * @param skill 1 - (mean squared error of the model) / (mean squared error of the mean), on the
 *     scale of the model; at most 1, and 0 or less where the model predicts nothing; NaN without
 *     trials
 * @param coverage share of measured values inside their predicted 95 % interval; NaN without trials
 * @param statement the same in words
 */
public record Trust(
        int trials, double relativeError, double skill, double coverage, String statement) {}
