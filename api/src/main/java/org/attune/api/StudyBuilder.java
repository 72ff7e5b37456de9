package org.attune.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Collects the set-up of a study, and opens it.
 *
 * <p>Where the history holds the study already, what is not given here is taken from there, and
 * what is given must agree with it; only trials and tasks may be added.
 */
public final class StudyBuilder {
    /** Trials for each task of a study of which nothing else is said. */
    public static final int DEFAULT_TRIALS = 20;

    private final TuningProblem problem;
    private final GivenSetUp given;
    private List<Point> only = List.of();
    private Optional<DriftPlan> drift = Optional.empty();
    private History history = new MemoryHistory();
    private StudyObserver observer = new StudyObserver() {};
    private Function<StudyRecord, TuningProblem> completion;

    StudyBuilder(TuningProblem problem) {
        this.problem = Objects.requireNonNull(problem, "problem");
        this.given = new GivenSetUp(problem);
        this.completion = setUp -> problem;
    }

    /** Names the study; {@code main} if not called. */
    public StudyBuilder name(String newName) {
        given.name = newName;
        return this;
    }

    /** Says which tasks are tuned; the task without parameters if not called. */
    public StudyBuilder tasks(List<Point> newTasks) {
        given.tasks = Optional.of(List.copyOf(newTasks));
        return this;
    }

    /**
     * Selects a tuner by its name. If not called, or called with {@link Tuners#AUTO}, a new study
     * takes the one that {@link Tuners#chosenFor} says and notes why; one that exists keeps its
     * own.
     */
    public StudyBuilder tuner(String newTuner) {
        given.auto = newTuner.equals(Tuners.AUTO);
        given.tuner = given.auto ? Optional.empty() : Optional.of(newTuner);
        given.provider = Optional.empty();
        return this;
    }

    /** Selects a tuner that {@link Tuners} does not find. */
    public StudyBuilder tuner(TunerProvider newProvider) {
        given.tuner = Optional.of(newProvider.name());
        given.provider = Optional.of(NamedFaults.of(newProvider));
        return this;
    }

    /** Says where a tuner's name is looked up; in {@link Tuners#available} if not called. */
    public StudyBuilder tuners(Supplier<Tuners> newTuners) {
        given.tuners = newTuners;
        return this;
    }

    /** Sets options of the tuner, as texts by name. */
    public StudyBuilder options(Map<String, String> newOptions) {
        given.options = Optional.of(new LinkedHashMap<>(newOptions));
        return this;
    }

    /** Sets the seed of all randomness; 0 if not called. */
    public StudyBuilder seed(long newSeed) {
        given.seed = Optional.of(newSeed);
        return this;
    }

    /**
     * Sets the number of trials for each task, all of them counted; 20 if not called. A run that
     * costs less than a full one counts for its share.
     */
    public StudyBuilder trials(int newTrials) {
        if (newTrials < 1) {
            throw new IllegalArgumentException(
                    "%d trials per task are too few. Maybe start with 20.".formatted(newTrials));
        }
        given.trials = Optional.of(newTrials);
        return this;
    }

    /**
     * Says which of the tasks get trials from the study that is opened here; all of them if not
     * called, or if there are none. It is no part of the study: the next time it may be others.
     */
    public StudyBuilder only(List<Point> some) {
        only = List.copyOf(some);
        return this;
    }

    /** Says how the trials are divided among the tasks; equally if not called. */
    public StudyBuilder allocation(Allocation newAllocation) {
        given.allocation = Optional.of(newAllocation);
        return this;
    }

    /**
     * Gives configurations that are evaluated for every task that admits them, after the default.
     */
    public StudyBuilder initial(List<Point> configurations) {
        given.initial = Optional.of(List.copyOf(configurations));
        return this;
    }

    /**
     * Gives features of tasks: numbers besides their parameters by which they can be compared, such
     * as the number of nonzeros of a matrix. All tasks have features of the same names, or none.
     */
    public StudyBuilder features(Map<Point, Map<String, Double>> newFeatures) {
        given.features = newFeatures;
        return this;
    }

    /**
     * Gives what is known of other tasks, for tuners that learn from it. It is copied into the
     * history, unless that has it already; further sources can be added later, see {@link
     * Study#addSources}.
     */
    public StudyBuilder sources(List<SourceRecord> newSources) {
        given.sources = List.copyOf(newSources);
        return this;
    }

    /** Describes how trials are evaluated, as data; only compared, to notice a changed command. */
    public StudyBuilder evaluation(Map<String, Object> description) {
        given.evaluation = description;
        return this;
    }

    /**
     * Sets the rules that end the study before its trials are used up, in place of all that it had;
     * none if not called. They may change at any time: no proposal depends on them.
     */
    public StudyBuilder stop(StoppingRule... rules) {
        List<StoppingRule> all = List.of(rules);
        return changeStop(usual -> all);
    }

    /**
     * Changes the rules that the study would have if neither this nor {@link #stop} were called.
     */
    public StudyBuilder changeStop(UnaryOperator<List<StoppingRule>> change) {
        given.stop = change;
        return this;
    }

