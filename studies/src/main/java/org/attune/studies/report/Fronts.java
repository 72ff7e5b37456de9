package org.attune.studies.report;

import org.attune.api.Format;
import org.attune.api.Objective;
import org.attune.api.ParetoFront;
import org.attune.api.Trial;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
                                    (task.task().values().isEmpty() ? "Front" : task.task())
                                            + ": "
                                            + words(task, f)));
        }
        return lines;
    }

    private static String words(TaskSummary task, ParetoFront front) {
        var reference = new ArrayList<String>();
        for (Objective o : task.problem().optimized()) {
            reference.add(o.name() + " " + Format.value(o, front.reference().get(o.name())));
        }
        List<String> numbers =
                front.trials().stream().map(Trial::number).map(n -> Long.toString(n)).toList();
        return "%s that no other dominates, %s; hypervolume %s from the reference point %s"
                .formatted(
                        Format.count(numbers.size(), "trial"),
                        String.join(", ", numbers),
                        Format.number(front.hypervolume()),
                        String.join(", ", reference));
    }

    /**
     * Returns hypervolume, as it grew with the trials that ended, and reference point as data; null
     * where there is no front.
     */
    public static void put(Map<String, Object> map, TaskSummary task) {
        var front = task.pareto().filter(f -> !f.trials().isEmpty());
        map.put("hypervolume", front.map(ParetoFront::hypervolume).orElse(null));
        map.put(
                "hypervolume_history",
                front.map(f -> f.growth(task.problem(), task.trials())).orElse(null));
        map.put("reference", front.map(ParetoFront::reference).orElse(null));
    }

    /** Returns the fronts of the tasks as data, by the numbers of their trials. */
    public static List<Map<String, Object>> json(List<TaskSummary> tasks) {
        var fronts = new ArrayList<Map<String, Object>>();
        for (TaskSummary task : tasks) {
            var map = new LinkedHashMap<String, Object>();
            map.put("task", task.task());
            map.put("trials", task.front().stream().map(Trial::number).toList());
            put(map, task);
            fronts.add(map);
        }
        return fronts;
    }
}
