package org.attune.gplcm;

import org.attune.api.Demand;
import org.attune.api.Effort;
import org.attune.api.FittedModel;
import org.attune.api.ModelProvider;
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
import org.attune.bayesopt.FittedProcesses;
import org.attune.bayesopt.SingleTaskProposer;
import org.attune.bayesopt.TaskModel;
import org.attune.bayesopt.surrogate.Axes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Bayesian optimisation with Gaussian processes. Each task has a model of its own. */
public final class GpLcmTuner implements Tuner {
    private final TuningRequest request;
    private final EngineSettings settings;
    private final Map<Point, SingleTaskProposer> proposers = new HashMap<>();
    private final TaskSharing sharing;

    GpLcmTuner(TuningRequest request) {
        this.request = request;
        this.settings = EngineOptions.read(request.settings());
        var axes =
                new Axes(
                        request.problem().parameterSpace(),
                        settings.categoriesHaveOrder(),
                        settings.inputWarp());
        this.sharing = new TaskSharing(request.tasks(), axes, settings, this::proposer);
    }

    @Override
    public Proposal propose(Records records, Demand demand) {
        var log = new RecordLog(records);
        var suggestions = new ArrayList<Suggestion>();
        Effort effort = Effort.NONE;
        for (Point task : demand.tasksInTurn()) {
            Records now = log.snapshot();
            List<Trial> finished =
                    now.finished().stream().filter(t -> t.task().equals(task)).toList();
            int budget = records.trials(task).size() + demand.left(task);
            Optional<SingleTaskProposer.Proposed> proposed =
                    proposer(task)
                            .propose(
                                    now.trials(task),
                                    finished,
                                    budget,
                                    own -> sharing.surrogate(task, now.finished()));
            if (proposed.isEmpty()) {
                return suggestions.isEmpty()
                        ? new Proposal.Done(
                                "all admissible configurations of task %s have been tried"
                                        .formatted(task))
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
        return new Proposal.Run(suggestions, List.of(), List.of(), effort);
    }

    private SingleTaskProposer proposer(Point task) {
        return proposers.computeIfAbsent(
                task, t -> new SingleTaskProposer(request.problem(), t, settings, seed(t)));
    }

    private Seed seed(Point task) {
        return request.seed().child("task " + task, 0);
    }

    private Optional<FittedModel> fit(Records records) {
        var models = new LinkedHashMap<Point, TaskModel>();
        for (Point task : request.tasks()) {
            List<Trial> finished =
                    records.finished().stream().filter(t -> t.task().equals(task)).toList();
            TaskModel.fit(request.problem(), task, settings, seed(task), finished)
                    .ifPresent(m -> models.put(task, m));
        }
        return models.isEmpty()
                ? Optional.empty()
                : Optional.of(new FittedProcesses(request.problem(), request.tasks(), models));
    }

    private static final class Models implements ModelProvider {
        @Override
        public Optional<FittedModel> fit(TuningRequest request, Records records) {
            return new GpLcmTuner(request).fit(records);
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
            return EngineOptions.all();
        }

        @Override
        public Tuner create(TuningRequest request) {
            return new GpLcmTuner(request);
        }

        @Override
        public Optional<ModelProvider> models() {
            return Optional.of(new Models());
        }
    }
}
