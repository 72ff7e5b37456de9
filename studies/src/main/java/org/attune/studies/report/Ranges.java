package org.attune.studies.report;

import org.attune.api.Format;
import org.attune.api.Objective;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** How outputs lie to the ranges that they must stay in. */
public final class Ranges {
    /** An output that was never in its range, and the trial that came nearest. */
    public record Miss(Objective objective, Trial trial, double value) {
        String words() {
            return "%s was never %s; the nearest is %s, of trial %d"
                    .formatted(
                            objective.name(),
                            Ranges.words(objective, value),
                            Format.value(objective, value),
                            trial.number());
        }

        Nearest data() {
            return new Nearest(objective.name(), value, trial.number());
        }
    }

    /** A miss as data: the value that came nearest, and the number of its trial. */
    public record Nearest(String output, double nearest, long trial) {}

    private Ranges() {}

    /** Returns what values of an output are accepted, for a sentence; empty where all are. */
    public static Optional<String> words(Objective o) {
        List<String> limits = Stream.of(range(o), penalty(o)).flatMap(Optional::stream).toList();
        return limits.isEmpty() ? Optional.empty() : Optional.of(String.join(" and ", limits));
    }

    /** Returns which of them this value violates. */
    private static String words(Objective o, double value) {
        boolean inRange = value >= o.lower() && value <= o.upper();
        return (inRange ? penalty(o) : range(o)).orElseThrow();
    }

    private static Optional<String> range(Objective o) {
        boolean below = o.lower() > Double.NEGATIVE_INFINITY;
        boolean above = o.upper() < Double.POSITIVE_INFINITY;
        if (below && above) {
            return Optional.of(
                    "within [%s, %s]"
                            .formatted(Format.number(o.lower()), Format.number(o.upper())));
        }
        if (below || above) {
            return Optional.of(
                    below
                            ? "at least " + Format.number(o.lower())
                            : "at most " + Format.number(o.upper()));
        }
        return Optional.empty();
    }

    /** An infinite one says that no value is a penalty. */
    private static Optional<String> penalty(Objective o) {
        return o.penalty().stream()
                .filter(Double::isFinite)
                .mapToObj(p -> "better than %s, a penalty".formatted(Format.number(p)))
                .findFirst();
    }

    /** Returns the outputs of a trial that lie outside of their ranges: "mb = 12 (at most 10)". */
    public static List<String> outside(TuningProblem problem, Trial trial) {
        var outside = new ArrayList<String>();
        for (Objective o : problem.objectives()) {
            problem.value(trial, o.name())
                    .ifPresent(v -> {
                        if (!o.accepts(v)) {
                            outside.add(
                                    "%s = %s (%s)"
                                            .formatted(o.name(), Format.value(o, v), words(o, v)));
                        }
                    });
        }
        return outside;
    }

    /** Returns the outputs that no trial of a task had in their ranges, though some had values. */
    public static List<Miss> never(TaskSummary task) {
        var misses = new ArrayList<Miss>();
        for (Objective o : task.problem().objectives()) {
            task.trials().stream()
                    .filter(Trial::isFull)
                    .filter(t -> task.problem().value(t, o.name()).isPresent())
                    .map(t -> new Miss(o, t, task.problem().value(t, o.name()).getAsDouble()))
                    .min(Comparator.comparingDouble(m -> distance(o, m.value())))
                    .filter(m -> !o.accepts(m.value()))
                    .ifPresent(misses::add);
        }
        return misses;
    }

    private static double distance(Objective o, double value) {
        return Math.max(0, Math.max(o.lower() - value, value - o.upper()));
    }

    /**
     * Returns why ranges leave nothing usable of what a task has measured; empty where something is
     * usable, or ranges are not why.
     */
    public static Optional<String> nothing(TaskSummary task) {
        List<Miss> misses = never(task);
        if (!misses.isEmpty()) {
            return Optional.of(String.join("; ", misses.stream().map(Miss::words).toList()));
        }
        boolean ranges =
                task.trials().stream()
                        .anyMatch(t -> t.isFull() && !outside(task.problem(), t).isEmpty());
        return ranges && task.ranked().isEmpty()
                ? Optional.of("every output was in its range once, but never all at once")
                : Optional.empty();
    }
}
