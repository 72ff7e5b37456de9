package org.attune.api;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * One tuning run: it asks a tuner what to evaluate, records what it is told, counts the budget, and
 * stops.
 *
 * <p>The problem's default configuration and those of the user come first for each task; the tuner
 * proposes the rest. Everything is in the history before a call returns, so that any process can go
 * on where another one ended. Thread-safe.
 */
public final class Study implements AutoCloseable {
    /** What can be done next. */
    public enum State {
        /** There are trials to be asked for. */
        RUN,
        /** Nothing can be asked for before a pending trial has been told. */
        WAIT,
        /** All trials have been told, or nothing is left to propose. */
        DONE
    }

    /**
     * The state of a study.
     *
     * @param state what can be done next
     * @param why for a human
     */
    public record Status(State state, String why) {}

    /** After so many proposals that others made first, these have to wait for the next one. */
    private static final int DRAFTS_AHEAD = 2;

    /** Proposals that are made for others at most, who wait meanwhile. */
    private static final int MOST_FOR_OTHERS = 64;

    private static final int LOST_AFTER = 3; // times the longest trial

    private static final Duration SOONEST_LOST = Duration.ofMinutes(1);

    private final TuningProblem problem;
    private final StudyRecord setUp;
    private final History history;
    private final TunerProvider provider;
    private final TuningRequest request;
    private final Tuner tuner; // sees what its provider declares
    private final double least; // full runs that the cheapest proposal costs
    private final Set<Point> leftOut; // tasks that get no trials from here
    private final StudyObserver observer;
    private final Optional<DriftControls> drift;
    private final Map<Long, Instant> takenOver = new ConcurrentHashMap<>(); // when, by trial number
    private volatile Draft.Answers answers = Draft.Answers.NONE;

    Study(
            TuningProblem problem,
            StudyRecord setUp,
            History history,
            TunerProvider provider,
            TuningRequest request,
            Set<Point> leftOut,
            StudyObserver observer,
            Optional<DriftPlan> drift) {
        this.problem = problem;
        this.setUp = setUp;
        this.history = history;
        this.provider = provider;
        this.request = request;
        Tuner created = provider.create(request);
        this.tuner =
                (records, demand) -> created.propose(FullRuns.seenBy(provider, records), demand);
        this.least = Budget.least(problem, provider);
        this.leftOut = leftOut;
        this.observer = observer;
        this.drift =
                drift.map(plan ->
                        new DriftControls(
                                problem,
                                setUp.tasks(),
                                plan,
                                history,
                                note -> observed(o -> o.note(note))));
    }

    /** Starts the set-up of a study of this problem. */
    public static StudyBuilder of(TuningProblem problem) {
        return new StudyBuilder(problem);
    }

    /** Returns the problem. */
    public TuningProblem problem() {
        return problem;
    }

    /** Returns what the study was set up with. */
    public StudyRecord setUp() {
        return setUp;
    }

    /**
     * Returns what is measured again to see the machine drift, where that was asked for. Who runs
     * the trials of the study runs it, too.
     */
    public Optional<DriftControls> drift() {
        return drift;
    }

    /** Returns the newest records. */
    public Records records() {
        return history.records();
    }

