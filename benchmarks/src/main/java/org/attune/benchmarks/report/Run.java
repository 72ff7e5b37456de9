package org.attune.benchmarks.report;

import org.attune.benchmarks.Account;
import org.attune.benchmarks.Environment;

import java.util.List;
import java.util.Optional;

/**
 * A run as the report counts it.
 *
 * @param tuner as the report calls it
 * @param problem name and task
 * @param seed of the run
 * @param best so far after each evaluation, of which smaller is better: +∞ while nothing has been
 *     measured, negated where the problem is maximised
 * @param overhead CPU seconds of each suggestion, NaN where they were not measured
 * @param failed whether the tuner threw
 * @param account what the evaluations cost, where it was recorded
 * @param environment machine and versions, where they were recorded
 */
record Run(
        String tuner,
        String problem,
        long seed,
        double[] best,
        List<Double> overhead,
        boolean failed,
        Optional<Account> account,
        Optional<Environment> environment) {
    /** Returns the value after so many evaluations. */
    double at(int budget) {
        return best[budget - 1];
    }
}
