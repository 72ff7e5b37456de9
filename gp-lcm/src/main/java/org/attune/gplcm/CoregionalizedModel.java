package org.attune.gplcm;

import org.attune.api.Point;
import org.attune.api.TaskCorrelation;
import org.attune.bayesopt.FittedSurrogates;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.GaussianProcess;
import org.attune.bayesopt.surrogate.Hyperparameters;
import org.attune.bayesopt.surrogate.ModelCoordinates;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.attune.bayesopt.surrogate.PriorMean;
import org.attune.bayesopt.surrogate.Surrogate;
import org.attune.bayesopt.surrogate.TaskPlace;
import org.attune.bayesopt.surrogate.WarpedProcess;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A fitted model of several tasks.
 *
 * @param process of the observations of all tasks
 * @param covariance its prior
 * @param layout of theta
 * @param theta hyperparameters
 * @param data raw
 * @param warps of the outputs of each task
 * @param models what performance models say of each task
 * @param means of each task, beside which the process is
 */
record CoregionalizedModel(
        GaussianProcess process,
        CoregionalizedCovariance covariance,
        Layout layout,
        double[] theta,
        Observations data,
        List<OutputWarp> warps,
        List<ModelCoordinates> models,
        List<PriorMean> means) {
    /** Returns the model as it looks from one task, of which something has been observed. */
    WarpedProcess of(int task) {
        Dataset own = data.of(task);
        return new WarpedProcess(
                process,
                TaskPlace.of(task, data.rows(task), models.get(task)).beside(means.get(task)),
                covariance.ofTask(layout, theta, task),
                warps.get(task),
                own,
                Double.NaN,
                parameters());
    }

    /** Returns what was fitted, by which the views of its tasks are known. */
    Optional<Surrogate.Fit> fit() {
        return Optional.of(new WarpedProcess.ProcessFit(process, parameters()));
    }

    /** Returns the number of hyperparameters that were learned. */
    private int parameters() {
        return (int)
                IntStream.range(0, theta.length)
                        .filter(i -> layout.lower()[i] < layout.upper()[i])
                        .count();
    }

    /** Returns what it has learned of the tasks together. */
    FittedSurrogates.Shared shared(List<Point> tasks) {
        var latent = new ArrayList<Map<String, Object>>();
        for (int q = 0; q < layout.tasks().latent(); q++) {
            Hyperparameters h = layout.latent(theta, q, 0);
            latent.add(
                    Map.of(
                            "lengthscales", Arrays.stream(h.lengthscales()).boxed().toList(),
                            "additive_share", h.additiveShare()));
        }
        double[][] b = layout.tasks().matrices(theta, layout.phi());
        var content = new LinkedHashMap<String, Object>();
        content.put("sharing", layout.tasks().name());
        content.put("latent_functions", latent);
        content.put(
                "coregionalization_matrices", // the first is of the levels
                Arrays.stream(b).map(m -> Arrays.stream(m).boxed().toList()).toList());
        return new FittedSurrogates.Shared(
                new TaskCorrelation(tasks, covariance.correlation()), content);
    }
}
