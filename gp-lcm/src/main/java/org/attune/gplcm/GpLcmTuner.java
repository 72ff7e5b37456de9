package org.attune.gplcm;

import org.attune.api.Demand;
import org.attune.api.Effort;
import org.attune.api.FittedModel;
import org.attune.api.ModelProvider;
import org.attune.api.ModelRecord;
import org.attune.api.Objective;
import org.attune.api.Option;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Proposal;
import org.attune.api.Provenance;
import org.attune.api.Recommendation;
import org.attune.api.RecordLog;
import org.attune.api.Records;
import org.attune.api.Seed;
import org.attune.api.Settings;
import org.attune.api.Suggestion;
import org.attune.api.Trial;
import org.attune.api.Tuner;
import org.attune.api.TunerAbilities;
import org.attune.api.TunerProvider;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.EngineOptions;
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.EngineSettings.SeedUse;
import org.attune.bayesopt.OwnSurrogates;
import org.attune.bayesopt.ProposerParts;
import org.attune.bayesopt.SingleTaskProposer;
import org.attune.bayesopt.StudyTrials;
import org.attune.bayesopt.TaskEngine;
import org.attune.bayesopt.joint.TaskFeatures;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Enrichment;
import org.attune.bayesopt.surrogate.LearnedRecord;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * Bayesian optimisation with Gaussian processes. Tasks share what their trials teach where that
 * predicts them better than a model of each task alone (multi-task learning, GPTune's MLA).
 */
public final class GpLcmTuner implements Tuner {
    private static final int SAID = 8; // trials, after which it is said again

    private final TuningRequest request;
    private final EngineSettings settings;
    private final Axes axes;
    private final SharingSettings ways;
    private final SequencedMap<Objective, TaskSharing> sharing = new LinkedHashMap<>();
    private final Map<Point, TaskEngine> engines = new HashMap<>();
    private final Map<Point, ProposerParts> usual = new HashMap<>();
    private final Map<Point, SingleTaskProposer> proposers = new HashMap<>();
    private final Adaptation adaptation;
    private final ToldModels told;

    /** Makes the tuner that the provider describes. */
    GpLcmTuner(TuningRequest request) {
        this(request, RegimeAdaptation.chosen(request));
    }

    /**
     * Makes a tuner that does some things in another way; regimes are its own affair.
     *
     * @param request with options of {@link #options}
     */
    public GpLcmTuner(TuningRequest request, Adaptation adaptation) {
        this.request = request;
        this.adaptation = adaptation;
        EngineSettings given = EngineOptions.read(request);
        this.ways = SharingSettings.read(request.settings(), given.profile());
        this.settings =
                ways.shares()
                        ? given.amongTasks(
                                request.tasks().size(),
                                request.problem().parameterSpace().parameters().size())
                        : given;
        this.axes = TaskEngine.axes(request.problem(), settings);
        Optional<double[][]> features =
                TaskFeatures.of(request.problem().taskSpace(), request.tasks(), request.features());
        Seed models = settings.seed(SeedUse.MODEL, Point.EMPTY, request.seed());
        for (Objective output : OwnSurrogates.outputs(request.problem(), settings)) {
            sharing.put(
                    output,
                    new TaskSharing(
                            output,
                            request.tasks(),
                            features,
                            axes,
                            settings,
                            ways,
                            enrichments(output),
                            OwnSurrogates.ofOutput(request.problem(), output, models),
                            task -> engine(task).surrogates()));
        }
        this.told = new ToldModels(request, sharing, adaptation, this::engine, this::usual);
    }

    /**
     * Returns the options of the engine and of the ways of sharing, which are those of {@code
     * gp-lcm} without regimes.
     */
    public static List<Option<?>> options() {
        var options = new ArrayList<Option<?>>(EngineOptions.all());
        options.addAll(SharingSettings.options());
        return List.copyOf(options);
    }

    /** Returns the options of {@code gp-lcm}. */
    public static List<Option<?>> allOptions() {
        var options = new ArrayList<>(options());
        options.add(RegimeAdaptation.REGIMES);
        return List.copyOf(options);
    }

    /**
     * Returns which of the options that were given have no effect on a problem, or with one task.
     *
     * @param request with options of {@link #options}
     * @param given by the user: of what a profile sets nothing is said
     */
    public static List<String> remarks(TuningRequest request, Settings given) {
        List<Option<?>> options =
                options().stream().filter(o -> given.given(o).isPresent()).toList();
        var remarks = new ArrayList<>(EngineOptions.remarks(request, options));
        remarks.addAll(SharingSettings.remarks(request, options));
        return List.copyOf(remarks);
    }

    /** Returns whether there may be regimes. */
    boolean seeksRegimes() {
        return adaptation instanceof RegimeAdaptation;
    }

    private TaskEngine engine(Point task) {
        return engines.computeIfAbsent(
                task, t -> new TaskEngine(request.problem(), t, axes, settings, seed(request, t)));
    }

    private SingleTaskProposer proposer(Point task, Records records) {
        ProposerParts usual = usual(task);
        ProposerParts parts = adaptation.parts(engine(task), usual, records);
        return parts.equals(usual)
                ? proposers.computeIfAbsent(task, t -> proposer(t, usual))
                : proposer(task, parts);
    }

    private ProposerParts usual(Point task) {
        return usual.computeIfAbsent(
                task, t -> adaptation.usual(t, engine(t).parts().withSurrogates(this::surrogate)));
    }

    private SingleTaskProposer proposer(Point task, ProposerParts parts) {
        return ways.oneDesign()
                ? engine(task)
                        .proposer(parts, settings.seed(SeedUse.DESIGN, Point.EMPTY, request.seed()))
                : engine(task).proposer(parts);
    }

    @Override
    public Proposal propose(Records records, Demand demand) {
        var log = new RecordLog(records);
        var suggestions = new ArrayList<Suggestion>();
        var notes = new ArrayList<String>();
        Effort effort = Effort.NONE;
        for (Point task : demand.tasksInTurn()) {
            Records now = log.snapshot();
            StudyTrials trials = trials(now, t -> records.trials(t).size() + demand.left(t));
            take(trials, now);
            Optional<SingleTaskProposer.Proposed> proposed = proposer(task, now).propose(trials);
            if (proposed.isEmpty() && suggestions.isEmpty()) {
                return new Proposal.Done(
                        "all admissible configurations%s have been tried"
                                .formatted(task.after(" of task ")));
            }
            if (proposed.isEmpty()) {
                break;
            }
            Suggestion suggestion =
                    adaptation.signed(engine(task), proposed.get().suggestion(), now);
            suggestions.add(suggestion);
            if (suggestion.origin().equals(Origin.ELSEWHERE) && !looksElsewhere(now, task)) {
                notes.add(
                        "nothing to gain nearby%s; looking elsewhere, too"
                                .formatted(task.after(" of the best of task ")));
            }
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
        Backend.note(records, backend).ifPresent(notes::add);
        var models = new ArrayList<>(backend.stream().toList());
        if (isWorthKeeping(records)) {
            sharing.values().forEach(ways -> models.addAll(ways.kept()));
        }
        models.addAll(adaptation.kept());
        models.removeIf(
                m -> records.model(m.key()).filter(r -> r.basis().equals(m.basis())).isPresent());
        return new Proposal.Run(suggestions, models, notes, effort);
    }

    private static boolean isWorthKeeping(Records records) {
        return records.finished().size() >= LearnedRecord.FROM;
    }

    /** Takes over what was learned from these trials by whom it may be, which saves searches. */
    private void take(StudyTrials trials, Records records) {
        if (isWorthKeeping(records)) {
            sharing.values().forEach(ways -> ways.take(ways.observations(trials), records));
        }
    }

    /** Returns whether one of the last trials of a task was made elsewhere, which has been said. */
    private static boolean looksElsewhere(Records records, Point task) {
        List<Trial> trials = records.trials(task);
        return trials.subList(Math.max(trials.size() - SAID, 0), trials.size()).stream()
                .anyMatch(t -> t.origin().equals(Origin.ELSEWHERE));
    }

    /** Returns the trials as models see them that nothing is proposed by. */
    public StudyTrials trials(Records records) {
        return trials(records, task -> records.trials(task).size());
    }

    private StudyTrials trials(Records records, ToIntFunction<Point> budgets) {
        return new StudyTrials(
                request.problem(), settings, records, task -> engine(task).region(), budgets);
    }

    private List<Enrichment> enrichments(Objective output) {
        return request.tasks().stream()
                .map(t -> new Enrichment(request.problem(), output, t, axes))
                .toList();
    }

    /** Returns the seed of a task's randomness. */
    static Seed seed(TuningRequest request, Point task) {
        return request.seed().child("task " + task, 0);
    }

    /**
     * Returns the surrogate of an output of a task, refined; empty where nothing is known of it.
     */
    public Optional<Surrogate> surrogate(Objective output, Point task, StudyTrials trials) {
        TaskSharing shared = sharing.get(output);
        return shared.surrogate(request.tasks().indexOf(task), shared.observations(trials))
                .map(s -> adaptation.surrogate(output, task, s));
    }

    /** Returns the models by which the next proposal would be made; empty where there are none. */
    public Optional<FittedModel> fit(Records records) {
        return told.fit(trials(records), records);
    }

    /** Access to the models of tuners that are refined in one way. */
    public static class Models implements ModelProvider {
        private final Function<TuningRequest, GpLcmTuner> tuners;

        /** Makes the access to the models of these tuners. */
        public Models(Function<TuningRequest, GpLcmTuner> tuners) {
            this.tuners = tuners;
        }

        /** Returns the tuner whose models users are told of. */
        final GpLcmTuner tuner(TuningRequest request) {
            return tuners.apply(EngineOptions.told(request));
        }

        @Override
        public Optional<FittedModel> fit(TuningRequest request, Records records) {
            return tuner(request).fit(records);
        }

        @Override
        public FittedModel load(TuningRequest request, Records records, ModelRecord record) {
            return record.content().containsKey(GptuneModel.KEY)
                    ? GptuneModel.of(request, records, record)
                    : load(tuner(request), records, record);
        }

        private static FittedModel load(GpLcmTuner tuner, Records records, ModelRecord record) {
            return tuner.told.load(tuner.trials(records), record);
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
            return "Bayesian optimisation with Gaussian processes; the usual choice of auto.";
        }

        @Override
        public TunerAbilities abilities() {
            return TunerAbilities.USUAL.withPermutations().withSharedTasks();
        }

        @Override
        public List<Recommendation> recommendations() {
            return List.of(
                    Recommendation.always(
                            "no other has won more runs on problems like this one",
                            0.5,
                            "docs/choosing-a-tuner.md"));
        }

        @Override
        public List<Option<?>> options() {
            return allOptions();
        }

        @Override
        public Tuner create(TuningRequest request) {
            return new GpLcmTuner(request);
        }

        @Override
        public List<String> remarks(TuningRequest request) {
            return GpLcmTuner.remarks(request, request.settings());
        }

        @Override
        public Optional<ModelProvider> models() {
            return Optional.of(RegimeExhibits.whereFound(GpLcmTuner::new));
        }
    }
}
