package org.attune.tla;

import org.attune.api.ModelRecord;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Seed;
import org.attune.api.Suggestion;
import org.attune.api.Trial;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.EngineOptions;
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.LeaveOneOut;
import org.attune.bayesopt.Opening;
import org.attune.bayesopt.ProposerParts;
import org.attune.bayesopt.StudyTrials;
import org.attune.bayesopt.TaskEngine;
import org.attune.bayesopt.TaskTrials;
import org.attune.bayesopt.regimes.RegimeSurrogate;
import org.attune.bayesopt.search.Search;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Surrogate;
import org.attune.gplcm.Adaptation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The engine with sources: surrogates are combinations, and a guard sees to it that sources which
 * mislead cost few trials.
 *
 * <ul>
 *   <li>The first trial goes where the sources expect the least. Where sources do not agree with
 *       each other, or there is but one, the second one comes from the design, so that there is a
 *       contrast by which sources can be judged.
 *   <li>The second to fourth trial of an ensemble with a {@link SourcePortfolio} that follow
 *       sources are those of it with the largest expected improvement.
 *   <li>As long as there are few trials, sources whose order of these is more likely by chance are
 *       not followed: the study goes on as without them.
 *   <li>Then the combination and the model that the target has without sources predict each trial
 *       from the others, and the likelier one proposes; how well sources order the trials counts as
 *       a preference. Of a method that sees some trials alone, the others count as it predicts
 *       them.
 * </ul>
 *
 * <p>Methods as published have no guard.
 */
final class Transfer implements Adaptation {
    private static final int FEW = 6; // trials, below which models cannot be judged
    private static final int PORTFOLIO = 3; // trials that are among the best of the sources
    private static final double MOST_TRUST = 0.5; // preference for a combination, log odds
    private static final double LEAST_TRUST = -4;
    private static final Origin CENTRED = new Origin(Origin.Phase.INITIAL, "centred-sampling");

    private final TuningRequest request;
    private final Ensemble ensemble;
    private final Extension extension;
    private final boolean aligned; // whether failures of sources may be
    private final Targets targets;
    private final Map<Method, Combination> rules = new EnumMap<>(Method.class);

    Transfer(TuningRequest request, Ensemble ensemble, Extension extension) {
        this.request = request;
        this.ensemble = ensemble;
        this.extension = extension;
        EngineSettings settings = EngineOptions.read(request);
        Axes axes = TaskEngine.axes(request.problem(), settings);
        this.aligned = settings.alignment();
        this.targets = new Targets(request, axes, settings, !ensemble.published());
        for (Method m : ensemble.methods()) {
            rules.put(m, m.rule(ensemble.published(), extension, axes, settings));
        }
    }

    @Override
    public ProposerParts parts(TaskEngine engine, ProposerParts usual, Records records) {
        if (isWithoutSources(engine, records)) {
            return usual;
        }
        Point task = engine.region().task();
        Method method = method(task, records);
        rules.values().forEach(r -> r.take(records));
        ProposerParts parts = usual;
        if (isPredicted(records, task)) {
            parts = usual.withSearch(predicted(engine, records, usual));
        } else if (isOfPortfolio(records, task)) {
            Search among = SourcePortfolio.search(request.problem(), records, usual.search());
            parts = usual.withSearch(among);
        }
        return parts.withSurrogates((output, t, trials) ->
                        surrogate(engine, method, output, trials, records, usual))
                .withWeights(
                        new SourceFailures(
                                request, engine.region(), aligned, records, usual.weights()))
                .withOpening(Opening.LOWEST_MEAN);
    }

    @Override
    public Suggestion signed(TaskEngine engine, Suggestion suggestion, Records records) {
        Origin origin = suggestion.origin();
        if (isWithoutSources(engine, records)
                || origin.isBlind()
                || origin.equals(Origin.REFINED)) {
            return suggestion;
        }
        if (extension.centred() > 1 && isPredicted(records, suggestion.candidate().task())) {
            return new Suggestion(suggestion.candidate(), CENTRED, suggestion.logExpectedGain());
        }
        if (!ensemble.isChoice()) {
            return suggestion;
        }
        Method method = method(suggestion.candidate().task(), records);
        return new Suggestion(
                suggestion.candidate(),
                new Origin(origin.phase(), Ensemble.signed(method, origin.technique())),
                suggestion.logExpectedGain());
    }

    @Override
    public List<ModelRecord> kept() {
        var kept = new ArrayList<ModelRecord>(targets.kept());
        rules.values().forEach(r -> kept.addAll(r.kept()));
        return kept;
    }

    /** Returns whether the next trial is where the optima of sources say, or around it. */
    private boolean isPredicted(Records records, Point task) {
        List<Trial> trials = records.trials(task);
        long centred = trials.stream().filter(t -> t.origin().equals(CENTRED)).count();
        return ensemble.kind() == Ensemble.Kind.TYPE_TWO
                && (trials.isEmpty() || 0 < centred && centred < extension.centred());
    }

    /** Returns whether the next trial is one of the best of the sources. */
    private boolean isOfPortfolio(Records records, Point task) {
        int trials = records.trials(task).size();
        return ensemble.hasPortfolio() && trials > 0 && trials <= PORTFOLIO;
    }

