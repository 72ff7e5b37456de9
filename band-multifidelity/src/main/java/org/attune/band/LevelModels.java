package org.attune.band;

import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.StudyTrials;
import org.attune.bayesopt.TaskTrials;
import org.attune.bayesopt.joint.Coregionalization;
import org.attune.bayesopt.joint.CoregionalizationFitter;
import org.attune.bayesopt.joint.CoregionalizedModel;
import org.attune.bayesopt.joint.FeatureCovariance;
import org.attune.bayesopt.joint.Observations;
import org.attune.bayesopt.joint.TaskCovariance;
import org.attune.bayesopt.joint.TaskWarps;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Enrichment;
import org.attune.bayesopt.surrogate.ObservationNoise;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.attune.bayesopt.surrogate.SurrogateSettings;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The joint model of one output over all tasks and some levels of fidelity, the full one among
 * them. The function of task t at the l-th of these levels has the index t L + l in it.
 *
 * <p>What it keeps between calls saves time only.
 */
final class LevelModels {
    private static final int LATENT = 2; // what is sought, and the errors of cheap runs

    private final Objective output;
    private final List<Point> tasks;
    private final Ladder ladder;
    private final LevelScale scale;
    private final List<Integer> rungs; // of the ladder, ascending, the full one last
    private final CoregionalizationFitter fitter;

    /**
     * Makes the fitter.
     *
     * @param rungs of the ladder that count, ascending, the full one last
     * @param scale of the outputs, with one warp of each task for all its levels
     * @param published whether pairs of task and level covary freely, by a linear coregionalization
     *     model of one latent function, and each has a warp of its own
     * @param features of the tasks, if they have any: then tasks are alike as far as these are, and
     *     have one warp
     * @param seed of this model's randomness
     */
    LevelModels(
            TuningProblem problem,
            Objective output,
            List<Point> tasks,
            Ladder ladder,
            List<Integer> rungs,
            Axes axes,
            EngineSettings settings,
            LevelScale scale,
            boolean published,
            Optional<double[][]> features,
            Seed seed) {
        this.output = output;
        this.tasks = List.copyOf(tasks);
        this.ladder = ladder;
        this.scale = scale;
        this.rungs = List.copyOf(rungs);
        int levels = rungs.size();
        Optional<TaskCovariance> alike =
                features.map(FeatureCovariance::new).map(TwoFunctions::new);
        TaskCovariance ofTasks =
                tasks.size() == 1
                        ? new OneTask()
                        : alike.orElseGet(() -> new Coregionalization(tasks.size(), LATENT));
        boolean common = tasks.size() > 1 && alike.isPresent();
        int[] group =
                IntStream.range(0, tasks.size() * levels)
                        .map(i -> common ? 0 : i / levels)
                        .toArray();
        List<Enrichment> enrichments =
                tasks.stream()
                        .flatMap(t ->
                                Collections.nCopies(
                                        levels, new Enrichment(problem, output, t, axes))
                                        .stream())
                        .toList();
        this.fitter =
                new CoregionalizationFitter(
                        LinearAlgebra.best(),
                        axes,
                        published
                                ? new Coregionalization(tasks.size() * levels, 1)
                                : new LevelCovariance(ofTasks, levels, scale.isApart()),
                        false,
                        published ? TaskWarps.EACH : TaskWarps.groups(group),
                        warped(settings.surrogate(), scale.shape()),
                        settings.priorsTogether(axes),
                        enrichments,
                        published ? tasks.size() * levels : tasks.size(),
                        seed);
    }

    private static SurrogateSettings warped(SurrogateSettings base, OutputWarp.Shape shape) {
        return new SurrogateSettings(
                base.kernel(), List.of(shape), base.starts(), base.iterations(), base.calibrated());
    }

    /** Returns the rungs that count. */
    List<Integer> rungs() {
        return rungs;
    }

    /** Returns the index of a task at one of the rungs that count, -1 where it does not count. */
    int index(Point task, int rung) {
        int level = rungs.indexOf(rung);
        return level < 0 ? -1 : tasks.indexOf(task) * rungs.size() + level;
    }

    /** Returns what the outputs of runs on a rung are divided by. */
    double divisor(int rung) {
        return scale.divisor(ladder.cost(rung));
    }

    /** Returns what was measured at these rungs, on the scale of the model. */
    Observations observations(StudyTrials trials) {
        var builder = new Observations.Builder(tasks.size() * rungs.size());
        trials.inOrder(
                tasks,
                (task, ofTask, row) -> {
                    double y = ofTask.values(output)[row];
                    int rung = rung(ofTask.finished().get(row));
                    int index = index(task, rung);
                    if (!Double.isNaN(y) && index >= 0) {
                        builder.add(
                                index,
                                ofTask.x(row),
                                y / divisor(rung),
                                scale.noise(ofTask.noise(output, row), ladder.cost(rung)));
                    }
                });
        return builder.build();
    }

    private int rung(Trial trial) {
        return ladder.measured(trial);
    }

    /** Returns the model of what was measured; empty where nothing was, or no fit succeeds. */
    Optional<CoregionalizedModel> fit(StudyTrials trials) {
        Observations data = observations(trials);
        return data.size() == 0 ? Optional.empty() : fitter.fit(data);
    }

    /**
     * Returns the model under the assumption that a point of a task at a rung gives what it
     * predicts; the model itself where that breaks it.
     */
    CoregionalizedModel believing(CoregionalizedModel model, Point task, int rung, double[] x) {
        int index = index(task, rung);
        if (index < 0) {
            return model;
        }
        double[] moments = new double[2];
        var view = model.of(index);
        view.predict(x, moments);
        double y = view.warp().inverse(moments[0]);
        if (!Double.isFinite(y) || Double.isNaN(view.warp().forward(y))) {
            return model;
        }
        var more =
                new Observations(
                        tasks.size() * rungs.size(),
                        new int[] {index},
                        new double[][] {x},
                        new double[] {y},
                        new ObservationNoise[] {ObservationNoise.PLAIN});
        return model.with(more).orElse(model);
    }

    /**
     * Returns the model, pending trials of the task at all rungs but one giving what it predicts:
     * those of that rung are for the proposer to assume.
     */
    CoregionalizedModel believingElsewhere(
            CoregionalizedModel model, Point task, int except, TaskTrials trials) {
        CoregionalizedModel believing = model;
        for (Trial trial : trials.trials()) {
            if (trial.isPending() && rung(trial) != except) {
                believing = believing(believing, task, rung(trial), trials.encode(trial));
            }
        }
        return believing;
    }
}
