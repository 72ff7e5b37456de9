package org.attune.api;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the tasks of a study have had, counted in full runs, and which ones may have more.
 *
 * <p>What was measured of a run's time does not count: proposals are a function of the records, and
 * would not be one of what the same runs took on another machine.
 */
final class Budget {
    private final StudyRecord setUp;
    private final double least;
    private final Map<Point, Double> used = new LinkedHashMap<>();

    /**
     * @param least what the cheapest trial costs that can be proposed, see {@link #least}
     */
    Budget(StudyRecord setUp, Records records, double least) {
        this.setUp = setUp;
        this.least = least;
        setUp.tasks().forEach(t -> used.put(t, 0.0));
        records.trials().forEach(t -> used.merge(t.task(), t.cost(), Double::sum));
    }

    /**
     * Returns what the cheapest trial costs that a tuner of this kind proposes, in full runs: 1
     * unless both the tuner and the problem have fidelities.
     */
    static double least(TuningProblem problem, TunerProvider provider) {
        return provider.abilities().fidelities()
                ? problem.fidelity().map(FidelityScale::leastCost).orElse(1.0)
                : 1;
    }

    /** Returns what a task has had, pending trials included. */
    private double used(Point task) {
        return used.get(task);
    }

    private double used() {
        return setUp.tasks().stream().mapToDouble(this::used).sum();
    }

    private boolean isAdaptive() {
        return setUp.allocation() == Allocation.ADAPTIVE;
    }

    private double leftOfAll() {
        return Math.max((double) setUp.trials() * setUp.tasks().size() - used(), 0);
    }

    /** Returns how many full runs there may still be, of tasks that are not left out. */
    int remaining(Set<Point> leftOut) {
        return isAdaptive()
                ? Demand.whole(leftOfAll())
                : setUp.tasks().stream()
                        .filter(t -> !leftOut.contains(t))
                        .mapToInt(t -> Demand.whole(share(t)))
                        .sum();
    }

    /** Returns the tasks that may have more trials, those that are closed left out. */
    List<Point> open(Set<Point> closed) {
        return setUp.tasks().stream()
                .filter(t -> suffices(isAdaptive() ? leftOfAll() : share(t), least))
                .filter(t -> !closed.contains(t))
                .toList();
    }

    /** Returns whether something is left, and not less than this cost. */
    private static boolean suffices(double left, double cost) {
        return left > Fidelity.TOLERANCE && left >= cost - Fidelity.TOLERANCE;
    }

    /** Returns what a task has left of its equal share. */
    private double share(Point task) {
        return Math.max(setUp.trials() - used(task), 0);
    }

    /**
     * Returns what the tuner is told that each task has left: of its equal share, or where trials
     * that cost less than a full run go where most is expected of them, all that is left.
     */
    Map<Point, Double> left() {
        var left = new LinkedHashMap<Point, Double>();
        setUp.tasks().forEach(t -> left.put(t, isAdaptive() && least < 1 ? leftOfAll() : share(t)));
        return left;
    }

    /** Returns whether a task may have a trial of this cost. */
    boolean affords(Point task, double cost) {
        return suffices(isAdaptive() ? leftOfAll() : share(task), cost);
    }

    /** Returns the next {@code count} tasks of equal shares, see {@link Demand#inTurn}. */
    List<Point> inTurn(List<Point> open, int count) {
        return Demand.inTurn(open, used, setUp.trials(), count, least);
    }

    /** Returns these tasks, those that have had the least first. */
    List<Point> fewestFirst(List<Point> open) {
        return open.stream().sorted(Comparator.comparingDouble(this::rounded)).toList();
    }

    /** Sums of the same shares in another order are equal. */
    private double rounded(Point task) {
        return Math.rint(used(task) / Fidelity.TOLERANCE);
    }

    /** Returns a task that has had less than half an equal share of the trials so far. */
    Optional<Point> behind(List<Point> open) {
        return fewestFirst(open).stream()
                .findFirst()
                .filter(t -> 2 * used(t) * setUp.tasks().size() < used() - Fidelity.TOLERANCE);
    }

    /**
     * Returns which suggestion is worth the next trial: one without an expectation where its task
     * is not ahead of the others, else the one of the largest expected gain. A look elsewhere of a
     * task that is ahead comes last: its gain is that of a blind draw, which a trial of any other
     * task could be as well, and no model expects it.
     */
    Suggestion best(List<Suggestion> suggestions) {
        Comparator<Suggestion> byUse =
                Comparator.comparingDouble(s -> rounded(s.candidate().task()));
        return suggestions.stream()
                .filter(s -> Double.isNaN(s.logExpectedGain()))
                .filter(s -> !isAhead(s))
                .min(byUse)
                .or(() ->
                        largest(
                                suggestions.stream()
                                        .filter(s -> !s.origin().isBlind() || !isAhead(s))))
                .or(() -> largest(suggestions.stream()))
                .or(() -> suggestions.stream().min(byUse))
                .orElseThrow();
    }

    /** Returns whether the task of a suggestion has had more than its equal share so far. */
    private boolean isAhead(Suggestion suggestion) {
        return used(suggestion.candidate().task()) * setUp.tasks().size()
                > used() + Fidelity.TOLERANCE;
    }

    private static Optional<Suggestion> largest(Stream<Suggestion> suggestions) {
        return suggestions
                .filter(s -> !Double.isNaN(s.logExpectedGain()))
                .max(Comparator.comparingDouble(Suggestion::logExpectedGain));
    }
}
