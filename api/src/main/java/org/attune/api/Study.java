package org.attune.api;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

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

    private final TuningProblem problem;
    private final StudyRecord setUp;
    private final History history;
    private final TunerProvider provider;
    private final TuningRequest request;
    private final Conditions conditions;
    private final StudyObserver observer; // hears one thing at a time
    private final Optional<DriftControls> drift;
    private final TrialQueue queue;
    private final LostTrials lost;
    private final OutcomeRecorder outcomes;

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
        this.conditions = Conditions.of(problem, setUp, provider, request, leftOut);
        this.observer = new OneAtATime(observer);
        this.drift =
                drift.map(plan ->
                        new DriftControls(
                                problem, setUp.tasks(), plan, history, this.observer::note));
        this.queue = new TrialQueue(conditions, history, this.observer);
        this.lost = new LostTrials(history);
        this.outcomes =
                new OutcomeRecorder(problem, history, queue, lost, this.observer, this.drift);
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
     * @throws TunerException if the tuner fails; nothing has been recorded then
     */
    public synchronized List<Trial> ask(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("Asked for %d trials.".formatted(count));
        }
        return queue.take(count);
    }

    /**
     * Records these candidates as pending trials, whatever the budget, towards which they count.
     *
     * @throws IllegalArgumentException if a task is not one of the study's, a configuration is none
     *     of the parameter space, a constraint is violated, or the problem has no such fidelity
     */
    public List<Trial> add(List<Candidate> candidates) {
        return add(candidates, "given");
    }

    /** Like {@link #add(List)}, with another technique than {@code given} as their origin. */
    public List<Trial> add(List<Candidate> candidates, String technique) {
        List<Candidate> canonical = candidates.stream().map(this::canonical).toList();
        var added = new ArrayList<Trial>();
        history.update(records -> {
            added.clear();
            for (Candidate c : canonical) {
                var given = new Suggestion(c, new Origin(Origin.Phase.GIVEN, technique));
                added.add(Draft.trial(records, added.size(), given, Effort.NONE));
            }
            return added;
        });
        added.forEach(observer::asked);
        return List.copyOf(added);
    }

    private Candidate canonical(Candidate given) {
        if (!setUp.tasks().contains(given.task())) {
            throw new IllegalArgumentException(
                    "Task %s is not one of study '%s': %s. Maybe add it to its tasks."
                            .formatted(given.task(), setUp.study(), Format.list(setUp.tasks())));
        }
        var candidate =
                new Candidate(
                        given.task(),
                        problem.parameterSpace().canonical(given.configuration()),
                        problem.fidelity()
                                .map(f -> f.canonical(given.fidelity()))
                                .orElse(given.fidelity()));
        if (!problem.admits(candidate)) {
            throw new IllegalArgumentException(
                    "The configuration %s violates %s%s."
                            .formatted(
                                    candidate.configuration(),
                                    Format.list(problem.violated(candidate)),
                                    candidate.task().after(" for task ")));
        }
        return candidate;
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
     * @param isLost whether a process is; it is asked while the history is locked
     */
    public List<Trial> adopt(int count, Predicate<ProcessId> isLost) {
        return lost.adopted(count, isLost);
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
        if (status().state() != State.WAIT || queue.answers().waiting().isEmpty()) {
            return List.of();
        }
        return lost.askedAgain(count);
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
            queue.forget();
            return added.get().taken();
        });
        added.get().notes(provider, setUp().study(), records()).forEach(observer::note);
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
        return outcomes.tell(number, outcome);
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
        return outcomes.tell(number, attempt, outcome);
    }

    /**
     * Replaces the outcome of a trial that has one, because somebody knows better. It stays,
     * whatever is read in the output of the run later.
     *
     * @throws IllegalArgumentException as {@link #tell}
     * @throws IllegalStateException if the trial has no outcome yet
     */
    public Trial correct(long number, Outcome outcome) {
        return outcomes.correct(number, outcome);
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
        return outcomes.reread(number, outcome);
    }

    /** Returns what can be done next. */
    public Status status() {
        return Standing.of(conditions, history.records(), queue.answers());
    }

    /** Returns the tasks that get trials here, in order; see {@link StudyBuilder#only}. */
    public List<Point> tasksInTurn() {
        return setUp.tasks().stream().filter(t -> !conditions.leftOut().contains(t)).toList();
    }

    /** Returns how many full runs of the budget have not been asked for yet and may be here. */
    public int trialsLeft() {
        return conditions.budget(history.records()).remaining(conditions.leftOut());
    }

    /** Returns which tasks the study's rules have ended, and why. */
    public List<Stop> stops() {
        return conditions.stops(history.records());
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
        Records records = new TunerView(problem, provider).of(history.records());
        return provider.models().flatMap(m -> m.fit(request, records));
    }

    /** Returns tables and plots of what the tuner knows now; none where it has nothing to tell. */
    public List<Exhibit> exhibits() {
        Records records = new TunerView(problem, provider).of(history.records());
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

    static List<Trial> pending(Records records) {
        return records.trials().stream().filter(Trial::isPending).toList();
    }

    @Override
    public String toString() {
        return "Study %s of %s, tuner %s".formatted(setUp.study(), problem.name(), setUp.tuner());
    }
}
