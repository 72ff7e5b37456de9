package org.attune.gplcm;

import org.attune.api.Demand;
import org.attune.api.Effort;
import org.attune.api.FittedModel;
import org.attune.api.ModelProvider;
import org.attune.api.ModelRecord;
import org.attune.api.Objective;
import org.attune.api.Option;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Proposal;
import org.attune.api.Provenance;
import org.attune.api.RecordLog;
import org.attune.api.Records;
import org.attune.api.Seed;
import org.attune.api.Suggestion;
import org.attune.api.Trial;
import org.attune.api.Tuner;
import org.attune.api.TunerProvider;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.EngineOptions;
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.EngineSettings.SeedUse;
import org.attune.bayesopt.FittedProcesses;
import org.attune.bayesopt.SingleTaskProposer;
import org.attune.bayesopt.TaskModel;
import org.attune.bayesopt.joint.CoregionalizedModel;
import org.attune.bayesopt.joint.Observations;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Enrichment;
import org.attune.bayesopt.surrogate.WarpedProcess;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;

/**
 * Bayesian optimisation with Gaussian processes. Tasks share what their trials teach where that
 * predicts them better than a model of each task alone (multi-task learning, GPTune's MLA).
 */
public final class GpLcmTuner implements Tuner {
    private final TuningRequest request;
    private final EngineSettings settings;
    private final Map<Point, SingleTaskProposer> proposers = new HashMap<>();
    private final SequencedMap<Objective, TaskSharing> sharing = new LinkedHashMap<>();
    private final boolean oneDesign;

    GpLcmTuner(TuningRequest request) {
        this.request = request;
        EngineSettings given = EngineOptions.read(request.settings());
        SharingSettings ways = SharingSettings.read(request.settings(), given.profile());
        this.settings =
                ways.shares()
                        ? given.amongTasks(
                                request.tasks().size(),
                                request.problem().parameterSpace().parameters().size())
                        : given;
        this.oneDesign = ways.oneDesign();
        var axes =
                new Axes(
                        request.problem().parameterSpace(),
                        settings.categoriesHaveOrder(),
                        settings.inputWarp());
        Optional<double[][]> features =
                TaskFeatures.of(request.problem().taskSpace(), request.tasks(), request.features());
        Seed models = settings.seed(SeedUse.MODEL, Point.EMPTY, request.seed());
        for (Objective output : proposer(request.tasks().getFirst()).outputs()) {
            sharing.put(
                    output,
                    new TaskSharing(
                            output,
                            request.tasks(),
                            features,
                            axes,
                            settings,
                            ways,
                            enrichments(output, axes),
                            SingleTaskProposer.ofOutput(request.problem(), output, models),
                            this::proposer));
        }
    }

    @Override
    public Proposal propose(Records records, Demand demand) {
        var log = new RecordLog(records);
        var suggestions = new ArrayList<Suggestion>();
        Effort effort = Effort.NONE;
        for (Point task : demand.tasksInTurn()) {
            Records now = log.snapshot();
            int budget = records.trials(task).size() + demand.left(task);
            Optional<SingleTaskProposer.Proposed> proposed =
                    proposer(task)
                            .propose(
                                    now.trials(task),
                                    finished(now, task),
                                    budget,
                                    (output, own) -> surrogate(output, task, now.finished()));
            if (proposed.isEmpty()) {
                return suggestions.isEmpty()
                        ? new Proposal.Done(
                                "all admissible configurations%s have been tried"
                                        .formatted(task.after(" of task ")))
                        : Proposal.run(suggestions);
            }
            Suggestion suggestion = proposed.get().suggestion();
            suggestions.add(suggestion);
            effort = effort.plus(proposed.get().effort());
            log.add(
                    new Trial(
                            now.nextNumber(),
                            suggestion.candidate(),
                            suggestion.origin(),
                            Outcome.PENDING,
                            Provenance.here(Effort.NONE)));
        }
        Optional<ModelRecord> backend =
                Backend.record(LinearAlgebra.best(), records, records.finished().size());
        return new Proposal.Run(
                suggestions,
                backend.stream().toList(),
                Backend.note(records, backend).stream().toList(),
                effort);
    }

    private List<Enrichment> enrichments(Objective output, Axes axes) {
        return request.tasks().stream()
                .map(t -> new Enrichment(request.problem(), output, t, axes))
                .toList();
    }

    private SingleTaskProposer proposer(Point task) {
        return proposers.computeIfAbsent(
                task,
                t ->
                        new SingleTaskProposer(
                                request.problem(), t, settings, seed(t), designSeed(t)));
    }

