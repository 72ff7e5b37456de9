package org.attune.bayesopt;

import org.attune.api.FittedModel;
import org.attune.api.Format;
import org.attune.api.HeldOutRun;
import org.attune.api.ModelQuality;
import org.attune.api.ModelRecord;
import org.attune.api.ModelView;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Prediction;
import org.attune.api.Predictor;
import org.attune.api.TaskCorrelation;
import org.attune.api.Trust;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.ObservationNoise;
import org.attune.bayesopt.surrogate.Surrogate;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.zip.CRC32C;

/**
 * The surrogates behind the proposals, one for each output and task, as users see them: asked with
 * names and values, answering in the unit of the output.
 */
public final class FittedSurrogates implements FittedModel {
    private final TuningProblem problem;
    private final List<Point> tasks;
    private final SequencedMap<String, Output> outputs;

    /**
     * What a model of all tasks has learned of them together.
     *
     * @param correlation of the tasks
     * @param content the rest, as data
     */
    public record Shared(TaskCorrelation correlation, Map<String, Object> content) {}

    /**
     * The models of one output.
     *
     * @param models of the tasks of which something has been measured
     * @param sharing by what each task learns from all, of those that do
     * @param shared of all tasks, if they have such a model
     * @param learned what their fits have learned, as data
     */
    public record Output(
            SequencedMap<Point, TaskModel> models,
            Map<Point, String> sharing,
            Optional<Shared> shared,
            Map<String, Object> learned) {}

    /**
     * Makes the model.
     *
     * @param tasks of the study
     * @param outputs by name, the first objective first
     */
    public FittedSurrogates(
            TuningProblem problem, List<Point> tasks, SequencedMap<String, Output> outputs) {
        this.problem = problem;
        this.tasks = List.copyOf(tasks);
        this.outputs = new LinkedHashMap<>(outputs);
    }

    @Override
    public List<String> outputs() {
        return List.copyOf(outputs.keySet());
    }

    @Override
    public Prediction predict(Point task, Point configuration, String output) {
        return required(task, output).predict(problem.parameterSpace().canonical(configuration));
    }

    @Override
    public OptionalDouble logDensity(Point task, Point configuration, String output, double value) {
        Point canonical = problem.parameterSpace().canonical(configuration);
        double log = required(task, output).logDensity(canonical, value);
        return Double.isNaN(log) ? OptionalDouble.empty() : OptionalDouble.of(log);
    }

    @Override
    public Optional<Predictor> predictor(Point task, String output) {
        return Optional.of(required(task, output).predictor());
    }

    @Override
    public OptionalDouble failureProbability(Point task, Point configuration) {
        Point canonical = problem.parameterSpace().canonical(configuration);
        return required(task, outputs.firstEntry().getKey()).failureProbability(canonical);
    }

    @Override
    public Trust trust(Point task, String output) {
        return model(task, output).map(TaskModel::trust).orElseGet(() -> TrustWords.tooFew(0));
    }

    @Override
    public List<HeldOutRun> heldOut(Point task, String output) {
        return model(task, output).map(TaskModel::heldOut).orElse(List.of());
    }

    @Override
    public Optional<ModelView> view(Point task, String output) {
        return model(task, output).flatMap(TaskModel::view);
    }

    @Override
    public Optional<String> sharing(Point task, String output) {
        return model(task, output)
                .flatMap(m -> Optional.ofNullable(of(output).sharing().get(task)));
    }

    @Override
    public List<ModelQuality> performanceModels(Point task, String output) {
        return model(task, output).map(m -> m.surrogate().performanceModels()).orElse(List.of());
    }

    @Override
    public Optional<TaskCorrelation> taskCorrelation(String output) {
        return of(output).shared().map(Shared::correlation);
    }

    @Override
    public List<ModelRecord> records() {
        return outputs.entrySet().stream().map(e -> record(e.getKey(), e.getValue())).toList();
    }

    private ModelRecord record(String name, Output output) {
        var content = new LinkedHashMap<String, Object>();
        content.put("objective", name);
        content.put("model_stats", statistics(output));
        var tasks = new ArrayList<Map<String, Object>>();
        output.models().forEach((task, model) -> tasks.add(record(task, model)));
        content.put("tasks", tasks);
        output.shared().ifPresent(s -> content.putAll(s.content()));
        content.put("learned", output.learned());
        return new ModelRecord(name, basis(output), content);
    }

    /** Returns what is known of the models that are in use, each once. */
    private static Map<String, Object> statistics(Output output) {
        double logLikelihood = 0;
        long parameters = 0;
        long evaluations = 0;
        var seen = new HashSet<Surrogate.Fit>();
        for (TaskModel model : output.models().values()) {
            Surrogate surrogate = model.surrogate();
            logLikelihood += surrogate.warp().logJacobian();
            evaluations += surrogate.data().size();
            Optional<Surrogate.Fit> fit = surrogate.fit().filter(seen::add);
            if (fit.isPresent()) {
                logLikelihood += fit.get().logLikelihood();
                parameters += fit.get().parameters();
            }
        }
        var map = new LinkedHashMap<String, Object>();
        if (!seen.isEmpty()) {
            map.put("log_likelihood", logLikelihood);
            map.put("parameters", parameters);
        }
        map.put("evaluations", evaluations);
        return map;
    }

    private Map<String, Object> record(Point task, TaskModel model) {
        var map = new LinkedHashMap<String, Object>();
        map.put("task", task.values());
        map.put("trials", model.surrogate().data().size());
        map.putAll(
                model.surrogate()
                        .description(
                                problem.parameterSpace().axes().stream()
                                        .map(Parameter::name)
                                        .toList()));
        return map;
    }

    /** Returns a hash of the data that the processes were fitted to. */
    private static String basis(Output output) {
        var hash = new CRC32C();
        var row = ByteBuffer.allocate(Double.BYTES);
        long sum = 17;
        for (TaskModel model : output.models().values()) {
            Dataset data = model.surrogate().data();
            for (int i = 0; i < data.size(); i++) {
                for (double v : data.x()[i]) {
                    hash.update(row.putDouble(0, v).rewind());
                }
                hash.update(row.putDouble(0, data.y()[i]).rewind());
                ObservationNoise noise = data.noise()[i];
                if (!noise.isPlain()) {
                    hash.update(row.putDouble(0, noise.learned()).rewind());
                    hash.update(row.putDouble(0, noise.deviation()).rewind());
                }
                sum = 31 * sum + hash.getValue();
            }
        }
        return Long.toHexString(sum);
    }

    private TaskModel required(Point task, String output) {
        return model(task, output)
                .orElseThrow(() ->
                        new IllegalStateException(
                                "Nothing has been measured of '%s' of task %s yet."
                                        .formatted(output, task)));
    }

    private Optional<TaskModel> model(Point task, String output) {
        Point canonical = problem.taskSpace().canonical(task);
        if (!tasks.contains(canonical)) {
            throw new IllegalArgumentException(
                    "There is no model of task %s. Known are: %s."
                            .formatted(task, Format.list(tasks)));
        }
        return Optional.ofNullable(of(output).models().get(canonical));
    }

    private Output of(String output) {
        if (!outputs.containsKey(output)) {
            throw new IllegalArgumentException(
                    "There is no model of '%s'. Known are: %s."
                            .formatted(output, String.join(", ", outputs.keySet())));
        }
        return outputs.get(output);
    }
}
