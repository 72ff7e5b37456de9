package org.attune.hybrid;

import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What trials are worth to the tree, from 0 to 1, whatever the scale of the outputs is.
 *
 * <p>By rank, the reward of a trial is the share of the other measured trials of its task that are
 * not better; of several objectives, that do not dominate it. Equal values have equal rewards. By
 * value, it is linear in the only objective, 1 for the best. A failed trial has 0, and so has one
 * with an output outside of its range; a pending one counts as a visit without a reward of its own.
 */
record Rewards(TuningProblem problem, boolean byRank) {
    /**
     * A trial of the tree.
     *
     * @param trial itself
     * @param reward from 0 to 1; NaN while it is pending
     */
    record Visit(Trial trial, double reward) {}

    /**
     * Returns the trials of all tasks: the finished ones in the order of their outcomes, then the
     * pending ones. Those whose failure says nothing of their configuration are left out.
     */
    List<Visit> of(Records records) {
        List<Visit> visits = among(records.finished());
        records.trials().stream()
                .filter(Trial::isPending)
                .forEach(t -> visits.add(new Visit(t, Double.NaN)));
        return visits;
    }

    /** Returns finished trials with their rewards among these alone. */
    List<Visit> among(List<Trial> finished) {
        var measured = new HashMap<Point, List<double[]>>();
        for (Trial trial : finished) {
            double[] values = values(trial);
            if (values.length > 0) {
                measured.computeIfAbsent(trial.task(), t -> new ArrayList<>()).add(values);
            }
        }
        var visits = new ArrayList<Visit>();
        for (Trial trial : finished) {
            boolean says =
                    !(trial.outcome() instanceof Outcome.Failed f) || f.cause().isInformative();
            if (says) {
                double[] values = values(trial);
                visits.add(
                        new Visit(
                                trial,
                                values.length == 0 ? 0 : reward(values, measured, trial.task())));
            }
        }
        return visits;
    }

    private double reward(double[] values, Map<Point, List<double[]>> measured, Point task) {
        List<double[]> all = measured.get(task);
        if (all.size() == 1) {
            return 0.5;
        }
        if (!byRank && values.length == 1) {
            var range = all.stream().mapToDouble(v -> v[0]).summaryStatistics();
            double extent = range.getMax() - range.getMin();
            return extent > 0 ? (range.getMax() - values[0]) / extent : 0.5;
        }
        long worse = all.stream().filter(v -> dominates(values, v)).count();
        long better = all.stream().filter(v -> dominates(v, values)).count();
        return 0.5 + 0.5 * (worse - better) / (all.size() - 1);
    }

    /** Returns whether a is better than b in some objective, and worse in none. */
    private static boolean dominates(double[] a, double[] b) {
        boolean better = false;
        for (int k = 0; k < a.length; k++) {
            if (a[k] > b[k]) {
                return false;
            }
            better |= a[k] < b[k];
        }
        return better;
    }

    /** Returns what is optimised, smaller being better; empty where the trial has no usable run. */
    private double[] values(Trial trial) {
        List<Objective> outputs = problem.optimized();
        double[] values = new double[outputs.size()];
        for (int k = 0; k < values.length; k++) {
            Objective output = outputs.get(k);
            values[k] =
                    output.goal().sign() * problem.value(trial, output.name()).orElse(Double.NaN);
            if (Double.isNaN(values[k])) {
                return new double[0];
            }
        }
        return problem.isInRange(trial) ? values : new double[0];
    }
}
