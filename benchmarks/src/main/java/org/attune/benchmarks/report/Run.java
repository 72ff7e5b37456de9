package org.attune.benchmarks.report;

import org.attune.api.Fidelity;
import org.attune.benchmarks.Account;
import org.attune.benchmarks.Environment;

import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;

/**
 * A run as the report counts it.
 *
 * @param tuner as the report calls it
 * @param problem name and task
 * @param seed of the run
 * @param best so far after each full run's worth of evaluations, of which smaller is better: +∞
 *     while nothing has been measured, negated where the problem is maximised
 * @param steps the same after each evaluation, by what had been spent then, in full runs; empty
 *     where each evaluation is one
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
        NavigableMap<Double, Double> steps,
        List<Double> overhead,
        boolean failed,
        Optional<Account> account,
        Optional<Environment> environment) {
    /** Returns the value after so many evaluations. */
    double at(int budget) {
        return best[budget - 1];
    }

    /** Returns whether some evaluations cost less than a full run. */
    boolean hasCosts() {
        return !steps.isEmpty();
    }

    /** Returns the value after so much was spent, in full runs. */
    double at(double spent) {
        if (hasCosts()) {
            var last = steps.floorEntry(spent + Fidelity.TOLERANCE);
            return last == null ? Double.POSITIVE_INFINITY : last.getValue();
        }
        int full = (int) Math.floor(spent + Fidelity.TOLERANCE);
        return full == 0 ? Double.POSITIVE_INFINITY : best[full - 1];
    }
}
