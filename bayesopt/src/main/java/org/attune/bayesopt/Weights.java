package org.attune.bayesopt;

import org.attune.bayesopt.acquisition.AcquisitionFunction;

import java.util.List;

/** What a configuration's gain is multiplied with. */
@FunctionalInterface
public interface Weights {
    /** Returns logarithms of the factors, by the trials of a task so far. */
    List<AcquisitionFunction> of(TaskTrials trials);
}
