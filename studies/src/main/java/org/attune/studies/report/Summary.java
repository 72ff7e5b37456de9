package org.attune.studies.report;

import org.attune.api.Format;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Stop;
import org.attune.api.StudyRecord;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.studies.text.Json.IfPresent;
import org.attune.studies.text.Table;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What a study has found so far, as {@code tune} and {@code best} report it.
 *
 * @param problem that is tuned
 * @param setUp of the study
 * @param history where it is kept
 * @param times where its time went
 * @param stops tasks that its rules have ended
 * @param tasks one summary each
 * @param drift of the machine, where a configuration was measured again to see it
 */
public record Summary(
        TuningProblem problem,
        StudyRecord setUp,
        Path history,
        Times times,
        List<Stop> stops,
        List<TaskSummary> tasks,
        Optional<DriftSummary> drift) {
    /** The most tasks of which each has lines of its own. */
    public static final int FEW = 8;

    /** Sums up a study. */
    public static Summary of(StoredStudy study) {
        return new Summary(
                study.problem(),
                study.setUp(),
                study.history(),
                Times.of(study.records().trials()),
                Stop.of(study.problem(), study.setUp(), study.records()),
                study.tasks(),
                DriftSummary.of(study));
    }

    /** Returns a copy with only these tasks. */
    public Summary only(List<Point> wanted) {
        for (Point task : wanted) {
            if (!setUp.tasks().contains(task)) {
                throw new IllegalArgumentException(
                        "Task %s is not one of study '%s': %s."
                                .formatted(task, setUp.study(), Format.list(setUp.tasks())));
            }
        }
        return new Summary(
                problem,
                setUp,
                history,
                times,
                stops.stream().filter(s -> wanted.contains(s.task())).toList(),
                tasks.stream().filter(t -> wanted.contains(t.task())).toList(),
                drift);
    }

    /** Returns the best trial of each task, or those of its front by the first objective. */
    public Stream<Trial> found() {
        return tasks.stream().flatMap(t -> t.best().map(List::of).orElse(t.rankedFront()).stream());
    }

    /** Returns whether some trial has been measured. */
    public boolean anyMeasured() {
        return tasks.stream().anyMatch(t -> t.failed() < t.trials().size());
    }

    /**
     * A summary as data, as {@code tune --json} and {@code best --json} print it.
     *
     * @param stopped tasks that a rule has ended
     */
    public record Data(
            String problem,
            String study,
            String tuner,
            long seed,
            Path history,
            Times times,
            List<Stopped> stopped,
            List<TaskSummary.Data> tasks,
            @IfPresent Optional<DriftSummary> drift) {}

    /** A task that a rule has ended, and why. */
    public record Stopped(Point task, String rule, String why) {}

    /** Returns the same as data. */
    public Data data() {
        return new Data(
                problem.name(),
                setUp.study(),
                setUp.tuner(),
                setUp.seed(),
                history,
                times,
                stops.stream().map(s -> new Stopped(s.task(), s.rule().key(), s.why())).toList(),
                tasks.stream().map(TaskSummary::data).toList(),
                drift);
    }

    /**
     * Prints a table with a row per task, or per task and point of the Pareto front, and what
     * failed.
     */
    public void print(PrintStream out) {
        if (problem.optimized().size() > 1) {
            frontTable().print(out);
        } else {
            table().print(out);
        }
        Fronts.lines(tasks).forEach(out::println);
        ranges().forEach(out::println);
        failures().ifPresent(out::println);
        PenaltyLine.of(tasks).ifPresent(out::println);
        coverage().forEach(out::println);
        drift.map(DriftSummary::lines).orElse(List.of()).forEach(out::println);
        out.println();
        out.println("Time: " + times);
        if (tasks.size() > FEW) {
            out.println("  'history stats' has those of each task.");
        } else if (tasks.size() > 1) {
            tasks.forEach(s ->
                    out.println("  %s: %s".formatted(Format.task(s.task()), s.times().parts())));
        }
        out.println("History: %s, study '%s'".formatted(history, setUp.study()));
    }

    private Table table() {
        Objective objective = problem.optimized().getFirst();
        var table =
                new Table(
                        "task",
                        "default",
                        "best",
                        TaskSummary.gainName(objective),
                        "trial",
                        "configuration");
        for (TaskSummary s : tasks) {
            table.row(
                    s.task(),
                    s.measuredStandard().map(t -> value(objective, t)).orElse("-"),
                    s.best().map(t -> value(objective, t)).orElse("-"),
                    s.best().map(t -> Format.factor(s.gain(t))).orElse("-"),
                    s.best().map(Trial::number).map(Object::toString).orElse("-"),
                    s.best().map(t -> Format.brief(t.configuration())).orElse(withoutResult(s)));
        }
        return table;
    }

    private static String withoutResult(TaskSummary task) {
        return task.trials().isEmpty() ? "no result yet" : "nothing usable was measured";
    }

    private Table frontTable() {
        List<Objective> objectives = problem.optimized();
        var headings = new ArrayList<>(List.of("task", "trial"));
        objectives.forEach(o -> headings.add(o.name()));
        headings.add("configuration");
        var table = new Table(headings);
        for (TaskSummary s : tasks) {
            Optional<Trial> standard = s.measuredStandard();
            standard.filter(t -> !s.front().contains(t))
                    .ifPresent(t -> frontRow(table, s, "default", t));
            s.rankedFront()
                    .forEach(t -> {
                        String also = standard.equals(Optional.of(t)) ? ", default" : "";
                        frontRow(table, s, t.number() + also, t);
                    });
            if (s.front().isEmpty()) {
                cells(table, s, "-", o -> "-", withoutResult(s));
            }
        }
        return table;
    }

    private void frontRow(Table table, TaskSummary summary, String label, Trial trial) {
        String configuration = Format.brief(trial.configuration());
        cells(table, summary, label, o -> value(o, trial), configuration);
    }

    private void cells(
            Table table,
            TaskSummary summary,
            String label,
            Function<Objective, String> value,
            String configuration) {
        var cells = new ArrayList<>(List.of(Format.task(summary.task()), label));
        problem.optimized().forEach(o -> cells.add(value.apply(o)));
        cells.add(configuration);
        table.row(cells.toArray());
    }

    /** Returns why ranges leave nothing usable, for each task of which that is so. */
    private List<String> ranges() {
        return tasks.stream()
                .flatMap(s ->
                        Ranges.nothing(s).stream()
                                .map(why ->
                                        s.task().values().isEmpty()
                                                ? "Out of range: " + why
                                                : "Out of range, %s: %s"
                                                        .formatted(Format.task(s.task()), why)))
                .toList();
    }

    /** Returns how much of the space was looked at, of each of a few tasks where that is known. */
    private List<String> coverage() {
        return tasks.size() > FEW
                ? List.of()
                : tasks.stream()
                        .flatMap(s ->
                                Coverage.of(s).stream()
                                        .map(c ->
                                                "Looked at%s: %s"
                                                        .formatted(
                                                                s.task().after(" of "), c.words())))
                        .toList();
    }

    private String value(Objective objective, Trial trial) {
        return Format.value(objective, problem.value(trial, objective.name()));
    }

    /** Returns how many trials failed, from which causes, and the detail of the last one. */
    public Optional<String> failures() {
        var causes = new TreeMap<String, Integer>();
        tasks.forEach(s -> s.causes().forEach((c, n) -> causes.merge(c.text(), n, Integer::sum)));
        int failed = causes.values().stream().mapToInt(Integer::intValue).sum();
        if (failed == 0) {
            return Optional.empty();
        }
        int ended = tasks.stream().mapToInt(s -> s.trials().size()).sum();
        return Optional.of(
                "Failed: %d of %s (%s). The last: %s"
                        .formatted(
                                failed,
                                Format.count(ended, "trial"),
                                Format.counts(causes),
                                lastFailure()));
    }

    private String lastFailure() {
        return tasks.stream()
                .flatMap(s -> s.trials().stream())
                .filter(t -> t.outcome() instanceof Outcome.Failed)
                .max(java.util.Comparator.comparingLong(Trial::number))
                .map(t -> "trial %d, %s".formatted(t.number(), Outcomes.line(problem, t)))
                .orElseThrow();
    }
}