    /**
     * Proposes up to {@code count} trials and records them as pending.
     *
     * @return fewer, or none, when the budget allows no more or the tuner has to wait; {@link
     *     #status} says why
     * @throws IllegalArgumentException if count is not positive
     */
    public synchronized List<Trial> ask(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("Asked for %d trials.".formatted(count));
        }
        List<Trial> offered = fetched(count);
        if (!offered.isEmpty()) {
            return offered;
        }
        try (Reservation place = history.reserve(count)) {
            while (place.ahead() > 0 && !Thread.currentThread().isInterrupted()) {
                place.pause();
                offered = fetched(count);
                if (!offered.isEmpty()) {
                    return offered;
                }
            }
            offered = fetched(count); // whoever was ahead has left
            return offered.isEmpty() ? proposed(place, count) : offered;
        }
    }

    /** Proposes trials, and offers some to those who wait in the queue. */
    private List<Trial> proposed(Reservation place, int count) {
        var asked = new ArrayList<Trial>();
        int late = 0;
        while (late < DRAFTS_AHEAD && asked.size() < count) {
            int wanted = count - asked.size();
            int others = Math.min(place.behind(), MOST_FOR_OTHERS);
            Draft draft = draft(history.records(), wanted + others);
            var newest = new AtomicBoolean();
            List<Trial> more = appended(draft, wanted, newest);
            asked.addAll(more);
            if (more.size() == wanted || more.size() == draft.size() && newest.get()) {
                return List.copyOf(asked);
            }
            late = more.isEmpty() ? late + 1 : 0;
        }
        return asked.isEmpty() ? appendedUnderLock(count) : List.copyOf(asked);
    }

    /** Takes trials that somebody has proposed for whoever comes, perhaps none. */
    private List<Trial> fetched(int count) {
        if (history.records().trials().stream().noneMatch(Trial::isOffered)) {
            return List.of();
        }
        var fetched = new ArrayList<Trial>();
        history.update(records -> {
            fetched.clear();
            records.trials().stream()
                    .filter(Trial::isOffered)
                    .filter(t -> !leftOut.contains(t.task()))
                    .limit(count)
                    .map(Trial::fetched)
                    .forEach(fetched::add);
            return fetched;
        });
        fetched.forEach(t -> observed(o -> o.asked(t)));
        return List.copyOf(fetched);
    }

    /**
     * Appends what still holds of a draft, which was made without holding up anybody who wants to
     * tell.
     *
     * @param wanted trials for this process; the others are offered
     * @param newest is told whether nothing has come in since the draft's records
     * @return the trials for this process
     */
    private List<Trial> appended(Draft draft, int wanted, AtomicBoolean newest) {
        var own = new AtomicReference<List<Trial>>(List.of());
        history.update(records -> {
            newest.set(draft.isOf(records));
            List<Entry> entries = draft.following(records);
            if (newest.get()) {
                answers = draft.answers();
            } else if (!entries.isEmpty()) {
                answers = Draft.Answers.NONE;
            }
            List<Trial> trials = trials(entries);
            own.set(trials.subList(0, Math.min(wanted, trials.size())));
            return entries.stream()
                    .map(e -> e instanceof Trial t && !own.get().contains(t) ? t.offered() : e)
                    .toList();
        });
        return observed(draft, own.get());
    }

    /** Proposes while everybody else waits, so that nobody can be quicker. */
    private List<Trial> appendedUnderLock(int count) {
        var draft = new AtomicReference<Draft>();
        history.update(records -> {
            draft.set(draft(records, count));
            answers = draft.get().answers();
            return draft.get().entries();
        });
        return observed(draft.get(), trials(draft.get().entries()));
    }

    private static List<Trial> trials(List<Entry> entries) {
        return entries.stream().filter(Trial.class::isInstance).map(Trial.class::cast).toList();
    }

    private List<Trial> observed(Draft draft, List<Trial> own) {
        if (!own.isEmpty() || draft.size() == 0) {
            draft.notes().forEach(n -> observed(o -> o.note(n)));
        }
        own.forEach(t -> observed(o -> o.asked(t)));
        return own;
    }

    private Draft draft(Records records, int count) {
        return new Draft(problem, setUp, tuner, least, leftOut, records, count);
    }

    /**
     * Records these candidates as pending trials, whatever the budget, towards which they count.
     *
     * @throws IllegalArgumentException if a task is not one of the study's, a constraint is
     *     violated, or the problem has no such fidelity
     */
    public List<Trial> add(List<Candidate> candidates) {
        return add(candidates, "given");
    }

    /** Like {@link #add(List)}, with another technique than {@code given} as their origin. */
    public List<Trial> add(List<Candidate> candidates, String technique) {
        for (Candidate c : candidates) {
            if (!setUp.tasks().contains(c.task())) {
                throw new IllegalArgumentException(
                        "Task %s is not one of study '%s': %s. Maybe add it to its tasks."
                                .formatted(c.task(), setUp.study(), setUp.tasks()));
            }
            if (!problem.admits(c)) {
                throw new IllegalArgumentException(
                        "The configuration %s violates %s%s."
                                .formatted(
                                        c.configuration(),
                                        problem.violated(c),
                                        c.task().after(" for task ")));
            }
            problem.fidelity().ifPresent(f -> f.canonical(c.fidelity()));
        }
        var added = new ArrayList<Trial>();
        history.update(records -> {
            added.clear();
            for (Candidate c : candidates) {
                var given = new Suggestion(c, new Origin(Origin.Phase.GIVEN, technique));
                added.add(Draft.trial(records, added.size(), given, Effort.NONE));
            }
            return added;
        });
        added.forEach(t -> observed(o -> o.asked(t)));
        return List.copyOf(added);
    }

    /**
     * Takes over up to {@code count} pending trials whose processes have ended, so that nobody else
     * runs them.
     */
    public List<Trial> adopt(int count) {
        return adopt(count, ProcessId::hasEnded);
    }

    /**
     * Takes over up to {@code count} pending trials whose processes are lost, as somebody knows who
     * hears more of other computers than {@link ProcessId#hasEnded} does.
     *
     * @param lost whether a process is; it is asked while the history is locked
     */
    public List<Trial> adopt(int count, Predicate<ProcessId> lost) {
        return adopted(count, t -> lost.test(t.provenance().process()), Trial::adopted);
    }

    /**
     * Takes over up to {@code count} trials of ended processes for which the tuner waits, once they
     * must be lost: a script that asks and tells may still run a trial whose {@code ask} has ended,
     * so they have to be out for a minute, and three times as long as any trial so far. Without
     * that, a tuner that waits for a trial that nobody runs would wait for ever.
     *
     * @return none while something else can be asked for
     */
    public List<Trial> adoptLost(int count) {
        if (status().state() != State.WAIT || answers.waiting().isEmpty()) {
            return List.of();
        }
        Duration longest =
                history.records().finished().stream()
                        .map(Trial::provenance)
                        .flatMap(p -> p.told().map(t -> Duration.between(p.asked(), t)).stream())
                        .max(Comparator.naturalOrder())
                        .orElse(Duration.ZERO);
        Duration patience = longest.multipliedBy(LOST_AFTER);
        Instant before =
                Instant.now().minus(patience.compareTo(SOONEST_LOST) < 0 ? SOONEST_LOST : patience);
        return adopted(
                count,
                t -> t.provenance().process().hasEnded() && t.provenance().asked().isBefore(before),
                Trial::askedAgain);
    }

    private List<Trial> adopted(int count, Predicate<Trial> orphaned, UnaryOperator<Trial> taken) {
        var adopted = new ArrayList<Trial>();
        history.update(records -> {
            adopted.clear();
            pending(records).stream()
                    .filter(orphaned)
                    .limit(count)
                    .map(taken)
                    .forEach(adopted::add);
            return adopted;
        });
        adopted.forEach(t -> takenOver.put(t.number(), Instant.now()));
        return List.copyOf(adopted);
    }

    /**
     * Takes over trials of another study, or of another program, that have ended; they count
     * towards the budget. Those that it has already are left out, those of other tasks, those that
     * the problem does not admit or that lack an output, and runs at less than full fidelity unless
     * the tuner uses them.
     */
    public Reused reuse(List<Trial> others) {
        return taken(others, provider.abilities().fidelities());
    }

    /**
     * Takes over trials as {@link #reuse} does, and those at less than full fidelity whatever the
     * tuner, as when a file is to lose nothing.
     */
    public Reused copy(List<Trial> others) {
        return taken(others, true);
    }

    private Reused taken(List<Trial> others, boolean cheaper) {
        var reused = new AtomicReference<Reused>();
        history.update(records -> {
            reused.set(Reused.of(others, problem, setUp, records, cheaper));
            return reused.get().taken();
        });
        return reused.get();
    }

    /**
     * Copies what is known of other tasks into the history, for the proposals to come. What it has
     * already is left out; a source of the same name and other content replaces the older one, and
     * observers are told.
     *
     * @return those that were not there already
     * @throws IllegalArgumentException if one does not fit the problem, or two have one name
     */
    public List<SourceRecord> addSources(List<SourceRecord> sources) {
        var added = new AtomicReference<AddedSources>();
        history.update(records -> {
            added.set(AddedSources.of(sources, problem, records));
            answers = Draft.Answers.NONE;
            return added.get().taken();
        });
        added.get().notes(provider).forEach(n -> observed(o -> o.note(n)));
        return added.get().taken();
    }

    /**
     * Records the outcome of a pending trial. One that does not say how long the run took gets the
     * time since the trial was asked for, or taken over by this object.
     *
     * @return the trial with its outcome
     * @throws IllegalArgumentException if there is no such trial, the outcome is pending, or a
     *     measured output is missing
     * @throws IllegalStateException if the trial has an outcome already
     */
    public Trial tell(long number, Outcome outcome) {
        return store(number, t -> untold(t).with(outcome), outcome);
    }

    /**
     * Records the outcome of an attempt at a trial, unless it comes late: the trial has an outcome
     * already, or has been given to another process since.
     *
     * @param attempt {@link Provenance#attempt} of the trial as it was handed out
     * @return the trial with its outcome; empty where the outcome is late, and nothing has changed
     * @throws IllegalArgumentException as {@link #tell(long, Outcome)}
     */
    public Optional<Trial> tell(long number, int attempt, Outcome outcome) {
        try {
            return Optional.of(
                    store(
                            number,
                            t -> {
                                if (!t.isPending() || t.provenance().attempt() != attempt) {
                                    throw new LateException();
                                }
                                return t.with(outcome);
                            },
                            outcome));
        } catch (LateException late) {
            return Optional.empty();
        }
    }

    /** Leaves an update of the history without any change. */
    private static final class LateException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private static Trial untold(Trial trial) {
        if (!trial.isPending()) {
            throw new IllegalStateException(
                    "Trial %d has an outcome already: %s. If that is wrong, correct it (tell --correct)."
                            .formatted(trial.number(), trial.outcome().words()));
        }
        return trial;
    }

    /**
     * Replaces the outcome of a trial that has one, because somebody knows better. It stays,
     * whatever is read in the output of the run later.
     *
     * @throws IllegalArgumentException as {@link #tell}
     * @throws IllegalStateException if the trial has no outcome yet
     */
    public Trial correct(long number, Outcome outcome) {
        return store(number, t -> told(t).with(outcome).amended(), outcome);
    }

    /**
     * Replaces the outcome of a trial that has one, as when its output has been read again with a
     * better pattern.
     *
     * @throws IllegalArgumentException as {@link #tell}
     * @throws IllegalStateException if the trial has no outcome yet, or a {@link #correct
     *     corrected} one
     */
    public Trial reread(long number, Outcome outcome) {
        return store(
                number,
                t -> {
                    if (told(t).provenance().corrected()) {
                        throw new IllegalStateException(
                                "The outcome of trial %d has been corrected by hand, and is not read again."
                                        .formatted(number));
                    }
                    return t.with(outcome);
                },
                outcome);
    }

    private static Trial told(Trial trial) {
        if (trial.isPending()) {
            throw new IllegalStateException(
                    "Trial %d has no outcome yet that could be corrected."
                            .formatted(trial.number()));
        }
        return trial;
    }

    private Trial store(long number, UnaryOperator<Trial> change, Outcome outcome) {
        requireComplete(outcome);
        var told = new ArrayList<Trial>();
        history.update(records -> {
            Trial before = trial(records, number);
            double elapsed = elapsed(before);
            Trial changed = change.apply(before);
            Trial timed = changed.taking(elapsed);
            told.clear();
            told.add(drift.map(d -> d.normalised(timed, before, records)).orElse(timed));
            answers = Draft.Answers.NONE;
            return told;
        });
        observed(o -> o.told(told.getFirst()));
        return told.getFirst();
    }

    /** The seconds that a run took, as far as anybody knows. */
    private double elapsed(Trial trial) {
        if (!trial.isPending()) {
            return trial.outcome().elapsed();
        }
        Instant began = takenOver.getOrDefault(trial.number(), trial.provenance().asked());
        return Math.max(0, Duration.between(began, Instant.now()).toNanos() / 1e9);
    }

    /** Observers hear one thing at a time. */
    private void observed(Consumer<StudyObserver> event) {
        synchronized (observer) {
            event.accept(observer);
        }
    }

    /** Returns what can be done next. */
    public Status status() {
        Records records = history.records();
        List<Trial> pending = pending(records);
        Draft.Answers heard = answers;
        List<Point> open = heard.open(problem, setUp, records, least, leftOut);
        List<Stop> stops = Stop.of(problem, setUp, records);
        if (open.isEmpty() && pending.isEmpty()) {
            return new Status(State.DONE, done(heard, stops));
        }
        boolean waits = heard.waiting().keySet().containsAll(open);
        if (open.isEmpty() || waits && !pending.isEmpty()) {
            String why =
                    !heard.waiting().isEmpty()
                            ? String.join("; ", new LinkedHashSet<>(heard.waiting().values()))
                            : stops.isEmpty()
                                    ? "no more trials can be proposed"
                                    : Stop.words(stops);
            int count = pending.size();
            return new Status(
                    State.WAIT,
                    "%s; %d %s pending".formatted(why, count, count == 1 ? "is" : "are"));
        }
        return new Status(
                State.RUN,
                open.size() == 1
                        ? "1 task has trials left"
                        : "%d tasks have trials left".formatted(open.size()));
    }

    /** Returns the tasks that get trials here, in order; see {@link StudyBuilder#only}. */
    public List<Point> tasksInTurn() {
        return setUp.tasks().stream().filter(t -> !leftOut.contains(t)).toList();
    }

    /** Returns how many full runs of the budget have not been asked for yet and may be here. */
    public int trialsLeft() {
        return new Budget(setUp, history.records(), least).remaining(leftOut);
    }

    private String done(Draft.Answers heard, List<Stop> stops) {
        String told = heard.done().orElseGet(this::allTold);
        return stops.isEmpty()
                ? told
                : Stop.words(stops)
                        + (stops.size() < setUp.tasks().size() ? "; other tasks: " + told : "");
    }

    private String allTold() {
        if (setUp.trials() == 1) {
            return "the trial of each task has been told";
        }
        return setUp.allocation() == Allocation.EQUAL
                ? "all %d trials per task have been told".formatted(setUp.trials())
                : "all %d trials have been told".formatted(setUp.trials() * setUp.tasks().size());
    }

    /** Returns which tasks the study's rules have ended, and why. */
    public List<Stop> stops() {
        return Stop.of(problem, setUp, history.records());
    }

    /** Returns the trials that have been proposed and not told, by number. */
    public List<Trial> pending() {
        return pending(history.records());
    }

    /**
     * Fits the model that the tuner would use now; empty where it has none, or too little has been
     * measured.
     */
    public Optional<FittedModel> model() {
        Records records = history.records();
        return provider.models().flatMap(m -> m.fit(request, FullRuns.seenBy(provider, records)));
    }

    /** Returns tables and plots of what the tuner knows now; none where it has nothing to tell. */
    public List<Exhibit> exhibits() {
        Records records = FullRuns.seenBy(provider, history.records());
        return provider.models().map(m -> m.exhibits(request, records)).orElse(List.of());
    }

    /**
     * Returns the best measured trial of a task: the best aggregated value of the first optimised
     * objective among the trials whose outputs are all within their ranges and whose configurations
     * satisfy the constraints, which may have been edited since they ran.
     */
    public Optional<Trial> best(Point task) {
        return best(problem, history.records(), task);
    }

    /** Like {@link #best(Point)}, in given records. */
    public static Optional<Trial> best(TuningProblem problem, Records records, Point task) {
        Objective objective = problem.optimized().getFirst();
        int sign = objective.goal().sign();
        return records.trials(task).stream()
                .filter(t -> isUsable(problem, t))
                .min(
                        Comparator.comparingDouble(
                                t -> sign * problem.value(t, objective.name()).orElseThrow()));
    }

    /**
     * Returns whether a trial was measured at full fidelity, its outputs all lie within their
     * ranges, and its configuration satisfies the constraints of today.
     */
    public static boolean isUsable(TuningProblem problem, Trial trial) {
        return trial.isFull() && problem.admits(trial.candidate()) && problem.isInRange(trial);
    }

    @Override
    public void close() {
        history.close();
    }

    private static List<Trial> pending(Records records) {
        return records.trials().stream().filter(Trial::isPending).toList();
    }

    private static Trial trial(Records records, long number) {
        if (number < 1 || number > records.trials().size()) {
            throw new IllegalArgumentException(
                    "There is no trial %d. %s"
                            .formatted(
                                    number,
                                    records.trials().isEmpty()
                                            ? "None has been asked for."
                                            : "The study has trials 1 to %d."
                                                    .formatted(records.trials().size())));
        }
        return records.trials().get((int) number - 1);
    }

    private void requireComplete(Outcome outcome) {
        if (outcome instanceof Outcome.Pending) {
            throw new IllegalArgumentException("A trial cannot be told that it is pending.");
        }
        if (!(outcome instanceof Outcome.Measured measured)) {
            return;
        }
        for (String output : measured.missing(problem.measuredOutputs())) {
            throw new IllegalArgumentException(
                    "Output '%s' is missing; given are %s."
                            .formatted(output, measured.outputs().keySet()));
        }
    }

    @Override
    public String toString() {
        return "Study %s of %s, tuner %s".formatted(setUp.study(), problem.name(), setUp.tuner());
    }
}
