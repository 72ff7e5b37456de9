package org.attune.studies.report;

import org.attune.api.Format;
import org.attune.api.Objective;
import org.attune.api.ParetoFront;
import org.attune.api.Point;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.studies.text.Json.Inline;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is said of the Pareto fronts of a study's tasks. */
public final class Fronts {
    private Fronts() {}

    /** Returns size and hypervolume of each front that has a trial: a line for each task. */
    public static List<String> lines(List<TaskSummary> tasks) {
        var lines = new ArrayList<String>();
        for (TaskSummary task : tasks) {
            task.pareto()
                    .filter(f -> !f.trials().isEmpty())
                    .ifPresent(f ->
                            lines.add(
                                    (task.task().values().isEmpty()
                                                    ? "Front"
                                                    : Format.task(task.task()))
                                            + ": "
                                            + words(task, f)));
        }
        return lines;
    }

    private static String words(TaskSummary task, ParetoFront front) {
        List<String> numbers =
                front.trials().stream().map(Trial::number).map(n -> Long.toString(n)).toList();
        return "%s that no other dominates, %s; %s"
                .formatted(
                        Format.count(numbers.size(), "trial"),
                        String.join(", ", numbers),
                        hypervolume(task.problem(), front));
    }

    /** Returns the hypervolume of a front that is not empty, with the point that it counts from. */
    public static String hypervolume(TuningProblem problem, ParetoFront front) {
        var reference = new ArrayList<String>();
        for (Objective o : problem.optimized()) {
            reference.add(o.name() + " " + Format.value(o, front.reference().get(o.name())));
        }
        return "hypervolume %s from the reference point %s"
                .formatted(Format.number(front.hypervolume()), String.join(", ", reference));
    }

    /**
     * A front as data; all is empty where there is none.
     *
     * @param hypervolumeHistory as it grew with the trials that ended
     * @param reference point, by objective
     */
    public record Measures(
            Optional<Double> hypervolume,
            Optional<List<Double>> hypervolumeHistory,
            Optional<Map<String, Double>> reference) {
        static Measures of(TaskSummary task) {
            var front = task.pareto().filter(f -> !f.trials().isEmpty());
            return new Measures(
                    front.map(ParetoFront::hypervolume),
                    front.map(f -> f.growth(task.problem(), task.trials())),
                    front.map(ParetoFront::reference));
        }
    }

    /**
     * The front of a task as data.
     *
     * @param trials their numbers
     */
    public record OfTask(Point task, List<Long> trials, @Inline Measures front) {}

    /** Returns the fronts of the tasks as data. */
    public static List<OfTask> data(List<TaskSummary> tasks) {
        return tasks.stream()
                .map(t ->
                        new OfTask(
                                t.task(),
                                t.front().stream().map(Trial::number).toList(),
                                Measures.of(t)))
                .toList();
    }
}
