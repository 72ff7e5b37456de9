package org.attune.studies.report;

import org.attune.api.Format;
import org.attune.api.Objective;
import org.attune.api.ParetoFront;
import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.studies.text.Json.IfPresent;

import java.util.Arrays;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What measuring the finalists of a task again has shown: which is the best, or, with several
 * objectives, which are on the front.
 *
 * @param problem that is tuned
 * @param standard the new measurement of the default, if it was measured
 * @param finalists at least one, all of one task
 */
public record Verdict(TuningProblem problem, Optional<Trial> standard, List<Finalist> finalists) {
    /**
     * It as data.
     *
     * @param best number of the trial that is the best now; empty where none gave a usable result,
     *     or with several objectives
     * @param overlapping numbers of those whose measurements overlap with its
     * @param front with several objectives, numbers of the trials that are on the front now
     * @param statement the same in words
     */
    public record Data(
            Point task,
            OptionalLong best,
            List<Long> overlapping,
            @IfPresent Optional<List<Long>> front,
            String statement) {}

    /** Returns it as data. */
    public Data data() {
        Optional<Finalist> best = isOfSeveral() ? Optional.empty() : best();
        return new Data(
                finalists.getFirst().before().task(),
                best.map(f -> OptionalLong.of(f.before().number())).orElse(OptionalLong.empty()),
                best.map(f -> numbers(close(f))).orElse(List.of()),
                isOfSeveral() ? Optional.of(numbers(found())) : Optional.empty(),
                line());
    }

    private static List<Long> numbers(List<Finalist> finalists) {
        return finalists.stream().map(f -> f.before().number()).toList();
    }

    private boolean isOfSeveral() {
        return problem.optimized().size() > 1;
    }

    /**
     * Returns the finalist that is the best now, or those on the front; none is usable if empty.
     */
    public List<Finalist> found() {
        return isOfSeveral()
                ? finalists.stream().filter(f -> front().trials().contains(f.after())).toList()
                : best().stream().toList();
    }

    private Optional<Finalist> best() {
        return best(Finalist::after);
    }

    private ParetoFront front() {
        return ParetoFront.of(problem, finalists.stream().map(Finalist::after).toList());
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
        if (isOfSeveral()) {
            return frontLine();
        }
        String task = finalists.getFirst().before().task().after("");
        return (task.isEmpty() ? "" : task + ": ") + words();
    }

    /** Returns {@link #line} of one objective without the task. */
    public String words() {
        return best().map(this::line)
                .orElseGet(() -> "nothing gave a usable result this time" + outOfRange() + ".");
    }

    /** Returns which finalists are out of a range now, the end of a sentence. */
    private String outOfRange() {
        String words =
                finalists.stream()
                        .flatMap(f ->
                                Ranges.outside(problem, f.after()).stream()
                                        .map(o -> f.label() + " has " + o))
                        .collect(Collectors.joining("; "));
        return words.isEmpty() ? "" : ": " + words;
    }

    private String frontLine() {
        Point task = finalists.getFirst().before().task();
        List<Finalist> found = found();
        return "%s: measured again, %d of %d are on the front%s"
                .formatted(
                        task.values().isEmpty() ? "Front" : Format.brief(task),
                        found.size(),
                        finalists.size(),
                        found.isEmpty()
                                ? outOfRange()
                                : ": %s; %s"
                                        .formatted(
                                                labels(found),
                                                Fronts.hypervolume(problem, front())));
    }

    private static String labels(List<Finalist> finalists) {
        return finalists.stream().map(Finalist::label).collect(Collectors.joining(", "));
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
        String close = labels(close(best));
        return words
                + before
                + "."
                + (close.isEmpty()
                        ? ""
                        : " The measurements of %s overlap with those of %s."
                                .formatted(name, close));
    }

    private List<Finalist> close(Finalist best) {
        return finalists.stream().filter(f -> f != best && overlap(f, best)).toList();
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
