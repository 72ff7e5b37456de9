package org.attune.bayesopt;

import org.attune.api.FittedModel;
import org.attune.api.ModelRecord;
import org.attune.api.ModelView;
import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.api.Prediction;
import org.attune.api.TaskCorrelation;
import org.attune.api.Trust;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.surrogate.Hyperparameters;
import org.attune.bayesopt.surrogate.WarpedProcess;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The Gaussian processes behind the proposals, one for each task, as users see them: asked with
 * names and values, answering in the unit of the objective.
 */
public final class FittedProcesses implements FittedModel {
    /** The name under which a study's history keeps the newest one. */
    public static final String KEY = "gaussian-processes";

    private final TuningProblem problem;
    private final Objective objective;
    private final List<Point> tasks;
    private final Map<Point, TaskModel> models;
    private final Optional<Shared> shared;

    /**
     * What a model of all tasks has learned of them together.
     *
     * @param correlation of the tasks
     * @param content the rest, as data
     */
    public record Shared(TaskCorrelation correlation, Map<String, Object> content) {}

    /**
     * Makes the model.
     *
     * @param tasks of the study
     * @param models of the tasks of which something has been measured
     * @param shared of all tasks, if they have such a model
     */
    public FittedProcesses(
            TuningProblem problem,
            List<Point> tasks,
            Map<Point, TaskModel> models,
            Optional<Shared> shared) {
        this.problem = problem;
        this.objective = problem.optimized().getFirst();
        this.tasks = List.copyOf(tasks);
        this.models = new LinkedHashMap<>(models);
        this.shared = shared;
    }

    @Override
    public Prediction predict(Point task, Point configuration, String output) {
        if (!output.equals(objective.name())) {
            throw new IllegalArgumentException(
                    "The model predicts '%s', not '%s'.".formatted(objective.name(), output));
        }
        return required(task).predict(problem.parameterSpace().canonical(configuration));
    }

    @Override
    public OptionalDouble failureProbability(Point task, Point configuration) {
        Point canonical = problem.parameterSpace().canonical(configuration);
        return required(task).failureProbability(canonical);
    }

    @Override
    public Trust trust(Point task) {
        return model(task).map(TaskModel::trust).orElseGet(() -> TrustWords.tooFew(0));
    }

    @Override
    public Optional<ModelView> view(Point task) {
        return model(task).flatMap(TaskModel::view);
    }

    @Override
    public boolean shares(Point task) {
        return model(task).filter(m -> m.process().task().isShared()).isPresent();
    }

    @Override
    public Optional<TaskCorrelation> taskCorrelation() {
        return shared.map(Shared::correlation);
    }

    @Override
    public ModelRecord record() {
        var tasks = new ArrayList<Map<String, Object>>();
        models.forEach((task, model) -> {
            WarpedProcess process = model.process();
            Hyperparameters h = process.hyperparameters();
            var map = new LinkedHashMap<String, Object>();
            map.put("task", task.values());
            map.put("objective", objective.name());
            map.put("trials", process.data().size());
            map.put("lengthscales", byName(h.lengthscales()));
            map.put("input_warp_log_a", byName(h.logA()));
            map.put("input_warp_log_b", byName(h.logB()));
            map.put("signal_variance", h.signalVariance());
            map.put("additive_share", h.additiveShare());
            map.put("noise_variance", h.noiseVariance());
            map.put("output_warp", process.warp().description());
            map.put("shared", process.task().isShared());
            if (!process.task().isShared()) {
                map.put("log_evidence", process.logEvidence());
            }
            tasks.add(map);
        });
        var content = new LinkedHashMap<String, Object>();
        content.put("tasks", tasks);
        shared.ifPresent(s -> content.putAll(s.content()));
        return new ModelRecord(KEY, basis(), content);
    }

    /** Returns a hash of the data that the processes were fitted to. */
    private String basis() {
        long hash = 17;
        for (TaskModel model : models.values()) {
            hash = 31 * hash + Arrays.deepHashCode(model.process().data().x());
            hash = 31 * hash + Arrays.hashCode(model.process().data().y());
        }
        return Long.toHexString(hash);
    }

    private Map<String, Double> byName(double[] values) {
        var map = new LinkedHashMap<String, Double>();
        for (int d = 0; d < values.length; d++) {
            map.put(problem.parameterSpace().parameters().get(d).name(), values[d]);
        }
        return map;
    }

    private TaskModel required(Point task) {
        return model(task)
                .orElseThrow(() ->
                        new IllegalStateException(
                                "Nothing has been measured of task %s yet.".formatted(task)));
    }

    private Optional<TaskModel> model(Point task) {
        Point canonical = problem.taskSpace().canonical(task);
        if (!tasks.contains(canonical)) {
            throw new IllegalArgumentException(
                    "There is no model of task %s. Known are: %s.".formatted(task, tasks));
        }
        return Optional.ofNullable(models.get(canonical));
    }
}
