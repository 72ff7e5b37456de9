package org.attune.api;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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
    private final Tuner tuner;
    private final StudyObserver observer;
    private final Set<Point> exhausted = new LinkedHashSet<>();
    private Optional<String> waiting = Optional.empty();
    private Optional<String> done = Optional.empty();

    Study(
            TuningProblem problem,
            StudyRecord setUp,
            History history,
            TunerProvider provider,
            TuningRequest request,
            StudyObserver observer) {
        this.problem = problem;
        this.setUp = setUp;
        this.history = history;
        this.provider = provider;
        this.request = request;
        this.tuner = provider.create(request);
        this.observer = observer;
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
        forgetAnswers();
        var asked = new ArrayList<Trial>();
        var notes = new ArrayList<String>();
        history.update(records -> propose(records, count, asked, notes));
        notes.forEach(observer::note);
        asked.forEach(observer::asked);
        return List.copyOf(asked);
    }

    /**
     * Records these candidates as pending trials, whatever the budget, towards which they count.
     *
     * @throws IllegalArgumentException if a task is not one of the study's, or a constraint is
     *     violated
     */
    public synchronized List<Trial> add(List<Candidate> candidates) {
        for (Candidate c : candidates) {
            if (!setUp.tasks().contains(c.task())) {
                throw new IllegalArgumentException(
                        "Task %s is not one of study '%s': %s. Maybe add it to its tasks."
                                .formatted(c.task(), setUp.study(), setUp.tasks()));
            }
            if (!problem.admits(c)) {
                throw new IllegalArgumentException(
                        "The configuration %s violates %s for task %s."
                                .formatted(c.configuration(), problem.violated(c), c.task()));
            }
        }
        var added = new ArrayList<Trial>();
        history.update(records -> {
            added.clear();
            for (Candidate c : candidates) {
                var given = new Suggestion(c, new Origin(Origin.Phase.GIVEN, "given"));
                added.add(trial(records, added.size(), given, Effort.NONE));
            }
            return added;
        });
        added.forEach(observer::asked);
        return List.copyOf(added);
    }

    /**
     * Records the outcome of a pending trial.
     *
     * @return the trial with its outcome
     * @throws IllegalArgumentException if there is no such trial, the outcome is pending, or a
     *     measured output is missing
     * @throws IllegalStateException if the trial has an outcome already
     */
    public synchronized Trial tell(long number, Outcome outcome) {
        return store(number, outcome, false);
    }

    /**
     * Replaces the outcome of a trial that has one, as when its output has been read again with a
     * better pattern.
     *
     * @throws IllegalArgumentException as {@link #tell}
     * @throws IllegalStateException if the trial has no outcome yet
     */
    public synchronized Trial correct(long number, Outcome outcome) {
        return store(number, outcome, true);
    }

    /** A fresh process would ask the tuner again, so this one does so too. */
    private void forgetAnswers() {
        exhausted.clear();
        waiting = Optional.empty();
        done = Optional.empty();
    }

    private Trial store(long number, Outcome outcome, boolean correction) {
        requireComplete(outcome);
        var told = new ArrayList<Trial>();
        history.update(records -> {
            Trial trial = trial(records, number);
            if (correction == trial.isPending()) {
                throw new IllegalStateException(
                        correction
                                ? "Trial %d has no outcome yet that could be corrected."
                                        .formatted(number)
                                : "Trial %d has an outcome already: %s."
                                        .formatted(number, trial.outcome()));
            }
            told.clear();
            told.add(trial.with(outcome));
            return told;
        });
        forgetAnswers();
        observer.told(told.getFirst());
        return told.getFirst();
    }

    /** Returns what can be done next. */
    public synchronized Status status() {
        Records records = history.records();
        List<Trial> pending = pending(records);
        List<Point> open = open(records);
        if (open.isEmpty() && pending.isEmpty()) {
            return new Status(
                    State.DONE,
                    done.orElse("all %d trials per task have been told".formatted(setUp.trials())));
        }
        if (open.isEmpty() || waiting.isPresent() && !pending.isEmpty()) {
            String why = waiting.orElse("no more trials can be proposed");
            return new Status(State.WAIT, "%s; %d are pending".formatted(why, pending.size()));
        }
        return new Status(State.RUN, "%d tasks have trials left".formatted(open.size()));
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
        return provider.models().flatMap(m -> m.fit(request, records));
    }

    /**
     * Returns the best measured trial of a task: the best aggregated value of the first optimised
     * objective among the trials whose outputs are all within their ranges.
     */
    public Optional<Trial> best(Point task) {
        return best(problem, history.records(), task);
    }

    /** Like {@link #best(Point)}, in given records. */
    public static Optional<Trial> best(TuningProblem problem, Records records, Point task) {
        Objective objective = problem.optimized().getFirst();
        int sign = objective.goal().sign();
        return records.trials(task).stream()
                .filter(t -> acceptable(problem, t))
                .min(
                        Comparator.comparingDouble(
                                t -> sign * problem.value(t, objective.name()).orElseThrow()));
    }

    private static boolean acceptable(TuningProblem problem, Trial trial) {
        return trial.candidate().fidelity().equals(Fidelity.FULL)
                && problem.objectives().stream()
                        .allMatch(o -> {
                            var value = problem.value(trial, o.name());
                            return value.isPresent() && o.accepts(value.getAsDouble());
                        });
    }

    @Override
    public void close() {
        history.close();
    }

    private List<Entry> propose(Records before, int count, List<Trial> asked, List<String> notes) {
        asked.clear();
        notes.clear();
        var log = new RecordLog(before);
        var entries = new ArrayList<Entry>();
        while (asked.size() < count && waiting.isEmpty()) {
            Records records = log.snapshot();
            List<Point> turn =
                    Demand.inTurn(
                            open(records), used(records), setUp.trials(), count - asked.size());
            if (turn.isEmpty()) {
                break;
            }
            Optional<Suggestion> prescribed = prescribed(records, turn.getFirst());
            List<Entry> next =
                    prescribed.isPresent()
                            ? List.of(trial(records, 0, prescribed.get(), Effort.NONE))
                            : propose(records, free(records, turn), notes);
            for (Entry entry : next) {
                entries.add(entry);
                log.add(entry);
                if (entry instanceof Trial t) {
                    asked.add(t);
                }
            }
        }
        return entries;
    }

    private List<Entry> propose(Records records, List<Point> turn, List<String> notes) {
        var left = new LinkedHashMap<Point, Integer>();
        Map<Point, Integer> used = used(records);
        setUp.tasks().forEach(t -> left.put(t, setUp.trials() - used.getOrDefault(t, 0)));
        switch (tuner.propose(records, new Demand(turn, left))) {
            case Proposal.Wait wait -> {
                if (pending(records).isEmpty()) {
                    throw new IllegalStateException(
                            "Tuner '%s' waits although nothing is pending: %s"
                                    .formatted(setUp.tuner(), wait.why()));
                }
                waiting = Optional.of(wait.why());
                return List.of();
            }
            case Proposal.Done d -> {
                exhausted.add(turn.getFirst());
                done = Optional.of(d.why());
                notes.add(d.why());
                return List.of();
            }
            case Proposal.Run run -> {
                return accepted(records, turn, run, notes);
            }
        }
    }

    private List<Entry> accepted(
            Records records, List<Point> turn, Proposal.Run run, List<String> notes) {
        int given = run.suggestions().size();
        if (given < 1 || given > turn.size()) {
            throw new IllegalStateException(
                    "Tuner '%s' gave %d suggestions where %d were wanted."
                            .formatted(setUp.tuner(), given, turn.size()));
        }
        notes.addAll(run.notes());
        var entries = new ArrayList<Entry>(run.models());
        for (int i = 0; i < given; i++) {
            Suggestion suggestion = checked(run.suggestions().get(i), turn.get(i));
            entries.add(trial(records, i, suggestion, i == 0 ? run.effort() : Effort.NONE));
        }
        return entries;
    }

    /** Returns the suggestion with its configuration in canonical form. */
    private Suggestion checked(Suggestion suggestion, Point task) {
        Candidate given = suggestion.candidate();
        String suggested = "Tuner '%s' suggested %s".formatted(setUp.tuner(), given);
        if (!given.task().equals(task)) {
            throw new IllegalStateException(
                    "%s, which is not for task %s.".formatted(suggested, task));
        }
        Point configuration;
        try {
            configuration = problem.parameterSpace().canonical(given.configuration());
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException("%s. %s".formatted(suggested, e.getMessage()), e);
        }
        var candidate = new Candidate(task, configuration, given.fidelity());
        if (!problem.admits(candidate)) {
            throw new IllegalStateException(
                    "%s, which violates %s.".formatted(suggested, problem.violated(candidate)));
        }
        return new Suggestion(candidate, suggestion.origin(), suggestion.logExpectedGain());
    }

    /**
     * Returns the front of the turn up to the first task that still has a prescribed configuration.
     */
    private List<Point> free(Records records, List<Point> turn) {
        List<Point> prescribed =
                setUp.tasks().stream().filter(t -> prescribed(records, t).isPresent()).toList();
        int end = 1;
        while (end < turn.size() && !prescribed.contains(turn.get(end))) {
            end++;
        }
        return turn.subList(0, end);
    }

    /** Returns the default or the user's next configuration, if the task has not had them all. */
    private Optional<Suggestion> prescribed(Records records, Point task) {
        List<Trial> trials = records.trials(task);
        Optional<Suggestion> standard =
                problem.parameterSpace()
                        .defaultPoint()
                        .map(p -> suggestion(task, p, Origin.Phase.DEFAULT));
        var all = new ArrayList<Suggestion>(standard.stream().toList());
        setUp.initial().forEach(p -> all.add(suggestion(task, p, Origin.Phase.GIVEN)));
        return all.stream()
                .filter(s -> problem.admits(s.candidate()))
                .filter(s -> trials.stream().noneMatch(t -> t.candidate().equals(s.candidate())))
                .findFirst();
    }

    private static Suggestion suggestion(Point task, Point configuration, Origin.Phase phase) {
        String technique = phase == Origin.Phase.DEFAULT ? "default" : "given";
        return new Suggestion(Candidate.of(task, configuration), new Origin(phase, technique));
    }

    private Trial trial(Records records, int offset, Suggestion suggestion, Effort effort) {
        return new Trial(
                records.nextNumber() + offset,
                suggestion.candidate(),
                suggestion.origin(),
                Outcome.PENDING,
                Provenance.here(effort));
    }

    private static Map<Point, Integer> used(Records records) {
        var used = new LinkedHashMap<Point, Integer>();
        records.trials().forEach(t -> used.merge(t.task(), 1, Integer::sum));
        return used;
    }

    private List<Point> open(Records records) {
        Map<Point, Integer> used = used(records);
        return setUp.tasks().stream()
                .filter(t -> used.getOrDefault(t, 0) < setUp.trials())
                .filter(t -> !exhausted.contains(t))
                .toList();
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
        if (outcome instanceof Outcome.Measured measured) {
            for (String output : problem.measuredOutputs()) {
                if (!measured.outputs().containsKey(output)) {
                    throw new IllegalArgumentException(
                            "Output '%s' is missing; given are %s."
                                    .formatted(output, measured.outputs().keySet()));
                }
            }
        }
    }
}
