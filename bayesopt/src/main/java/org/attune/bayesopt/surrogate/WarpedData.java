package org.attune.bayesopt.surrogate;

import org.attune.bayesopt.numerics.BoxLbfgs;
import org.attune.bayesopt.numerics.LinearAlgebra;

import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Observations of one task or of several as a process sees them: warped outputs beside the prior
 * mean of their task, at places with what performance models say.
 */
public final class WarpedData {
    private final ProcessPrior prior;
    private final int[] task;
    private final int[] row; // in the data of the task
    private final List<Dataset> data;
    private final List<OutputWarp> warps;
    private final List<ModelCoordinates> models;
    private final List<PriorMean> means;

    /**
     * Takes observations.
     *
     * @param task n indices of tasks, in the order of the observations
     * @param data of each task, like the following
     */
    public WarpedData(
            ProcessPrior prior,
            int[] task,
            List<Dataset> data,
            List<OutputWarp> warps,
            List<ModelCoordinates> models,
            List<PriorMean> means) {
        this.prior = prior;
        this.task = task;
        this.data = data;
        this.warps = warps;
        this.models = models;
        this.means = means;
        this.row = new int[task.length];
        int[] next = new int[data.size()];
        for (int i = 0; i < row.length; i++) {
            row[i] = next[task[i]]++;
        }
    }

    /** Takes observations of one task, without performance models. */
    public static WarpedData of(ProcessPrior prior, Dataset data, OutputWarp warp) {
        return of(prior, data, warp, ModelCoordinates.NONE, PriorMean.NONE);
    }

    /** Takes observations of one task. */
    static WarpedData of(
            ProcessPrior prior,
            Dataset data,
            OutputWarp warp,
            ModelCoordinates models,
            PriorMean mean) {
        return new WarpedData(
                prior,
                new int[data.size()],
                List.of(data),
                List.of(warp),
                List.of(models),
                List.of(mean));
    }

    /** Returns n, the number of observations. */
    public int size() {
        return task.length;
    }

    /** Returns the places of the observations, see {@link Covariance}. */
    public double[][] places() {
        return places(models.stream().map(ModelCoordinates::atRuns).toList());
    }

    private double[][] places(List<double[][]> said) {
        return rows(
                        i -> {
                            double[] x = data.get(task[i]).x()[row[i]];
                            double[] ofModels =
                                    prior.models() == 0 ? new double[0] : said.get(task[i])[row[i]];
                            return prior.place(task[i]).of(x, ofModels);
                        })
                .toArray(double[][]::new);
    }

    /** Returns what the process is of. */
    public double[] outputs() {
        return rows(i -> warped(i) - means.get(task[i]).atRun(row[i]))
                .mapToDouble(v -> v)
                .toArray();
    }

    private double warped(int i) {
        return warps.get(task[i]).forward(data.get(task[i]).y()[row[i]]);
    }

    private ObservationNoise[] noise() {
        return rows(
                        i -> {
                            Dataset own = data.get(task[i]);
                            return own.noise()[row[i]].on(warps.get(task[i]), own.y()[row[i]]);
                        })
                .toArray(ObservationNoise[]::new);
    }

    private <T> Stream<T> rows(IntFunction<T> of) {
        return IntStream.range(0, task.length).mapToObj(of);
    }

    /** Searches for the mode of the posterior of theta, see {@link #posterior}. */
    public BoxLbfgs.Result mode(LinearAlgebra algebra, double[] start, BoxLbfgs.Options options) {
        return BoxLbfgs.minimize(
                posterior(algebra), start, prior.layout().lower(), prior.layout().upper(), options);
    }

    /**
     * Returns the negative log posterior of theta. What models and means say of a run is by such
     * ones that have not seen it, so that their worth can be learned.
     */
    public Likelihood posterior(LinearAlgebra algebra) {
        double[][] places = places(models.stream().map(ModelCoordinates::heldOut).toList());
        double[] z =
                rows(i -> warped(i) - means.get(task[i]).heldOut(row[i]))
                        .mapToDouble(v -> v)
                        .toArray();
        return new Likelihood(algebra, prior, places, z, noise());
    }

    /** Returns the process of the observations; empty as {@link GaussianProcess#condition}. */
    public Optional<GaussianProcess> condition(LinearAlgebra algebra, double[] theta) {
        return GaussianProcess.condition(
                algebra, prior.covariance(theta), places(), outputs(), noise());
    }
}