    private Seed designSeed(Point task) {
        return oneDesign
                ? settings.seed(SeedUse.DESIGN, Point.EMPTY, request.seed())
                : settings.seed(SeedUse.DESIGN, task, seed(task));
    }

    private Seed seed(Point task) {
        return request.seed().child("task " + task, 0);
    }

    private Optional<WarpedProcess> surrogate(Objective output, Point task, List<Trial> finished) {
        TaskSharing tasks = sharing.get(output);
        Observations data = tasks.observations(finished);
        int index = request.tasks().indexOf(task);
        return tasks.surrogate(index, data);
    }

    private Optional<FittedModel> fit(Records records) {
        var outputs = new LinkedHashMap<String, FittedProcesses.Output>();
        sharing.forEach((output, tasks) -> outputs.put(output.name(), fit(output, tasks, records)));
        return outputs.values().stream().allMatch(o -> o.models().isEmpty())
                ? Optional.empty()
                : Optional.of(new FittedProcesses(request.problem(), request.tasks(), outputs));
    }

    /**
     * Makes a model again from its record.
     *
     * @param records the trials that it was fitted to
     * @throws IllegalArgumentException if they are others
     */
    private FittedModel load(Records records, ModelRecord record) {
        for (Map.Entry<Objective, TaskSharing> entry : sharing.entrySet()) {
            String output = entry.getKey().name();
            if (output.equals(record.content().get("objective"))
                    && record.content().get("learned") instanceof Map<?, ?> learned) {
                TaskSharing tasks = entry.getValue();
                tasks.recall(tasks.observations(records.finished()), learned);
                var outputs = new LinkedHashMap<String, FittedProcesses.Output>();
                outputs.put(output, fit(entry.getKey(), tasks, records));
                var model = new FittedProcesses(request.problem(), request.tasks(), outputs);
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
                                sharing.keySet().stream().map(Objective::name).toList()));
    }

    private FittedProcesses.Output fit(Objective output, TaskSharing tasks, Records records) {
        Observations data = tasks.observations(records.finished());
        var folds = new SharedFolds(tasks, data);
        var models = new LinkedHashMap<Point, TaskModel>();
        for (int t = 0; t < request.tasks().size(); t++) {
            Point task = request.tasks().get(t);
            TaskModel.fit(
                            request.problem(),
                            output,
                            task,
                            seed(task),
                            proposer(task),
                            finished(records, task),
                            folds.of(t))
                    .ifPresent(m -> models.put(task, m));
        }
        var sharing = new HashMap<Point, String>();
        for (CoregionalizedModel shared : folds.models()) {
            users(shared, models).forEach(t -> sharing.put(t, shared.tasks().name()));
        }
        Optional<FittedProcesses.Shared> shared =
                folds.models().stream()
                        .max(Comparator.comparingLong(m -> users(m, models).count()))
                        .map(m -> m.shared(request.tasks()));
        return new FittedProcesses.Output(models, sharing, shared, tasks.learned(data));
    }

    /** Returns the tasks that have chosen this way of sharing. */
    private static Stream<Point> users(CoregionalizedModel shared, Map<Point, TaskModel> models) {
        return models.entrySet().stream()
                .filter(e -> e.getValue().process().process() == shared.process())
                .map(Map.Entry::getKey);
    }

    private static List<Trial> finished(Records records, Point task) {
        return records.finished().stream().filter(t -> t.task().equals(task)).toList();
    }

    private static final class Models implements ModelProvider {
        @Override
        public Optional<FittedModel> fit(TuningRequest request, Records records) {
            return new GpLcmTuner(request).fit(records);
        }

        @Override
        public FittedModel load(TuningRequest request, Records records, ModelRecord record) {
            return record.content().containsKey(GptuneModel.KEY)
                    ? GptuneModel.of(request, records, record)
                    : new GpLcmTuner(request).load(records, record);
        }
    }

    /** The provider line names this class. */
    public static final class Provider implements TunerProvider {
        /** Called by the service loader. */
        public Provider() {}

        @Override
        public String name() {
            return "gp-lcm";
        }

        @Override
        public String summary() {
            return "Bayesian optimisation with Gaussian processes; the default.";
        }

        @Override
        public List<Option<?>> options() {
            var options = new ArrayList<Option<?>>(EngineOptions.all());
            options.addAll(SharingSettings.options());
            return List.copyOf(options);
        }

        @Override
        public Tuner create(TuningRequest request) {
            return new GpLcmTuner(request);
        }

        @Override
        public List<String> remarks(TuningRequest request) {
            return EngineOptions.remarks(request.problem(), request.settings());
        }

        @Override
        public Optional<ModelProvider> models() {
            return Optional.of(new Models());
        }
    }
}
