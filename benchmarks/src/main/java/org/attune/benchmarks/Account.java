package org.attune.benchmarks;

/**
 * What the evaluations of one task cost, beside the curve of the best.
 *
 * @param together whether all tasks of the problem were tuned in one study
 * @param failures evaluations that gave no value
 * @param sum of the objective's true values over all evaluations that gave one: the application's
 *     total run time where the objective is a run time
 * @param objective wall seconds of the evaluations
 * @param model wall seconds of fitting models, as far as the tuner reports them
 * @param search wall seconds of searching for the next configuration, likewise
 */
public record Account(
        boolean together,
        int failures,
        double sum,
        double objective,
        double model,
        double search) {}
