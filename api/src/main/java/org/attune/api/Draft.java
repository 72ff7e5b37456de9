package org.attune.api;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a study would append to given records when it is asked for trials: the default and the
 * user's configurations first, then what the tuner proposes, as far as the budget goes.
 *
 * <p>Others may append while it is made; {@link #following} is what of it still holds then.
 */
final class Draft {
    private final Conditions conditions;
    private final TuningProblem problem;
    private final StudyRecord setUp;
    private final Records before;
    private final List<Entry> entries = new ArrayList<>();
    private final List<Trial> trials = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<String> endings = new ArrayList<>();
    private final Set<Point> exhausted = new LinkedHashSet<>();
    private final Map<Point, String> waiting = new LinkedHashMap<>();
    private Optional<String> done = Optional.empty();

    /**
     * What a tuner has said of the records at hand; it is asked again when there are others.
     *
     * @param exhausted tasks for which nothing is left to propose
     * @param waiting tasks for which nothing can be proposed before a pending trial has ended, and
     *     why
     * @param done why nothing is left
     */
    record Answers(Set<Point> exhausted, Map<Point, String> waiting, Optional<String> done) {
        static final Answers NONE = new Answers(Set.of(), Map.of(), Optional.empty());

        /** Returns the tasks that have trials left and are not left out. */
        List<Point> open(Conditions conditions, Records records) {
            return conditions.open(conditions.budget(records), records, exhausted);
        }
    }

    /**
     * @param records what it follows
     * @param count trials that are wanted
     */
    Draft(Conditions conditions, Records records, int count) {
        this.conditions = conditions;
        this.problem = conditions.problem();
        this.setUp = conditions.setUp();
        this.before = records;
        fill(records, count);
    }

    /** Returns all entries in their order, as they follow the records of this draft. */
    List<Entry> entries() {
        return List.copyOf(entries);
    }

    /** Returns whether these are the records of this draft. */
    boolean isOf(Records now) {
        return now.equals(before);
    }

    /** Returns how many trials there are. */
    int size() {
        return trials.size();
    }

    /**
     * Returns the entries, models included, as they follow these records: all of them where nothing
     * has come in since, else the trials up to the first one that somebody else has asked for
     * meanwhile, or for which nothing of the budget is left.
     *
     * <p>A trial that was told meanwhile is no reason to propose again: the proposal says what it
     * has {@link Seen}. Another outcome of a trial that had one is, and so are other sources.
     */
    List<Entry> following(Records now) {
        if (isOf(now)) {
            return List.copyOf(entries);
        }
        if (!agrees(now)) {
            return List.of();
        }
        var since = new HashSet<Candidate>();
        now.trials().stream().skip(before.trials().size()).forEach(t -> since.add(t.asked()));
        var log = new RecordLog(now);
        var kept = new ArrayList<Entry>();
        entries.stream()
                .filter(e ->
                        e instanceof ModelRecord m
                                && now.model(m.key()).equals(before.model(m.key())))
                .forEach(kept::add);
        for (Trial trial : trials) {
            Records records = log.snapshot();
            if (since.contains(trial.candidate()) || !isOpen(trial, records)) {
                break;
            }
            var seen =
                    new Seen(
                            before.trials().size(),
                            before.finished().size(),
                            records.trials().size() - now.trials().size());
            Trial next = trial.later(records.nextNumber(), seen);
            kept.add(next);
            log.add(next);
        }
        return kept;
    }

    /** Returns whether the records go on from those of this draft, with nothing else in them. */
    private boolean agrees(Records now) {
        List<Trial> told = before.finished();
        if (!now.sources().equals(before.sources()) || now.finished().size() < told.size()) {
            return false;
        }
        for (int i = 0; i < told.size(); i++) {
            Trial trial = now.finished().get(i);
            if (trial.number() != told.get(i).number()
                    || !trial.outcome().equals(told.get(i).outcome())) {
                return false;
            }
        }
        return true;
    }

    private boolean isOpen(Trial trial, Records records) {
        Budget budget = conditions.budget(records);
        return conditions.open(budget, records, Set.of()).contains(trial.task())
                && budget.affords(trial.task(), trial.cost());
    }

    /** Returns what the tuner said beside its suggestions. */
    List<String> notes() {
        return List.copyOf(notes);
    }

    /** Returns why nothing is left for tasks; the next draft says the same again. */
    List<String> endings() {
        return List.copyOf(endings);
    }

    Answers answers() {
        return new Answers(Set.copyOf(exhausted), new LinkedHashMap<>(waiting), done);
    }

    /** Returns a pending trial that follows the records and {@code offset} others. */
    static Trial trial(Records records, int offset, Suggestion suggestion, Effort effort) {
        return new Trial(
                records.nextNumber() + offset,
                suggestion.candidate(),
                suggestion.origin(),
                Outcome.PENDING,
                Provenance.here(effort).expecting(suggestion.logExpectedGain()));
    }

    /** Returns a pending trial that goes on from an earlier run, where there is one. */
    private Trial resumed(Records records, int offset, Suggestion suggestion, Effort effort) {
        Trial trial = trial(records, offset, suggestion, effort);
        return new Trial(
                trial.number(),
                trial.candidate(),
                trial.origin(),
                trial.outcome(),
                trial.provenance().after(Parent.of(problem, records, trial.candidate())));
    }

    private void fill(Records from, int count) {
        var log = new RecordLog(from);
        while (trials.size() < count) {
            Records records = log.snapshot();
            Budget budget = conditions.budget(records);
            var passed = new LinkedHashSet<>(exhausted);
            passed.addAll(waiting.keySet());
            List<Point> open = conditions.open(budget, records, passed);
            if (open.isEmpty()) {
                return;
            }
            List<Entry> next =
                    setUp.allocation() == Allocation.EQUAL
                            ? ofTurn(records, budget.inTurn(open, atOnce(count - trials.size())))
                            : ofMostPromising(records, budget, open);
            for (Entry entry : next) {
                entries.add(entry);
                log.add(entry);
                if (entry instanceof Trial t) {
                    trials.add(t);
                    waiting.clear(); // they are asked again, as they would be by the next call
                }
            }
        }
    }

    /**
     * A time budget may be used up by each further trial, the other rules only by outcomes. Which
     * task is next depends on what the trial before costs, where trials do not all cost the same.
     */
    private int atOnce(int wanted) {
        return conditions.least() < 1
                        || setUp.stop().stream().anyMatch(StoppingRule.Seconds.class::isInstance)
                ? 1
                : wanted;
    }

    private List<Entry> ofTurn(Records records, List<Point> turn) {
        Optional<Suggestion> prescribed = prescribed(records, turn.getFirst());
        return prescribed.isPresent()
                ? List.of(resumed(records, 0, prescribed.get(), Effort.NONE))
                : proposed(records, free(records, turn));
    }

    /** Compares what is proposed for all tasks, unless one of them comes first anyway. */
    private List<Entry> ofMostPromising(Records records, Budget budget, List<Point> open) {
        Optional<Point> first =
                budget.behind(open)
                        .or(() ->
                                budget.fewestFirst(open).stream()
                                        .filter(t -> prescribed(records, t).isPresent())
                                        .findFirst());
        if (first.isPresent()) {
            return ofTurn(records, List.of(first.get()));
        }
        var entries = new ArrayList<Entry>();
        var suggestions = new ArrayList<Suggestion>();
        Effort effort = Effort.NONE;
        List<Point> rest = budget.fewestFirst(open);
        while (!rest.isEmpty()) {
            Optional<Proposal.Run> run = run(records, rest);
            run.ifPresent(r -> entries.addAll(r.models()));
            effort = effort.plus(run.map(Proposal.Run::effort).orElse(Effort.NONE));
            List<Suggestion> some = run.map(Proposal.Run::suggestions).orElse(List.of());
            suggestions.addAll(some);
            rest = rest.subList(Math.max(some.size(), 1), rest.size());
        }
        if (!suggestions.isEmpty()) {
            entries.add(resumed(records, 0, budget.best(suggestions), effort));
        }
        return entries;
    }

    private List<Entry> proposed(Records records, List<Point> turn) {
        var entries = new ArrayList<Entry>();
        run(records, turn)
                .ifPresent(run -> {
                    entries.addAll(run.models());
                    for (int i = 0; i < run.suggestions().size(); i++) {
                        Effort effort = i == 0 ? run.effort() : Effort.NONE;
                        entries.add(resumed(records, i, run.suggestions().get(i), effort));
                    }
                });
        return entries;
    }

    /** Returns what the tuner proposes for the first or more tasks, empty if it does not. */
    private Optional<Proposal.Run> run(Records records, List<Point> turn) {
        Budget budget = conditions.budget(records);
        switch (conditions.tuner().propose(records, new Demand(turn, budget.left()))) {
            case null ->
                    throw new TunerException(
                            "Tuner '%s' gave no proposal.".formatted(setUp.tuner()));
            case Proposal.Wait wait -> {
                if (records.trials().stream().noneMatch(Trial::isPending)) {
                    throw new TunerException(
                            "Tuner '%s' waits although nothing is pending: %s"
                                    .formatted(setUp.tuner(), wait.why()));
                }
                waiting.put(turn.getFirst(), wait.why());
                return Optional.empty();
            }
            case Proposal.Done d -> {
                requireAdmissible(records, turn.getFirst());
                exhausted.add(turn.getFirst());
                done = Optional.of(d.why());
                endings.add(d.why());
                return Optional.empty();
            }
            case Proposal.Run run -> {
                int given = run.suggestions().size();
                if (given < 1 || given > turn.size()) {
                    throw new TunerException(
                            "Tuner '%s' gave %d suggestions where %d were wanted."
                                    .formatted(setUp.tuner(), given, turn.size()));
                }
                notes.addAll(run.notes());
                var suggestions = new ArrayList<Suggestion>();
                for (int i = 0; i < given; i++) {
                    suggestions.add(
                            checked(run.suggestions().get(i), turn.get(i), records, budget));
                }
                return Optional.of(
                        new Proposal.Run(suggestions, run.models(), List.of(), run.effort()));
            }
        }
    }

    /** Refuses the end of a task that has not begun because nothing is admissible. */
    private void requireAdmissible(Records records, Point task) {
        boolean begun = records.trials(task).stream().anyMatch(t -> problem.admits(t.candidate()));
        if (!begun
                && new AdmissibleSampler(problem, task)
                        .sample(p -> true, AdmissibleSampler.PATIENCE, new Generator(0))
                        .configuration()
                        .isEmpty()) {
            throw problem.nothingAdmissible(task);
        }
    }

    /** Returns the suggestion with its configuration in canonical form. */
    private Suggestion checked(Suggestion suggestion, Point task, Records records, Budget budget) {
        Candidate given = suggestion.candidate();
        String suggested =
                "Tuner '%s' suggested %s"
                        .formatted(
                                setUp.tuner(), Format.brief(given.task(), given.configuration()));
        if (!given.task().equals(task)) {
            throw new TunerException("%s, which is not for task %s.".formatted(suggested, task));
        }
        Point configuration;
        Fidelity fidelity;
        try {
            configuration = problem.parameterSpace().canonical(given.configuration());
            fidelity = fidelity(given.fidelity());
        } catch (IllegalArgumentException e) {
            throw new TunerException("%s. %s".formatted(suggested, e.getMessage()));
        }
        var candidate = new Candidate(task, configuration, fidelity);
        double cost = Parent.cost(problem, records, candidate);
        if (!budget.affords(task, cost)) {
            throw new TunerException(
                    "%s, which costs %s full runs where %s are left."
                            .formatted(suggested, cost, budget.left().get(task)));
        }
        if (!problem.admits(candidate)) {
            throw new TunerException(
                    "%s, which violates %s."
                            .formatted(suggested, Format.list(problem.violated(candidate))));
        }
        return new Suggestion(candidate, suggestion.origin(), suggestion.logExpectedGain());
    }

    private Fidelity fidelity(Fidelity given) {
        if (given.isFull()) {
            return given;
        }
        if (conditions.least() == 1) {
            throw new IllegalArgumentException(
                    problem.fidelity().isEmpty()
                            ? "Problem '%s' has no fidelity other than 1.".formatted(problem.name())
                            : "The tuner does not declare that it uses fidelities"
                                    + " (TunerAbilities.withFidelities).");
        }
        return problem.fidelity().orElseThrow().canonical(given);
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
        Set<Candidate> had =
                records.trials(task).stream().map(Trial::asked).collect(Collectors.toSet());
        boolean affordable =
                conditions.least() == 1
                        || conditions.budget(records).affords(task, Fidelity.FULL.value());
        Optional<Suggestion> standard =
                problem.parameterSpace()
                        .defaultPoint()
                        .map(p -> suggestion(task, p, Origin.Phase.DEFAULT));
        var all = new ArrayList<Suggestion>(standard.stream().toList());
        setUp.initial().forEach(p -> all.add(suggestion(task, p, Origin.Phase.GIVEN)));
        return all.stream()
                .filter(s -> problem.admits(s.candidate()))
                .filter(s -> affordable)
                .filter(s -> !had.contains(s.candidate()))
                .findFirst();
    }

    private static Suggestion suggestion(Point task, Point configuration, Origin.Phase phase) {
        String technique = phase == Origin.Phase.DEFAULT ? "default" : "given";
        return new Suggestion(Candidate.of(task, configuration), new Origin(phase, technique));
    }
}
