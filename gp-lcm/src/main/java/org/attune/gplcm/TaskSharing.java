package org.attune.gplcm;

import org.attune.api.Point;
import org.attune.api.Trial;
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.LeaveOneOut;
import org.attune.bayesopt.SingleTaskProposer;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.WarpedProcess;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Chooses, for each task, between a surrogate of all tasks and one of its own: the one by which the
 * task's trials, each predicted from the others, are more likely.
 */
final class TaskSharing {
    private static final int LATENT = 1;

    private final List<Point> tasks;
    private final Function<Point, SingleTaskProposer> proposers;
    private final CoregionalizationFitter fitter;

    /**
     * Makes the choice for these tasks.
     *
     * @param proposers of each task
     */
    TaskSharing(
            List<Point> tasks,
            Axes axes,
            EngineSettings settings,
            Function<Point, SingleTaskProposer> proposers) {
        this.tasks = tasks;
        this.proposers = proposers;
        this.fitter =
                new CoregionalizationFitter(
                        LinearAlgebra.best(),
                        axes,
                        new Coregionalization(tasks.size(), LATENT),
                        settings.surrogate(),
                        settings.priors(axes));
    }

    /** Returns the surrogate of a task; empty where nothing of it has been measured. */
    Optional<WarpedProcess> surrogate(Point task, List<Trial> finished) {
        Observations data = observations(finished);
        int index = tasks.indexOf(task);
        Dataset own = data.of(index);
        Optional<WarpedProcess> alone = proposers.apply(task).surrogate(own);
        if (alone.isEmpty() || data.observedTasks() < 2) {
            return alone;
        }
        return fitter.fit(data)
                .map(m -> m.of(index))
                .filter(shared ->
                        LeaveOneOut.logDensity(shared) > LeaveOneOut.logDensity(alone.get()))
                .or(() -> alone);
    }

    private Observations observations(List<Trial> finished) {
        var builder = new Observations.Builder(tasks.size());
        for (Trial trial : finished) {
            int index = tasks.indexOf(trial.task());
            if (index >= 0) {
                builder.add(index, proposers.apply(trial.task()).measured(List.of(trial)));
            }
        }
        return builder.build();
    }
}
