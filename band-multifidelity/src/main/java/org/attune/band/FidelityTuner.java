package org.attune.band;

import org.attune.api.Candidate;
import org.attune.api.Demand;
import org.attune.api.Fidelity;
import org.attune.api.FittedModel;
import org.attune.api.Format;
import org.attune.api.FullRuns;
import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.api.Proposal;
import org.attune.api.Records;
import org.attune.api.Seed;
import org.attune.api.Suggestion;
import org.attune.api.Trial;
import org.attune.api.Tuner;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.EngineOptions;
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.EngineSettings.SeedUse;
import org.attune.bayesopt.FittedSurrogates;
import org.attune.bayesopt.Opening;
import org.attune.bayesopt.OwnSurrogates;
import org.attune.bayesopt.ProposerParts;
import org.attune.bayesopt.SingleTaskProposer;
import org.attune.bayesopt.StandardWeights;
import org.attune.bayesopt.StudyTrials;
import org.attune.bayesopt.TaskEngine;
import org.attune.bayesopt.TaskModel;
import org.attune.bayesopt.TaskSurrogates;
import org.attune.bayesopt.TaskTrials;
import org.attune.bayesopt.Weights;
import org.attune.bayesopt.joint.TaskFeatures;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.search.Search;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.FailureProbability;
import org.attune.bayesopt.surrogate.PooledFailures;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.ToIntFunction;

/**
 * Bayesian optimisation that chooses configuration and fidelity, {@code mf}.
 *
 * <p>It begins with a space-filling design at the cheapest level. Then a joint model of all levels
 * ({@link LevelCovariance}) predicts the full run everywhere; the engine's acquisition function of
 * that prediction chooses the configuration, and the level is the one at which a run tells most of
 * the full run there for its cost ({@link LevelChoice}). A full run is due when cheap ones have
 * cost {@code cheap-spend} full runs since the last one. Levels are dropped and taken back by what
 * they are worth ({@link LevelWorth}).
 */
public final class FidelityTuner implements Tuner {
    private final TuningRequest request;
    private final EngineSettings settings;
    private final FidelityOptions options;
    private final Ladder ladder;
    private final Axes axes;
    private final SequencedMap<Objective, OutputLevels> outputs = new LinkedHashMap<>();
    private final Map<Point, TaskEngine> engines = new HashMap<>();
    private final Map<Point, LevelFailures> failures = new HashMap<>();

    FidelityTuner(TuningRequest request) {
        this.request = request;
        EngineSettings given = EngineOptions.read(request);
        this.options = FidelityOptions.read(request.settings());
        this.ladder = options.ladder(request.problem());
        this.settings =
                given.amongTasks(
                        request.tasks().size(),
                        request.problem().parameterSpace().parameters().size());
        this.axes = TaskEngine.axes(request.problem(), settings);
        Seed models = settings.seed(SeedUse.MODEL, Point.EMPTY, request.seed());
        for (Objective output : OwnSurrogates.outputs(request.problem(), settings)) {
            outputs.put(
                    output,
                    new OutputLevels(
                            request.problem(),
                            output,
                            request.tasks(),
                            ladder,
                            axes,
                            settings,
                            TaskFeatures.of(
                                    request.problem().taskSpace(),
                                    request.tasks(),
                                    request.features()),
                            OwnSurrogates.ofOutput(request.problem(), output, models),
                            task -> engine(task).surrogates()));
        }
    }

    private TaskEngine engine(Point task) {
        return engines.computeIfAbsent(
                task, t -> new TaskEngine(request.problem(), t, axes, settings, seed(t)));
    }

    private StudyTrials trials(Records records, ToIntFunction<Point> budgets) {
        return new StudyTrials(
                request.problem(), settings, records, task -> engine(task).region(), budgets);
    }

