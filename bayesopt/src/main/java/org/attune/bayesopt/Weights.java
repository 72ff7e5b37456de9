package org.attune.bayesopt;

import org.attune.bayesopt.acquisition.AcquisitionFunction;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What a configuration's gain is multiplied with. */
@FunctionalInterface
public interface Weights {
    /** Returns logarithms of the factors, by the trials of a task so far. */
    List<AcquisitionFunction> of(TaskTrials trials);

    /**
     * Returns logarithms of the factors of what there still is to gain, by which a tuner knows when
     * it has stopped learning; by default the same. A search that is careful tells too little of
     * it.
     */
    default List<AcquisitionFunction> ofGain(TaskTrials trials) {
        return of(trials);
    }

    /**
     * Returns the coordinates of the pending trials that are assumed to run, of whose outputs
     * something is assumed, too; by default of all.
     */
    default List<double[]> running(TaskTrials trials) {
        return trials.pending();
    }

    /**
     * Returns logarithms of the factors of a place far from all trials, which is looked at although
     * nothing is promised there; by default the same.
     */
    default List<ToDoubleFunction<double[]>> elsewhere(TaskTrials trials) {
        var weights = new ArrayList<ToDoubleFunction<double[]>>();
        of(trials).forEach(w -> weights.add(w::value));
        return weights;
    }
}
