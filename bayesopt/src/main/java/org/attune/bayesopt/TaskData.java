package org.attune.bayesopt;

import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.surrogate.Dataset;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Turns the trials of one task into what surrogates are fitted to. */
final class TaskData {
    private TaskData() {}

    /**
     * Returns the measured values of the first optimised objective, oriented so that smaller is
     * better.
     */
    static Dataset measured(TuningProblem problem, Region region, List<Trial> finished) {
        Objective objective = problem.optimized().getFirst();
        var x = new ArrayList<double[]>();
        var y = new ArrayList<Double>();
        for (Trial trial : finished) {
            OptionalDouble value = problem.value(trial, objective.name());
            if (value.isPresent()) {
                x.add(region.encode(trial.configuration()));
                y.add(objective.goal().sign() * value.getAsDouble());
            }
        }
        return dataset(x, y);
    }

    /**
     * Returns labels, 1 for a run that failed for a reason that may lie in its configuration and 0
     * for one that gave values; empty as long as none has failed.
     */
    static Dataset failures(Region region, List<Trial> finished) {
        var x = new ArrayList<double[]>();
        var label = new ArrayList<Double>();
        for (Trial trial : finished) {
            boolean failed = trial.outcome() instanceof Outcome.Failed;
            if (!isUninformative(trial)) {
                x.add(region.encode(trial.configuration()));
                label.add(failed ? 1.0 : 0.0);
            }
        }
        return label.contains(1.0) ? dataset(x, label) : dataset(List.of(), List.of());
    }

    /** Returns the coordinates of trials that {@link #failures} labels 1. */
    static List<double[]> failed(Region region, List<Trial> finished) {
        return finished.stream()
                .filter(t -> t.outcome() instanceof Outcome.Failed && !isUninformative(t))
                .map(t -> region.encode(t.configuration()))
                .toList();
    }

    /** Returns the coordinates of pending trials. */
    static List<double[]> pending(Region region, List<Trial> trials) {
        return trials.stream()
                .filter(Trial::isPending)
                .map(t -> region.encode(t.configuration()))
                .toList();
    }

    private static boolean isUninformative(Trial trial) {
        return trial.outcome() instanceof Outcome.Failed f && !f.cause().isInformative();
    }

    private static Dataset dataset(List<double[]> x, List<Double> y) {
        return new Dataset(
                x.toArray(new double[0][]), y.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