    @Override
    public Proposal propose(Records records, Demand demand) {
        Point task = demand.tasksInTurn().getFirst();
        double left = demand.fullRunsLeft(task);
        if (left < 1 - Fidelity.TOLERANCE) {
            return LastPromotion.of(request.problem(), ladder, task, left, records)
                    .<Proposal>map(s -> Proposal.run(List.of(s)))
                    .orElseGet(() ->
                            new Proposal.Done(
                                    "what is left%s, %s of a full run, pays for no full run"
                                            .formatted(
                                                    task.after(" of task "), Format.number(left))));
        }
        ToIntFunction<Point> budgets = t -> records.trials(t).size() + demand.left(t);
        StudyTrials all = trials(records, budgets);
        boolean cheap =
                ladder.size() > 1
                        && Ladder.affords(left, ladder.cost(0))
                        && !request.problem().optimized().stream()
                                .allMatch(o -> outputs.get(o).isFlat(0, all));
        Optional<Proposal> opened =
                cheap && isBeginning(all.of(task)) ? opened(task, all) : Optional.empty();
        return opened.or(() -> run(doubtful().again(task, left, records.trials(task), all)))
                .or(() -> modelled(task, left, records, all, budgets, demand::left))
                .orElseGet(() ->
                        new Proposal.Done(
                                "all admissible configurations%s have been run in full"
                                        .formatted(task.after(" of task "))));
    }

    private boolean isBeginning(TaskTrials trials) {
        return trials.count() < initial();
    }

    private int initial() {
        return options.initial(axes.dimension(), ladder, request.tasks().size());
    }

    /** Proposes the next configuration of the design, at the cheapest level. */
    private Optional<Proposal> opened(Point task, StudyTrials all) {
        return proposer(task, initial()).propose(all).map(p -> run(p, 0));
    }

    /** Returns a proposer that begins with a design of so many trials. */
    private SingleTaskProposer proposer(Point task, int design) {
        return proposer(task, settings.withInitial(design), engine(task).parts());
    }

    private SingleTaskProposer proposer(Point task, EngineSettings now, ProposerParts parts) {
        return new SingleTaskProposer(
                request.problem(),
                engine(task).region(),
                now,
                parts,
                settings.seed(SeedUse.DESIGN, task, seed(task)),
                settings.seed(SeedUse.SEARCH, task, seed(task)));
    }

    private Optional<Proposal> modelled(
            Point task,
            double left,
            Records records,
            StudyTrials all,
            ToIntFunction<Point> budgets,
            ToIntFunction<Point> fullRunsLeft) {
        Records ofFullRuns = FullRuns.of(records);
        StudyTrials full =
                trials(ofFullRuns, t -> ofFullRuns.trials(t).size() + fullRunsLeft.applyAsInt(t));
        Records known = SomeRuns.upToLastFull(records);
        StudyTrials judged = trials(known, budgets);
        StudyTrials judgedFull = trials(FullRuns.of(known), budgets);
        var chosen = new HashMap<Objective, OutputLevels.Chosen>(); // of this proposal alone
        ProposerParts parts =
                engine(task)
                        .parts()
                        .withSurrogates((output, t, ofFull) -> {
                            OutputLevels levels = outputs.get(output);
                            Optional<OutputLevels.Chosen> c =
                                    levels.chosen(
                                            t, levels.worth(judged, judgedFull, all), all, ofFull);
                            c.ifPresent(v -> chosen.put(output, v));
                            return c.map(OutputLevels.Chosen::surrogate);
                        });
        if (ladder.size() > 1 && full.of(task).count() < fewest()) {
            DoubtfulLevels doubtful = doubtful();
            List<LevelWorth> worth = doubtful.levels().worth(judged, judgedFull, all);
            if (doubtful.isDoubtful(task, all, full.of(task), worth)) {
                return run(doubtful.opposite(task, all, full.of(task), worth))
                        .or(() ->
                                proposer(task, fewest())
                                        .propose(full)
                                        .map(p -> run(p, ladder.top())));
            }
        }
        Optional<PooledFailures> failures = failures(task).of(all.of(task));
        if (ladder.size() > 1) {
            parts =
                    parts.withOpening(Opening.LOWEST_MEAN)
                            .withWeights(weights(task, failures))
                            .withSearch(without(parts.search(), task, all, failures))
                            .withVisited(t -> isByLevels(chosen) ? all.of(task) : t);
        }
        EngineSettings now =
                hasLookedElsewhere(all.of(task)) ? settings.withoutInterleave() : settings;
        return proposer(task, now, parts)
                .propose(full)
                .map(p -> {
                    int rung =
                            rungs(task, left, records, all.of(task), failures)
                                    .of(p.suggestion(), chosen);
                    return rung == ladder.top() ? resumed(p, task, records, chosen) : run(p, rung);
                });
    }

