package org.attune.api;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How many trials the tasks of a study have had, and which ones may have more. */
final class Budget {
    private final StudyRecord setUp;
    private final Map<Point, Integer> used = new LinkedHashMap<>();

    Budget(StudyRecord setUp, Records records) {
        this.setUp = setUp;
        setUp.tasks().forEach(t -> used.put(t, 0));
        records.trials().forEach(t -> used.merge(t.task(), 1, Integer::sum));
    }

    /** Returns the number of trials of a task, pending ones included. */
    private int used(Point task) {
        return used.get(task);
    }

    private int used() {
        return setUp.tasks().stream().mapToInt(this::used).sum();
    }

    private boolean isAdaptive() {
        return setUp.allocation() == Allocation.ADAPTIVE;
    }

    /** Returns how many trials there may still be. */
    int remaining() {
        return isAdaptive()
                ? Math.max(setUp.trials() * setUp.tasks().size() - used(), 0)
                : left().values().stream().mapToInt(i -> i).sum();
    }

    /** Returns the tasks that may have more trials, those that are closed left out. */
    List<Point> open(Set<Point> closed) {
        boolean any = remaining() > 0;
        return setUp.tasks().stream()
                .filter(t -> isAdaptive() ? any : used(t) < setUp.trials())
                .filter(t -> !closed.contains(t))
                .toList();
    }

    /** Returns how many trials each task has left of its equal share. */
    Map<Point, Integer> left() {
        var left = new LinkedHashMap<Point, Integer>();
        setUp.tasks().forEach(t -> left.put(t, Math.max(setUp.trials() - used(t), 0)));
        return left;
    }

    /** Returns the next {@code count} tasks of equal shares, see {@link Demand#inTurn}. */
    List<Point> inTurn(List<Point> open, int count) {
        return Demand.inTurn(open, used, setUp.trials(), count);
    }

    /** Returns these tasks, those with the fewest trials first. */
    List<Point> fewestFirst(List<Point> open) {
        return open.stream().sorted(Comparator.comparingInt(this::used)).toList();
    }

    /** Returns a task that has had less than half an equal share of the trials so far. */
    Optional<Point> behind(List<Point> open) {
        return fewestFirst(open).stream()
                .findFirst()
                .filter(t -> 2L * used(t) * setUp.tasks().size() < used());
    }

    /**
     * Returns which suggestion is worth the next trial: one without an expectation where its task
     * is not ahead of the others, else the one of the largest expected gain.
     */
    Suggestion best(List<Suggestion> suggestions) {
        Comparator<Suggestion> byUse = Comparator.comparingInt(s -> used(s.candidate().task()));
        return suggestions.stream()
                .filter(s -> Double.isNaN(s.logExpectedGain()))
                .filter(s -> (long) used(s.candidate().task()) * setUp.tasks().size() <= used())
                .min(byUse)
                .or(() ->
                        suggestions.stream()
                                .filter(s -> !Double.isNaN(s.logExpectedGain()))
                                .max(Comparator.comparingDouble(Suggestion::logExpectedGain)))
                .or(() -> suggestions.stream().min(byUse))
                .orElseThrow();
    }
}