    /**
     * Sets the rules that somewhere else, such as in a problem file, stand for all studies of the
     * problem. A study takes them over when it starts and whenever they have been edited since.
     */
    public StudyBuilder usualStop(List<StoppingRule> rules) {
        given.usualStop = Optional.of(List.copyOf(rules));
        return this;
    }

    /**
     * Says how the drift of the machine is watched; not at all if not called. It may change at any
     * time, but for the configuration that is measured: what was told stays as it is.
     */
    public StudyBuilder drift(DriftPlan plan) {
        drift = Optional.of(plan);
        return this;
    }

    /** Sets where the records are kept; in memory if not called. */
    public StudyBuilder history(History newHistory) {
        history = newHistory;
        return this;
    }

    /** Sets who hears what happens. */
    public StudyBuilder observer(StudyObserver newObserver) {
        observer = newObserver;
        return this;
    }

    /**
     * Completes the problem once it is known how the study is set up and that has been recorded,
     * such as by the values of performance models that have to be run. Nothing else of it changes.
     */
    public StudyBuilder completing(Function<StudyRecord, TuningProblem> newCompletion) {
        completion = newCompletion;
        return this;
    }

    /**
     * Starts the study, or goes on with the one that the history holds.
     *
     * @throws IllegalArgumentException if a task, configuration or source does not belong to the
     *     problem, the tuner or an option is unknown, or what is given contradicts the stored study
     * @throws TunerException if the tuner cannot be made and does not refuse the problem either
     */
    public Study open() {
        var opened = new AtomicReference<StudyRecord>();
        var notes = new ArrayList<String>();
        history.update(records -> {
            notes.clear();
            StudyRecord next =
                    records.study()
                            .map(s -> given.merged(s, records, notes))
                            .orElseGet(given::fresh);
            opened.set(next);
            withoutExpectations(next, records.study()).ifPresent(notes::add);
            // before anything is written: a wrong option must leave no trace
            Conditions.created(given.provider(next), given.request(next));
            requireAble(next);
            drift.ifPresent(plan -> plan.candidate(problem, next.tasks()));
            if (records.study().isEmpty()) {
                next.reason().map(r -> ChosenTuner.line(next.tuner(), r)).ifPresent(notes::add);
                fullRunsAlone(next).ifPresent(notes::add);
                TunerProvider tuner = given.provider(next);
                TuningRequest request = given.request(next);
                notes.addAll(request.settings().withoutEffect(tuner.options()));
                notes.addAll(tuner.remarks(request));
            }
            AddedSources added = AddedSources.of(given.sources, problem, records);
            notes.addAll(added.notes(given.provider(next), next.study(), records));
            var entries = new ArrayList<Entry>();
            if (!records.study().equals(Optional.of(next))) {
                entries.add(next);
            }
            entries.addAll(added.taken());
            return entries;
        });
        notes.forEach(observer::note);
        StudyRecord record = opened.get();
        TuningProblem whole = completion.apply(record);
        TunerProvider chosen = given.provider(record);
        var request = TuningRequest.of(whole, record, chosen);
        return new Study(whole, record, history, chosen, request, leftOut(record), observer, drift);
    }

    private Set<Point> leftOut(StudyRecord study) {
        if (only.isEmpty()) {
            return Set.of();
        }
        for (Point task : only) {
            if (!study.tasks().contains(task)) {
                throw new IllegalArgumentException(
                        "Only task %s shall have trials, but the study has: %s."
                                .formatted(task, Format.list(study.tasks())));
            }
        }
        var others = new LinkedHashSet<>(study.tasks());
        only.forEach(others::remove);
        return Set.copyOf(others);
    }

    private void requireAble(StudyRecord study) {
        List<String> missing =
                given.provider(study)
                        .abilities()
                        .missing(TunerAbilities.calledFor(problem, study.tasks()));
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException(
                    "Tuner '%s' cannot tune %s, as '%s' needs. Maybe name another one."
                            .formatted(study.tuner(), String.join(", ", missing), problem.name()));
        }
    }

    /** Says once that a tuner without a model hardly expects anything that a rule could judge. */
    private Optional<String> withoutExpectations(StudyRecord next, Optional<StudyRecord> stored) {
        List<StoppingRule> before = stored.map(StudyRecord::stop).orElse(List.of());
        return next.stop().stream()
                .filter(rule -> rule instanceof StoppingRule.Gain && !before.contains(rule))
                .filter(rule ->
                        given.provider(next).models().filter(ModelProvider::predicts).isEmpty())
                .findFirst()
                .map(rule ->
                        "Tuner '%s' has no model that expects anything of its proposals, so that the rule '%s' hardly ever ends a task."
                                .formatted(next.tuner(), rule.words()));
    }

    private Optional<String> fullRunsAlone(StudyRecord next) {
        return problem.fidelity()
                .filter(f -> !given.provider(next).abilities().fidelities())
                .map(f ->
                        "Tuner '%s' uses full runs alone: '%s' is %s in all that it proposes."
                                .formatted(next.tuner(), f.name(), f.quantity(Fidelity.FULL)));
    }

    @Override
    public String toString() {
        return "Study %s of %s, not open".formatted(given.name, problem.name());
    }
}
