package org.attune.gplcm;

import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.GaussianProcess;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.attune.bayesopt.surrogate.TaskPlace;
import org.attune.bayesopt.surrogate.WarpedProcess;

import java.util.List;

/**
 * A fitted model of several tasks.
 *
 * @param process of the observations of all tasks
 * @param covariance its prior
 * @param layout of theta
 * @param theta hyperparameters
 * @param data raw
 * @param warps of the outputs of each task
 * @param logEvidence log density of the raw outputs and of the prior at theta
 */
record CoregionalizedModel(
        GaussianProcess process,
        CoregionalizedCovariance covariance,
        Layout layout,
        double[] theta,
        Observations data,
        List<OutputWarp> warps,
        double logEvidence) {
    /** Returns the model as it looks from one task, of which something has been observed. */
    WarpedProcess of(int task) {
        Dataset own = data.of(task);
        return new WarpedProcess(
                process,
                TaskPlace.of(task, data.rows(task)),
                covariance.ofTask(layout, theta, task),
                warps.get(task),
                own,
                logEvidence);
    }
}
