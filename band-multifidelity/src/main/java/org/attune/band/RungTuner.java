package org.attune.band;

import org.attune.api.AdmissibleSampler;
import org.attune.api.Candidate;
import org.attune.api.Demand;
import org.attune.api.Effort;
import org.attune.api.Fidelity;
import org.attune.api.Format;
import org.attune.api.Origin;
import org.attune.api.Parent;
import org.attune.api.Point;
import org.attune.api.Proposal;
import org.attune.api.Records;
import org.attune.api.Suggestion;
import org.attune.api.Trial;
import org.attune.api.Tuner;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.SingleTaskProposer.Proposed;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.tuner.Choice;
import org.attune.bayesopt.tuner.Untried;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A bandit over the rungs of a {@link Ladder}: it starts configurations at cheap rungs and lets the
 * best go on. Its state is what the records say, each task for itself; nothing waits for a pending
 * trial.
 *
 * <p>Where what is left of the budget pays for one more full run only, the best configuration that
 * has not been run in full is: a pass is cut, and what was not finished of it is said. Where runs
 * are resumed, a configuration that goes on costs what is missing, and the end of the budget goes
 * to those of which it pays for the rest.
 */
abstract class RungTuner implements Tuner {
    private static final int PATIENCE = 4; // later runs at least, before one counts as lost

    private final TuningRequest request;
    private final Ladder ladder;
    private final Axes axes;
    private final Sampler sampler;
    private final Map<Point, AdmissibleSampler> samplers = new HashMap<>(); // saves time only

    /**
     * What to do next.
     *
     * @param promoted configuration that goes on; empty for a new one
     * @param rung at which it is run
     * @param mark by which the tuner knows the trial again
     */
    record Step(Optional<Point> promoted, int rung, String mark) {}

    RungTuner(TuningRequest request, Ladder ladder, Sampler sampler) {
        this.request = request;
        this.ladder = ladder;
        this.sampler = sampler;
        this.axes = new Axes(request.problem().parameterSpace(), false);
    }

    /** Returns the rungs. */
    final Ladder ladder() {
        return ladder;
    }

    /**
     * Returns what to do next, of what can be done; there is always a new configuration to start.
     *
     * @param trials of the task by number
     * @param possible what the budget pays for
     * @return empty where the budget pays for nothing of it
     */
    abstract Optional<Step> next(List<Trial> trials, Predicate<Step> possible);

    /**
     * Returns the answer where nothing is proposed, whatever is left of the budget.
     *
     * @param trials of the task by number
     */
    Optional<Proposal> end(List<Trial> trials) {
        return Optional.empty();
    }

    /** Returns what has been begun and not finished, for a sentence; may be empty. */
    abstract String unfinished(List<Trial> trials);

    /** Returns the measured ones of these trials, the best first. */
    final List<Trial> bestFirst(List<Trial> trials) {
        return Standing.bestFirst(request.problem(), trials);
    }

    /** Returns the trials on a rung. */
    final List<Trial> on(List<Trial> trials, int rung) {
        return ladder.on(trials, rung);
    }

    @Override
    public final Proposal propose(Records records, Demand demand) {
        Point task = demand.tasksInTurn().getFirst();
        List<Trial> trials = records.trials(task);
        Optional<Proposal> end = end(trials);
        if (end.isPresent()) {
            return end.get();
        }
        double left = demand.fullRunsLeft(task);
        var poor =
                new Proposal.Done(
                        "what is left%s, %s of a full run, pays for no full run%s"
                                .formatted(
                                        task.after(" of task "),
                                        Format.number(left),
                                        unfinished(trials)));
        boolean paysForAny = left >= 1 - Fidelity.TOLERANCE;
        if (!paysForAny && !request.problem().resumes()) {
            return poor;
        }
        Predicate<Step> possible =
                s ->
                        left - cost(task, records, s)
                                >= (s.rung() == ladder.top() ? 0 : 1) - Fidelity.TOLERANCE;
        Optional<Proposed> proposed =
                next(trials, possible).flatMap(s -> proposed(task, records, s));
        return proposed.or(() -> cut(task, records, possible))
                .or(() ->
                        Optional.of(new Step(Optional.empty(), ladder.top(), "cut"))
                                .filter(possible)
                                .flatMap(s -> proposed(task, records, s)))
                .<Proposal>map(p ->
                        new Proposal.Run(List.of(p.suggestion()), List.of(), List.of(), p.effort()))
                .orElseGet(() ->
                        paysForAny
                                ? new Proposal.Done(
                                        "all admissible configurations%s have been tried"
                                                .formatted(task.after(" of task ")))
                                : poor);
    }

    /** Returns what a step costs, in full runs. */
    private double cost(Point task, Records records, Step step) {
        Fidelity fidelity = ladder.rungs().get(step.rung());
        return step.promoted()
                .map(c -> Parent.cost(request.problem(), records, new Candidate(task, c, fidelity)))
                .orElse(fidelity.value());
    }

