package org.attune.studies.report;

import org.attune.api.Format;
import org.attune.api.Objective;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.util.Arrays;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What measuring the finalists of a task again has shown, of a problem with one objective.
 *
 * @param problem that is tuned
 * @param standard the new measurement of the default, if it was measured
 * @param finalists at least one, all of one task
 */
public record Verdict(TuningProblem problem, Optional<Trial> standard, List<Finalist> finalists) {
    /** Returns the finalist that is the best now; empty where none gave a usable result. */
    public Optional<Finalist> best() {
        return best(Finalist::after);
    }

    private Optional<Finalist> best(Function<Finalist, Trial> which) {
        int sign = objective().goal().sign();
        return finalists.stream()
                .filter(f -> Study.isUsable(problem, which.apply(f)))
                .min(Comparator.comparingDouble(f -> sign * value(which.apply(f)).orElseThrow()));
    }

    private Objective objective() {
        return problem.optimized().getFirst();
    }

    private OptionalDouble value(Trial trial) {
        return problem.value(trial, objective().name());
    }

    /** Returns which one is the best now, what the best one before is, and what is not certain. */
    public String line() {
        String task = finalists.getFirst().before().task().after("");
        return (task.isEmpty() ? "" : task + ": ")
                + best().map(this::line).orElse("nothing gave a usable result this time.");
    }

    private String line(Finalist best) {
        OptionalDouble gain = TaskSummary.gain(problem, objective(), standard, best.after());
        String name = best.label().equals(Finalist.DEFAULT) ? "the default" : best.label();
        String words =
                "%s is the best %s, %s%s"
                        .formatted(
                                name,
                                isBefore(best) ? "again" : "now",
                                Format.value(objective(), value(best.after())),
                                gain.isEmpty() || best.label().equals(Finalist.DEFAULT)
                                        ? ""
                                        : " (%s)".formatted(Format.factor(gain)));
        String before =
                best(Finalist::before)
                        .filter(f -> !isBefore(best))
                        .map(f ->
                                "; %s, the best before, has %s"
                                        .formatted(f.label(), outcome(f.after())))
                        .orElse("");
        String close =
                finalists.stream()
                        .filter(f -> f != best && overlap(f, best))
                        .map(Finalist::label)
                        .collect(Collectors.joining(", "));
        return words
                + before
                + "."
                + (close.isEmpty()
                        ? ""
                        : " The measurements of %s overlap with those of %s."
                                .formatted(name, close));
    }

    private boolean isBefore(Finalist best) {
        return best(Finalist::before).filter(f -> f == best).isPresent();
    }

    private String outcome(Trial trial) {
        OptionalDouble value = value(trial);
        return value.isPresent()
                ? Format.value(objective(), value)
                : "no result: " + Outcomes.line(problem, trial);
    }

    private boolean overlap(Finalist one, Finalist other) {
        DoubleSummaryStatistics a = measured(one);
        DoubleSummaryStatistics b = measured(other);
        return Math.min(a.getCount(), b.getCount()) > 1
                && a.getMin() <= b.getMax()
                && b.getMin() <= a.getMax();
    }

    private DoubleSummaryStatistics measured(Finalist finalist) {
        return Arrays.stream(Repetitions.of(problem, finalist.after(), objective().name()))
                .summaryStatistics();
    }
}