    /** Returns a search that does not find what has failed at a cheap level and would again. */
    private Search without(
            Search search, Point task, StudyTrials all, Optional<PooledFailures> failures) {
        Region space = engine(task).region();
        Set<Point> ruledOut = failures(task).ruledOut(all.of(task), failures);
        return (acquisition, region, incumbents, fresh, random) ->
                search.maximize(
                        acquisition,
                        region,
                        incumbents,
                        x -> !ruledOut.contains(space.decode(x)) && fresh.test(x),
                        random);
    }

    private Weights weights(Point task, Optional<PooledFailures> failures) {
        StandardWeights usual = engine(task).weights();
        return failures.map(usual::judgedBy).orElse(usual);
    }

    private RungChoice rungs(
            Point task,
            double left,
            Records records,
            TaskTrials trials,
            Optional<PooledFailures> failures) {
        return new RungChoice(
                request.problem(),
                ladder,
                options,
                engine(task).region(),
                left,
                records,
                trials,
                (rung, x) ->
                        failures.map(f -> 1 - f.probability(x, failures(task).kind(rung)))
                                .orElse(1.0));
    }

    private DoubtfulLevels doubtful() {
        return new DoubtfulLevels(
                request.problem(), ladder, outputs.get(request.problem().optimized().getFirst()));
    }

    private static Optional<Proposal> run(Optional<Suggestion> suggestion) {
        return suggestion.map(s -> Proposal.run(List.of(s)));
    }

    /** Returns how many runs of a task a tuner of full runs begins with. */
    private int fewest() {
        return request.tasks().size() == 1
                ? Math.clamp(axes.dimension(), 3, 5)
                : settings.initial(axes.dimension(), 0);
    }

    /** Returns whether the first output is predicted with cheap runs. */
    private boolean isByLevels(Map<Objective, OutputLevels.Chosen> chosen) {
        OutputLevels.Chosen first = chosen.get(request.problem().optimized().getFirst());
        return first != null && first.joint().isPresent();
    }

    /**
     * Returns whether a cheap run since the last full one was far from all others: what it tells is
     * enough, and the full run that is due is one of which something is expected.
     */
    private static boolean hasLookedElsewhere(TaskTrials trials) {
        boolean looked = false;
        for (Trial trial : trials.trials()) {
            looked = !trial.isFull() && (looked || trial.origin().isBlind());
        }
        return looked;
    }

    private Proposal run(SingleTaskProposer.Proposed proposed, int rung) {
        Suggestion full = proposed.suggestion();
        Candidate candidate = full.candidate();
        var at =
                new Suggestion(
                        new Candidate(
                                candidate.task(),
                                candidate.configuration(),
                                ladder.rungs().get(rung)),
                        full.origin(),
                        full.logExpectedGain());
        return new Proposal.Run(List.of(at), List.of(), List.of(), proposed.effort());
    }

