package org.attune.gplcm;

import org.attune.api.Point;
import org.attune.api.Trial;
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.LeaveOneOut;
import org.attune.bayesopt.SingleTaskProposer;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Axes;
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

    /** Returns what was measured of all tasks. */
    Observations observations(List<Trial> finished) {
        var builder = new Observations.Builder(tasks.size());
        for (Trial trial : finished) {
            int index = tasks.indexOf(trial.task());
            if (index >= 0) {
                builder.add(index, proposers.apply(trial.task()).measured(List.of(trial)));
            }
        }
        return builder.build();
    }

    /** Returns the model of all tasks; empty with fewer than two of which something is known. */
    Optional<CoregionalizedModel> model(Observations data) {
        return data.observedTasks() < 2 ? Optional.empty() : fitter.fit(data);
    }

    /**
     * Returns the surrogate of a task; empty where nothing of it has been measured.
     *
     * @param all the model of all tasks
     */
    Optional<WarpedProcess> surrogate(
            int task, Observations data, Optional<CoregionalizedModel> all) {
        Optional<WarpedProcess> alone = proposers.apply(tasks.get(task)).surrogate(data.of(task));
        if (alone.isEmpty()) {
            return alone;
        }
        return all.map(m -> m.of(task))
                .filter(shared ->
                        LeaveOneOut.logDensity(shared) > LeaveOneOut.logDensity(alone.get()))
                .or(() -> alone);
    }
}
