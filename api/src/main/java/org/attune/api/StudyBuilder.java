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
    private String name = "main";
    private Optional<List<Point>> tasks = Optional.empty();
    private List<Point> only = List.of();
    private Optional<String> tuner = Optional.empty();
    private boolean auto; // asked for by its word
    private Optional<TunerProvider> provider = Optional.empty();
    private Supplier<Tuners> tuners = Tuners::available;
    private Optional<Map<String, String>> options = Optional.empty();
    private Optional<Long> seed = Optional.empty();
    private Optional<Integer> trials = Optional.empty();
    private Optional<List<Point>> initial = Optional.empty();
    private Optional<Allocation> allocation = Optional.empty();
    private Map<Point, Map<String, Double>> features = Map.of();
    private List<SourceRecord> sources = List.of();
    private Map<String, Object> evaluation = Map.of();
    private UnaryOperator<List<StoppingRule>> stop = UnaryOperator.identity();
    private Optional<List<StoppingRule>> usualStop = Optional.empty();
    private Optional<DriftPlan> drift = Optional.empty();
    private History history = new MemoryHistory();
    private StudyObserver observer = new StudyObserver() {};
    private Function<StudyRecord, TuningProblem> completion;

    StudyBuilder(TuningProblem problem) {
        this.problem = Objects.requireNonNull(problem, "problem");
        this.completion = setUp -> problem;
    }

    /** Names the study; {@code main} if not called. */
    public StudyBuilder name(String newName) {
        name = newName;
        return this;
    }

    /** Says which tasks are tuned; the task without parameters if not called. */
    public StudyBuilder tasks(List<Point> newTasks) {
        tasks = Optional.of(List.copyOf(newTasks));
        return this;
    }

    /**
     * Selects a tuner by its name. If not called, or called with {@link Tuners#AUTO}, a new study
     * takes the one that {@link Tuners#chosenFor} says and notes why; one that exists keeps its
     * own.
     */
    public StudyBuilder tuner(String newTuner) {
        auto = newTuner.equals(Tuners.AUTO);
        tuner = auto ? Optional.empty() : Optional.of(newTuner);
        provider = Optional.empty();
        return this;
    }

    /** Selects a tuner that {@link Tuners} does not find. */
    public StudyBuilder tuner(TunerProvider newProvider) {
        tuner = Optional.of(newProvider.name());
        provider = Optional.of(newProvider);
        return this;
    }

    /** Says where a tuner's name is looked up; in {@link Tuners#available} if not called. */
    public StudyBuilder tuners(Supplier<Tuners> newTuners) {
        tuners = newTuners;
        return this;
    }

    /** Sets options of the tuner, as texts by name. */
    public StudyBuilder options(Map<String, String> newOptions) {
        options = Optional.of(new LinkedHashMap<>(newOptions));
        return this;
    }

    /** Sets the seed of all randomness; 0 if not called. */
    public StudyBuilder seed(long newSeed) {
        seed = Optional.of(newSeed);
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
        trials = Optional.of(newTrials);
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
        allocation = Optional.of(newAllocation);
        return this;
    }

    /**
     * Gives configurations that are evaluated for every task that admits them, after the default.
     */
    public StudyBuilder initial(List<Point> configurations) {
        initial = Optional.of(List.copyOf(configurations));
        return this;
    }

    /**
     * Gives features of tasks: numbers besides their parameters by which they can be compared, such
     * as the number of nonzeros of a matrix. All tasks have features of the same names, or none.
     */
    public StudyBuilder features(Map<Point, Map<String, Double>> newFeatures) {
        features = newFeatures;
        return this;
    }

    /**
     * Gives what is known of other tasks, for tuners that learn from it. It is copied into the
     * history, unless that has it already; further sources can be added later, see {@link
     * Study#addSources}.
     */
    public StudyBuilder sources(List<SourceRecord> newSources) {
        sources = List.copyOf(newSources);
        return this;
    }

    /** Describes how trials are evaluated, as data; only compared, to notice a changed command. */
    public StudyBuilder evaluation(Map<String, Object> description) {
        evaluation = description;
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
        stop = change;
        return this;
    }

    /**
     * Sets the rules that somewhere else, such as in a problem file, stand for all studies of the
     * problem. A study takes them over when it starts and whenever they have been edited since.
     */
    public StudyBuilder usualStop(List<StoppingRule> rules) {
        usualStop = Optional.of(List.copyOf(rules));
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
     */
    public Study open() {
        var opened = new AtomicReference<StudyRecord>();
        var notes = new ArrayList<String>();
        history.update(records -> {
            notes.clear();
            StudyRecord next =
                    records.study().map(s -> merged(s, records, notes)).orElseGet(this::fresh);
            opened.set(next);
            withoutExpectations(next, records.study()).ifPresent(notes::add);
            provider(next).create(request(next)); // before anything is written: a wrong option
            // must leave no trace
            requireAble(next);
            drift.ifPresent(plan -> plan.candidate(problem, next.tasks()));
            if (records.study().isEmpty()) {
                next.reason().map(r -> ChosenTuner.line(next.tuner(), r)).ifPresent(notes::add);
                fullRunsAlone(next).ifPresent(notes::add);
                notes.addAll(provider(next).remarks(request(next)));
            }
            AddedSources added = AddedSources.of(sources, problem, records);
            notes.addAll(added.notes(provider(next)));
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
        TunerProvider chosen = provider(record);
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
                                .formatted(task, study.tasks()));
            }
        }
        var others = new LinkedHashSet<>(study.tasks());
        only.forEach(others::remove);
        return Set.copyOf(others);
    }

    private void requireAble(StudyRecord study) {
        List<String> missing =
                provider(study)
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
                .filter(rule -> provider(next).models().filter(ModelProvider::predicts).isEmpty())
                .findFirst()
                .map(rule ->
                        "Tuner '%s' has no model that expects anything of its proposals, so that the rule '%s' hardly ever ends a task."
                                .formatted(next.tuner(), rule.words()));
    }

    private Optional<String> fullRunsAlone(StudyRecord next) {
        return problem.fidelity()
                .filter(f -> !provider(next).abilities().fidelities())
                .map(f ->
                        "Tuner '%s' uses full runs alone: '%s' is %s in all that it proposes."
                                .formatted(next.tuner(), f.name(), f.quantity(Fidelity.FULL)));
    }

    private TunerProvider provider(StudyRecord record) {
        return provider.orElseGet(() -> tuners.get().named(record.tuner()));
    }

    private TuningRequest request(StudyRecord record) {
        return TuningRequest.of(problem, record, provider(record));
    }

    private StudyRecord fresh() {
        Optional<ChosenTuner> chosen = tuner.isEmpty() ? Optional.of(chosen()) : Optional.empty();
        return new StudyRecord(
                name,
                description(),
                canonicalTasks(),
                tuner.orElseGet(() -> chosen.orElseThrow().name()),
                options.orElse(Map.of()),
                seed.orElse(0L),
                trials.orElse(DEFAULT_TRIALS),
                canonicalInitial(),
                allocation.orElse(Allocation.EQUAL),
                checkedFeatures(canonicalTasks(), Map.of()),
                Map.of(),
                checkedStop(usualStop.orElse(List.of())),
                chosen.map(ChosenTuner::reason));
    }

    private ChosenTuner chosen() {
        return tuners.get()
                .chosenFor(
                        problem,
                        canonicalTasks(),
                        trials.orElse(DEFAULT_TRIALS),
                        sources.size(),
                        options.orElse(Map.of()));
    }

    private StudyRecord merged(StudyRecord stored, Records records, List<String> notes) {
        if (!stored.study().equals(name)) {
            throw new IllegalArgumentException(
                    "The history holds study '%s', not '%s'. %s"
                            .formatted(stored.study(), name, ChangedProblem.WAYS_OUT));
        }
        notes.addAll(ChangedProblem.notes(stored, records, problem, evaluation));
        requireAgreement("tuner", stored.tuner(), tuner, t -> tuners.get().hint(t));
        if (auto && stored.reason().isEmpty()) {
            notes.add(
                    "Study '%s' keeps the tuner '%s' that it was started with; '%s' chooses for new studies alone."
                            .formatted(name, stored.tuner(), Tuners.AUTO));
        }
        options.ifPresent(o -> Settings.of(stored.tuner(), provider(stored).options(), o));
        requireAgreement("options", stored.options(), options);
        requireAgreement("seed", stored.seed(), seed);
        if (trials.isPresent() && trials.get() < stored.trials()) {
            throw new IllegalArgumentException(
                    "The number of trials of study '%s' is %d and can only be raised, not lowered to %d. %s"
                            .formatted(
                                    name, stored.trials(), trials.get(), ChangedProblem.WAYS_OUT));
        }
        var allTasks = new ArrayList<>(stored.tasks());
        if (tasks.isPresent()) {
            canonicalTasks().stream().filter(t -> !allTasks.contains(t)).forEach(allTasks::add);
        }
        var allInitial = new ArrayList<>(stored.initial());
        canonicalInitial().stream().filter(p -> !allInitial.contains(p)).forEach(allInitial::add);
        Map<String, Object> today = description();
        if (usualStop.isEmpty() && stored.problem().containsKey(ProblemChange.STOP)) {
            today.put(ProblemChange.STOP, stored.problem().get(ProblemChange.STOP));
        }
        return new StudyRecord(
                name,
                ProblemChange.same(stored.problem(), today) ? stored.problem() : today,
                allTasks,
                stored.tuner(),
                stored.options(),
                stored.seed(),
                trials.orElse(stored.trials()),
                allInitial,
                allocation.orElse(stored.allocation()),
                checkedFeatures(allTasks, stored.features()),
                stored.environments(),
                mergedStop(stored, notes),
                stored.reason());
    }

    /** Returns the rules of the study, or the usual ones if those have been edited. */
    private List<StoppingRule> mergedStop(StudyRecord stored, List<String> notes) {
        Object before = stored.problem().getOrDefault(ProblemChange.STOP, Map.of());
        boolean edited =
                usualStop.isPresent()
                        && !ProblemChange.same(before, StoppingRule.description(usualStop.get()));
        List<StoppingRule> rules = checkedStop(edited ? usualStop.get() : stored.stop());
        if (edited && !rules.equals(stored.stop())) {
            notes.add(
                    "Since study '%s' was started, 'stop' was edited; it now ends by %s."
                            .formatted(name, StoppingRule.words(rules)));
        }
        return rules;
    }

    private List<StoppingRule> checkedStop(List<StoppingRule> rules) {
        List<StoppingRule> changed = stop.apply(rules);
        StoppingRule.requireSense(problem, changed);
        return changed;
    }

    private <T> void requireAgreement(String what, T stored, Optional<T> given) {
        requireAgreement(what, stored, given, v -> "");
    }

    private <T> void requireAgreement(
            String what, T stored, Optional<T> given, Function<T, String> hint) {
        if (given.isPresent() && !given.get().equals(stored)) {
            throw new IllegalArgumentException(
                    "Study '%s' was started with the %s %s, not %s.%s %s"
                            .formatted(
                                    name,
                                    what,
                                    stored,
                                    given.get(),
                                    hint.apply(given.get()),
                                    ChangedProblem.WAYS_OUT));
        }
    }

    private Map<Point, Map<String, Double>> checkedFeatures(
            List<Point> all, Map<Point, Map<String, Double>> stored) {
        var merged = new LinkedHashMap<>(stored);
        features.forEach((task, f) ->
                merged.put(problem.taskSpace().canonical(task), new LinkedHashMap<>(f)));
        merged.keySet().retainAll(all);
        Set<String> names = merged.values().stream().findFirst().map(Map::keySet).orElse(Set.of());
        for (Point task : merged.isEmpty() ? List.<Point>of() : all) {
            Map<String, Double> own = merged.getOrDefault(task, Map.of());
            if (!own.keySet().equals(names)) {
                throw new IllegalArgumentException(
                        "Task %s has the features %s, but another one has %s. All tasks need the same ones."
                                .formatted(task, own.keySet(), names));
            }
            own.forEach((name, value) -> {
                if (!Double.isFinite(value)) {
                    throw new IllegalArgumentException(
                            "Feature '%s' of task %s is %s.".formatted(name, task, value));
                }
            });
        }
        return merged;
    }

    private Map<String, Object> description() {
        Map<String, Object> description = ChangedProblem.described(problem, evaluation);
        usualStop
                .filter(rules -> !rules.isEmpty())
                .ifPresent(rules ->
                        description.put(ProblemChange.STOP, StoppingRule.description(rules)));
        return description;
    }

    private List<Point> canonicalTasks() {
        if (tasks.isEmpty() && problem.taskSpace().dimension() > 0) {
            throw new IllegalArgumentException(
                    "Problem '%s' has task parameters, but no task is given."
                            .formatted(problem.name()));
        }
        List<Point> canonical =
                tasks.orElse(List.of(Point.EMPTY)).stream()
                        .map(problem.taskSpace()::canonical)
                        .distinct()
                        .toList();
        if (canonical.isEmpty()) {
            throw new IllegalArgumentException("The list of tasks is empty.");
        }
        return canonical;
    }

    private List<Point> canonicalInitial() {
        var canonical = new ArrayList<Point>();
        for (Point given : initial.orElse(List.of())) {
            Point point = problem.parameterSpace().canonical(given);
            boolean tasksKnown = tasks.isPresent() || problem.taskSpace().dimension() == 0;
            List<Point> all = tasksKnown ? canonicalTasks() : List.of();
            if (!all.isEmpty() && all.stream().noneMatch(t -> problem.admits(t, point))) {
                throw new IllegalArgumentException(
                        "The given configuration %s violates %s for every task."
                                .formatted(
                                        point,
                                        problem.violated(Candidate.of(all.getFirst(), point))));
            }
            canonical.add(point);
        }
        return canonical;
    }

    @Override
    public String toString() {
        return "Study %s of %s, not open".formatted(name, problem.name());
    }
}
