package org.attune.gplcm;

import org.attune.api.FittedModel;
import org.attune.api.Format;
import org.attune.api.ModelRecord;
import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.FittedSurrogates;
import org.attune.bayesopt.ProposerParts;
import org.attune.bayesopt.StudyTrials;
import org.attune.bayesopt.Surrogates;
import org.attune.bayesopt.TaskEngine;
import org.attune.bayesopt.TaskModel;
import org.attune.bayesopt.TaskSurrogates;
import org.attune.bayesopt.joint.CoregionalizedModel;
import org.attune.bayesopt.joint.Observations;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The models that users are told of, and that are stored: of all outputs and tasks, those by which
 * a tuner would propose next.
 */
final class ToldModels {
    private final TuningRequest request;
    private final SequencedMap<Objective, TaskSharing> sharing;
    private final Adaptation adaptation;
    private final Function<Point, TaskEngine> engines;
    private final Function<Point, ProposerParts> usual;

    /**
     * Makes them of what a tuner proposes by.
     *
     * @param sharing of each output
     * @param engines of each task
     * @param usual parts of each task's proposer, see {@link Adaptation#usual}
     */
    ToldModels(
            TuningRequest request,
            SequencedMap<Objective, TaskSharing> sharing,
            Adaptation adaptation,
            Function<Point, TaskEngine> engines,
            Function<Point, ProposerParts> usual) {
        this.request = request;
        this.sharing = sharing;
        this.adaptation = adaptation;
        this.engines = engines;
        this.usual = usual;
    }

    /** Returns the models by which the next proposal would be made; empty where there are none. */
    Optional<FittedModel> fit(StudyTrials trials, Records records) {
        var outputs = new LinkedHashMap<String, FittedSurrogates.Output>();
        sharing.forEach((output, ways) ->
                outputs.put(
                        output.name(),
                        adapted(output, trials, records)
                                .orElseGet(() -> fit(output, ways, trials))));
        return outputs.values().stream().allMatch(o -> o.models().isEmpty())
                ? Optional.empty()
                : Optional.of(new FittedSurrogates(request.problem(), request.tasks(), outputs));
    }

    /**
     * Makes a model again from its record.
     *
     * @param trials that it was fitted to
     * @throws IllegalArgumentException if they are others
     */
    FittedModel load(StudyTrials trials, ModelRecord record) {
        for (Map.Entry<Objective, TaskSharing> entry : sharing.entrySet()) {
            String output = entry.getKey().name();
            if (output.equals(record.content().get("objective"))
                    && record.content().get("learned") instanceof Map<?, ?> learned) {
                TaskSharing ways = entry.getValue();
                ways.recall(ways.observations(trials), learned);
                var outputs = new LinkedHashMap<String, FittedSurrogates.Output>();
                outputs.put(output, fit(entry.getKey(), ways, trials));
                var model = new FittedSurrogates(request.problem(), request.tasks(), outputs);
                if (!model.records().getFirst().basis().equals(record.basis())) {
                    throw new IllegalArgumentException(
                            "The trials that the stored model of '%s' was fitted to have been corrected since. Maybe build it again."
                                    .formatted(output));
                }
                return model;
            }
        }
        throw new IllegalArgumentException(
                "The stored model '%s' is of no output that this tuner models: %s."
                        .formatted(
                                record.key(),
                                Format.list(
                                        sharing.keySet().stream().map(Objective::name).toList())));
    }

    /** Returns models of an output that are made in another way; empty where none is. */
    private Optional<FittedSurrogates.Output> adapted(
            Objective output, StudyTrials trials, Records records) {
        var own = new HashMap<Point, Surrogates>();
        for (Point task : request.tasks()) {
            own.put(
                    task,
                    adaptation.parts(engines.apply(task), usual.apply(task), records).surrogates());
        }
        if (own.entrySet().stream()
                .allMatch(e -> e.getValue().equals(usual.apply(e.getKey()).surrogates()))) {
            return Optional.empty();
        }
        SequencedMap<Point, TaskModel> models =
                models(
                        output,
                        trials,
                        task ->
                                TaskSurrogates.of(
                                        () -> own.get(task).fit(output, task, trials),
                                        group -> Optional.empty())); // takes too long
        return Optional.of(
                new FittedSurrogates.Output(models, new HashMap<>(), Optional.empty(), Map.of()));
    }

    /** Returns the models of an output of all tasks of which something is known. */
    private SequencedMap<Point, TaskModel> models(
            Objective output, StudyTrials trials, Function<Point, TaskSurrogates> surrogates) {
        var models = new LinkedHashMap<Point, TaskModel>();
        for (Point task : request.tasks()) {
            TaskModel.fit(
                            request.problem(),
                            output,
                            task,
                            GpLcmTuner.seed(request, task),
                            engines.apply(task).region(),
                            trials.of(task).censored(output),
                            engines.apply(task).failures(trials.of(task)),
                            surrogates.apply(task))
                    .ifPresent(m -> models.put(task, m));
        }
        return models;
    }

    private FittedSurrogates.Output fit(Objective output, TaskSharing ways, StudyTrials trials) {
        Observations data = ways.observations(trials);
        var folds = new SharedFolds(ways, data);
        SequencedMap<Point, TaskModel> models =
                models(
                        output,
                        trials,
                        task -> refined(output, task, folds.of(request.tasks().indexOf(task))));
        var sharing = new HashMap<Point, String>();
        for (CoregionalizedModel shared : folds.models()) {
            users(shared, models).forEach(t -> sharing.put(t, shared.tasks().name()));
        }
        Optional<FittedSurrogates.Shared> shared =
                folds.models().stream()
                        .max(Comparator.comparingLong(m -> users(m, models).count()))
                        .map(m -> m.shared(request.tasks()));
        return new FittedSurrogates.Output(models, sharing, shared, ways.learned(data));
    }

    /** Returns the tasks that have chosen this way of sharing. */
    private static Stream<Point> users(CoregionalizedModel shared, Map<Point, TaskModel> models) {
        return models.entrySet().stream()
                .filter(e -> e.getValue().surrogate().fit().equals(Optional.of(shared.fit())))
                .map(Map.Entry::getKey);
    }

    private TaskSurrogates refined(Objective output, Point task, TaskSurrogates chosen) {
        UnaryOperator<Surrogate> refine = s -> adaptation.surrogate(output, task, s);
        return TaskSurrogates.of(
                () -> chosen.all().map(refine), group -> chosen.without(group).map(refine));
    }
}