    /** Returns a search that goes where the optima of sources say, later around it. */
    private Search predicted(TaskEngine engine, Records records, ProposerParts usual) {
        Optional<OptimumPrediction> prediction = targets.optimum(engine.region(), records);
        boolean first = records.trials(engine.region().task()).isEmpty();
        double[] deviations = first ? new double[0] : deviations(engine, records);
        return (acquisition, region, incumbents, fresh, random) ->
                prediction
                        .flatMap(p -> first ? p.best() : p.around(deviations, fresh, random))
                        .filter(fresh)
                        .map(x -> new Search.Found(x, acquisition.value(x)))
                        .or(() ->
                                usual.search()
                                        .maximize(acquisition, region, incumbents, fresh, random));
    }

    private double[] deviations(TaskEngine engine, Records records) {
        var rule = (ExtensionRule) rules.get(Method.EXTENDED);
        var nothing = new Dataset(new double[0][], new double[0]);
        Objective output = request.problem().optimized().getFirst();
        double[] same = new double[engine.region().axes().dimension()];
        Arrays.fill(same, extension.spread());
        return targets.of(engine.region(), output, nothing, records)
                .map(t -> rule.deviations(t, extension.spread()))
                .orElse(same);
    }

    private Method method(Point task, Records records) {
        return ensemble.next(
                request.problem(), records.trials(task), request.seed().child("task " + task, 0));
    }

    /** Returns whether the next trial is made as without sources. */
    private boolean isWithoutSources(TaskEngine engine, Records records) {
        return records.sources().isEmpty() || !ensemble.published() && waits(engine, records);
    }

    /** Returns whether sources are not believed for the next trial. */
    private boolean waits(TaskEngine engine, Records records) {
        List<Trial> trials = records.trials(engine.region().task());
        boolean second = trials.size() == 1 && isBySources(trials.getFirst().origin());
        Objective output = request.problem().optimized().getFirst();
        Dataset data = engine.trials(records, 0).of(engine.region().task()).measured(output);
        return (second || data.size() > 1 && data.size() < FEW)
                && targets.of(engine.region(), output, data, records)
                        .filter(t -> t.odds() <= 0)
                        .isPresent();
    }

    private static boolean isBySources(Origin origin) {
        return origin.phase() == Origin.Phase.MODEL || origin.equals(CENTRED);
    }

    private Optional<Surrogate> surrogate(
            TaskEngine engine,
            Method method,
            Objective output,
            StudyTrials trials,
            Records records,
            ProposerParts usual) {
        Point task = engine.region().task();
        boolean[] sees = sees(method, output, trials.of(task));
        Dataset all = trials.of(task).measured(output);
        Dataset seen = all.select(rows(sees, true));
        Dataset unseen = all.select(rows(sees, false));
        Optional<Surrogate> own = usual.surrogates().fit(output, task, trials);
        Optional<Surrogate> ofSeen =
                unseen.size() == 0
                        ? own.map(Transfer::ofOneRegime)
                        : engine.surrogates().fit(output, seen);
        return targets.of(engine.region(), output, seen, records)
                .map(t -> guarded(t, rules.get(method).of(t, ofSeen), own, unseen))
                .orElse(own);
    }

    /** Returns what combinations are made with, which know of no regimes. */
    private static Surrogate ofOneRegime(Surrogate own) {
        return own instanceof RegimeSurrogate r ? r.whole().orElse(r) : own;
    }

    /** Returns which of the trials that measured an output a method sees. */
    private boolean[] sees(Method method, Objective output, TaskTrials trials) {
        boolean[] sees = ensemble.seen(request.problem(), trials.finished(), method);
        double[] y = trials.values(output);
        boolean[] measured = new boolean[y.length];
        int n = 0;
        for (int i = 0; i < y.length; i++) {
            if (!Double.isNaN(y[i])) {
                measured[n++] = sees[i];
            }
        }
        return Arrays.copyOf(measured, n);
    }

    private static int[] rows(boolean[] sees, boolean which) {
        return IntStream.range(0, sees.length).filter(i -> sees[i] == which).toArray();
    }

    /**
     * Returns the combination, or the target's own model where that is likelier.
     *
     * @param target by the trials that the combination was made of
     * @param own of all trials
     * @param unseen the other trials of the target
     */
    private Optional<Surrogate> guarded(
            Target target, Optional<Surrogate> combined, Optional<Surrogate> own, Dataset unseen) {
        if (ensemble.published() || combined.isEmpty() || own.isEmpty()) {
            return combined.or(() -> own);
        }
        if (target.data().size() + unseen.size() < FEW) {
            return combined;
        }
        double with =
                LeaveOneOut.logDensity(combined.get())
                        + Math.clamp(target.odds(), LEAST_TRUST, MOST_TRUST);
        for (int i = 0; i < unseen.size(); i++) {
            with += combined.get().logDensity(unseen.x()[i], unseen.y()[i]);
        }
        return LeaveOneOut.logDensity(own.get()) > with || Double.isNaN(with) ? own : combined;
    }

    /** Returns what is known of targets, for those who show it. */
    Targets targets() {
        return targets;
    }

    /** Returns whether sources that mislead are left alone. */
    boolean isGuarded() {
        return !ensemble.published();
    }

    /** Returns what a weight is for. */
    String weightMeans() {
        return ensemble.methods().contains(Method.BESIDE)
                ? "in the prediction of what is not known"
                : "by likeness and by what was believed before; the method combines sources in its"
                        + " own way";
    }

    /** Returns whether the first trial is where optima of sources say. */
    boolean predictsOptima() {
        return ensemble.kind() == Ensemble.Kind.TYPE_TWO;
    }

    /** Returns the seed of places that are the same for every study. */
    static Seed everywhere() {
        return new Seed(0);
    }
}
