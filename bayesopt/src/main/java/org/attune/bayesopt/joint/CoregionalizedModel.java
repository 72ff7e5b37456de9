package org.attune.bayesopt.joint;

import org.attune.api.Point;
import org.attune.api.TaskCorrelation;
import org.attune.bayesopt.FittedSurrogates;
import org.attune.bayesopt.surrogate.AdditiveKernel;
import org.attune.bayesopt.surrogate.GaussianProcess;
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

/** A fitted model of several tasks. Immutable. */
public final class CoregionalizedModel {
    private final GaussianProcess process;
    private final CoregionalizedPrior prior;
    private final double[] theta;
    private final double factor;
    private final Observations data;
    private final List<OutputWarp> warps;
    private final List<ModelCoordinates> models;
    private final List<PriorMean> means;

    /**
     * Makes the model.
     *
     * @param process of the observations of all tasks
     * @param theta hyperparameters
     * @param factor of all variances, see {@link org.attune.bayesopt.surrogate.Calibration}
     * @param data raw
     * @param warps of the outputs of each task
     * @param models what performance models say of each task
     * @param means of each task, beside which the process is
     */
    CoregionalizedModel(
            GaussianProcess process,
            CoregionalizedPrior prior,
            double[] theta,
            double factor,
            Observations data,
            List<OutputWarp> warps,
            List<ModelCoordinates> models,
            List<PriorMean> means) {
        this.process = process;
        this.prior = prior;
        this.theta = theta;
        this.factor = factor;
        this.data = data;
        this.warps = warps;
        this.models = models;
        this.means = means;
    }

    /** Returns what was fitted, by which the views of its tasks are known. */
    public Surrogate.Fit fit() {
        return new WarpedProcess.ProcessFit(process, prior.layout().free());
    }

    /** Returns how the tasks are alike. */
    public TaskCovariance tasks() {
        return prior.tasks();
    }

    boolean isOf(CoregionalizedPrior other) {
        return prior == other;
    }

    double[] theta() {
        return theta.clone();
    }

    CoregionalizedPrior prior() {
        return prior;
    }

    /** Returns the factor of all variances. */
    double factor() {
        return factor;
    }

    /** Returns the observations of all tasks. */
    Observations data() {
        return data;
    }

    /** Returns how the outputs of each task are warped. */
    List<OutputWarp> warps() {
        return warps;
    }

    /**
     * Returns the model as it looks from one task: its predictions and held-out predictions are
     * those of the task, from the observations of all.
     */
    public WarpedProcess of(int task) {
        return new WarpedProcess(
                process,
                place(task),
                prior.ofTask(theta, factor, task),
                warps.get(task),
                data.of(task),
                Double.NaN,
                prior.layout().free());
    }

    private TaskPlace place(int task) {
        return TaskPlace.of(task, data.rows(task), models.get(task)).beside(means.get(task));
    }

    /**
     * Returns the model with more observations of these tasks, each for the price of a prediction
     * where the process is exact: hyperparameters, warps and what was fitted to the others stay.
     * The outputs were measured once each.
     *
     * @return empty where the covariance matrix of all is not positive definite
     * @throws IllegalArgumentException if the warp of a task cannot take an output
     */
    public Optional<CoregionalizedModel> with(Observations more) {
        List<double[]> places = new ArrayList<>();
        double[] z = new double[more.size()];
        for (int i = 0; i < z.length; i++) {
            int task = more.task()[i];
            double[] x = more.x()[i];
            z[i] = warps.get(task).forward(more.y()[i]) - means.get(task).at(x);
            if (Double.isNaN(z[i])) {
                throw new IllegalArgumentException(
                        "The warp of task %d cannot take the output %s. Maybe fit the model anew."
                                .formatted(task, more.y()[i]));
            }
            places.add(place(task).of(x));
        }
        List<PriorMean> ofAll =
                IntStream.range(0, means.size())
                        .mapToObj(t -> means.get(t).with(List.of(more.of(t).x())))
                        .toList();
        return process.with(places, z)
                .map(p ->
                        new CoregionalizedModel(
                                p, prior, theta, factor, data.then(more), warps, models, ofAll));
    }

    /**
     * Returns the prior correlations of the tasks at one configuration, their levels apart.
     *
     * @return T rows of T
     */
    public double[][] correlation() {
        return prior.correlation(theta);
    }

    /** Returns what it has learned of the tasks together. */
    public FittedSurrogates.Shared shared(List<Point> tasks) {
        var latent = new ArrayList<Map<String, Object>>();
        for (AdditiveKernel function : prior.latent()) {
            latent.add(
                    Map.of(
                            "lengthscales",
                                    Arrays.stream(function.lengthscales(theta)).boxed().toList(),
                            "additive_share", function.share(theta)));
        }
        var content = new LinkedHashMap<String, Object>();
        content.put("sharing", tasks().name());
        content.put("latent_functions", latent);
        content.put(
                "coregionalization_matrices", // the first is of the levels
                Arrays.stream(prior.matrices(theta, 1))
                        .map(m -> Arrays.stream(m).boxed().toList())
                        .toList());
        return new FittedSurrogates.Shared(new TaskCorrelation(tasks, correlation()), content);
    }
}