    /** Returns the full run of this configuration, or of one that it costs less to finish. */
    private Proposal resumed(
            SingleTaskProposer.Proposed proposed,
            Point task,
            Records records,
            Map<Objective, OutputLevels.Chosen> chosen) {
        Objective output = request.problem().optimized().getFirst();
        boolean simple = request.problem().resumes() && request.problem().objectives().size() == 1;
        return Optional.ofNullable(chosen.get(output))
                .filter(c -> simple)
                .flatMap(c ->
                        Continuation.of(
                                request.problem(),
                                records,
                                proposed.suggestion(),
                                engine(task).region()::encode,
                                c.surrogate()))
                .<Proposal>map(
                        s -> new Proposal.Run(List.of(s), List.of(), List.of(), proposed.effort()))
                .orElseGet(() -> run(proposed, ladder.top()));
    }

    private LevelFailures failures(Point task) {
        return failures.computeIfAbsent(
                task,
                t ->
                        new LevelFailures(
                                ladder,
                                axes,
                                settings.alignment(),
                                settings.seed(SeedUse.MODEL, t, seed(t))));
    }

    /** Returns the rungs. */
    Ladder ladder() {
        return ladder;
    }

    /** Returns what each cheap level is worth for each output. */
    SequencedMap<Objective, List<LevelWorth>> worth(Records records) {
        ToIntFunction<Point> budgets = t -> records.trials(t).size();
        Records known = SomeRuns.upToLastFull(records);
        StudyTrials judged = trials(known, budgets);
        StudyTrials judgedFull = trials(FullRuns.of(known), budgets);
        var worth = new LinkedHashMap<Objective, List<LevelWorth>>();
        StudyTrials all = trials(records, budgets);
        outputs.forEach(
                (output, levels) -> worth.put(output, levels.worth(judged, judgedFull, all)));
        return worth;
    }

    /** Returns the model of full runs; empty where nothing was measured in full. */
    Optional<FittedModel> model(Records records) {
        ToIntFunction<Point> budgets = t -> records.trials(t).size();
        StudyTrials all = trials(records, budgets);
        StudyTrials full = trials(FullRuns.of(records), budgets);
        SequencedMap<Objective, List<LevelWorth>> worth = worth(records);
        var models = new LinkedHashMap<String, FittedSurrogates.Output>();
        outputs.forEach((output, levels) -> {
            var ofTasks = new LinkedHashMap<Point, TaskModel>();
            for (Point task : request.tasks()) {
                TaskModel.fit(
                                request.problem(),
                                output,
                                task,
                                seed(task),
                                engine(task).region(),
                                Set.of(),
                                probability(task, all, full),
                                surrogates(levels, output, task, worth.get(output), all, full))
                        .ifPresent(m -> ofTasks.put(task, m));
            }
            models.put(
                    output.name(),
                    new FittedSurrogates.Output(ofTasks, Map.of(), Optional.empty(), Map.of()));
        });
        return models.values().stream().allMatch(o -> o.models().isEmpty())
                ? Optional.empty()
                : Optional.of(new FittedSurrogates(request.problem(), request.tasks(), models));
    }

    private Optional<? extends FailureProbability> probability(
            Point task, StudyTrials all, StudyTrials full) {
        Optional<PooledFailures> pooled = failures(task).of(all.of(task));
        return pooled.isPresent() ? pooled : engine(task).failures(full.of(task));
    }

    /**
     * Held-out runs are judged by the full runs alone: a model of all levels is not fitted anew.
     */
    private TaskSurrogates surrogates(
            OutputLevels levels,
            Objective output,
            Point task,
            List<LevelWorth> worth,
            StudyTrials all,
            StudyTrials full) {
        Dataset data = full.of(task).measured(output);
        TaskSurrogates alone =
                TaskSurrogates.of(data, d -> engine(task).surrogates().fit(output, d));
        return TaskSurrogates.of(
                () ->
                        data.size() == 0
                                ? Optional.empty()
                                : levels.chosen(task, worth, all, full)
                                        .map(OutputLevels.Chosen::surrogate),
                alone::without);
    }

    private Seed seed(Point task) {
        return request.seed().child("task " + task, 0);
    }
}