    private Optional<Proposed> proposed(Point task, Records records, Step step) {
        long start = System.nanoTime();
        List<Trial> trials = records.trials(task);
        if (step.promoted().isPresent()) {
            return Optional.of(
                    new Proposed(
                            at(task, step.promoted().get(), step, Origin.Phase.SEARCH, "promoted"),
                            Effort.NONE));
        }
        var untried =
                Untried.of(
                        request.problem(),
                        task,
                        axes,
                        trials,
                        samplers.computeIfAbsent(
                                task, t -> new AdmissibleSampler(request.problem(), t)));
        if (untried.isExhausted()) {
            return Optional.empty();
        }
        Optional<Choice> wish = sampler.next(untried, records, step.rung());
        return wish.or(() ->
                        untried.isExhausted()
                                ? Optional.empty()
                                : untried.any(
                                                request.seed()
                                                        .generator("any " + task, trials.size()))
                                        .map(p -> new Choice(p, Origin.of("random"))))
                .map(c ->
                        new Proposed(
                                at(
                                        task,
                                        c.configuration(),
                                        step,
                                        c.origin().phase(),
                                        c.origin().technique()),
                                c.effort(start)));
    }

    private Suggestion at(
            Point task, Point configuration, Step step, Origin.Phase phase, String by) {
        return new Suggestion(
                new Candidate(task, configuration, ladder.rungs().get(step.rung())),
                new Origin(phase, step.mark().isEmpty() ? by : by + " " + step.mark()));
    }

    /** Returns the best configuration that was never run in full, of the dearest rung with one. */
    private Optional<Proposed> cut(Point task, Records records, Predicate<Step> possible) {
        List<Trial> trials = records.trials(task);
        List<Point> full = on(trials, ladder.top()).stream().map(Trial::configuration).toList();
        for (int rung = ladder.top() - 1; rung >= 0; rung--) {
            Optional<Step> best =
                    bestFirst(on(trials, rung)).stream()
                            .map(Trial::configuration)
                            .filter(c -> !full.contains(c))
                            .findFirst()
                            .map(c -> new Step(Optional.of(c), ladder.top(), "cut"))
                            .filter(possible);
            if (best.isPresent()) {
                return proposed(task, records, best.get());
            }
        }
        return Optional.empty();
    }

    /** Returns these trials, earlier ones first, without those that an equal mark was given. */
    static List<Trial> marked(List<Trial> trials, String mark) {
        var of = new ArrayList<Trial>();
        for (Trial trial : trials) {
            if (trial.origin().technique().endsWith(" " + mark)) {
                of.add(trial);
            }
        }
        of.sort(Comparator.comparingLong(Trial::number));
        return of;
    }

    /**
     * Returns whether all runs of a rung have ended or count as lost: as many later ones have ended
     * as the rung holds, and at least a few.
     *
     * @param trials of the task
     */
    static boolean isDecided(List<Trial> rung, List<Trial> trials) {
        int patience = Math.max(rung.size(), PATIENCE);
        return rung.stream()
                .filter(Trial::isPending)
                .allMatch(p ->
                        trials.stream()
                                        .filter(t -> t.number() > p.number() && !t.isPending())
                                        .count()
                                >= patience);
    }

    /**
     * Returns the next promotion of successive halving. A configuration that has been run on the
     * next rung anyway, as the default or in another bracket, stands there already.
     *
     * @param members trials of a bracket
     * @param rungs how many runs it has from its first rung on
     * @param first its first rung
     * @param trials of the task
     */
    final Optional<Step> halving(
            List<Trial> members, List<Integer> rungs, int first, String mark, List<Trial> trials) {
        List<Trial> before = on(members, first);
        for (int i = 1; i < rungs.size(); i++) {
            if (!isDecided(before, trials)) {
                return Optional.empty();
            }
            int rung = first + i;
            List<Point> wanted = best(before, rungs.get(i));
            before = gone(wanted, rung, members, trials);
            Set<Point> there = configurations(before);
            if (there.size() < wanted.size()) {
                return wanted.stream()
                        .filter(c -> !there.contains(c))
                        .findFirst()
                        .map(c -> new Step(Optional.of(c), rung, mark));
            }
        }
        return Optional.empty();
    }

    /** Returns at most so many of the best configurations of some trials. */
    private List<Point> best(List<Trial> trials, int count) {
        return bestFirst(trials).stream()
                .map(Trial::configuration)
                .distinct()
                .limit(count)
                .toList();
    }

    /** Returns the trials on a rung that are a bracket's, or are of what is to go on to it. */
    private List<Trial> gone(
            List<Point> wanted, int rung, List<Trial> members, List<Trial> trials) {
        return on(trials, rung).stream()
                .filter(t -> members.contains(t) || wanted.contains(t.configuration()))
                .toList();
    }

    private static Set<Point> configurations(List<Trial> trials) {
        return trials.stream().map(Trial::configuration).collect(Collectors.toSet());
    }

    /**
     * Says which rungs of a bracket have fewer runs than they should.
     *
     * @param name of the bracket
     */
    final List<String> unfinished(
            String name, List<Trial> members, List<Integer> rungs, int first, List<Trial> trials) {
        var open = new ArrayList<String>();
        List<Trial> there = on(members, first);
        for (int i = 0; i < rungs.size(); i++) {
            if (i > 0) {
                there = gone(best(there, rungs.get(i)), first + i, members, trials);
            }
            int runs = configurations(there).size();
            if (runs < rungs.get(i)) {
                open.add(
                        "%s has %d of %d runs at cost %s"
                                .formatted(
                                        name,
                                        runs,
                                        rungs.get(i),
                                        Format.number(ladder.cost(first + i))));
            }
        }
        return open;
    }

    @Override
    public String toString() {
        return "%s over %d rungs".formatted(getClass().getSimpleName(), ladder.size());
    }
}
