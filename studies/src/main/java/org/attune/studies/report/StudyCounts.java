package org.attune.studies.report;

import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Trial;
import org.attune.history.formats.Surroundings;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a history holds of a study, as data. */
public final class StudyCounts {
    private StudyCounts() {}

    /** Counts what a study holds, and adds up what its tasks have cost. */
    public static Map<String, Object> of(String name, Records records) {
        var causes = new TreeMap<String, Integer>();
        var machines = new TreeMap<String, Integer>();
        int measured = 0;
        int failed = 0;
        int imported = 0;
        for (Trial trial : records.trials()) {
            switch (trial.outcome()) {
                case Outcome.Pending p -> {}
                case Outcome.Measured m -> measured++;
                case Outcome.Failed f -> {
                    failed++;
                    causes.merge(f.cause().text(), 1, Integer::sum);
                }
            }
            imported += trial.provenance().source().isPresent() ? 1 : 0;
            Surroundings.of(trial, records)
                    .machine()
                    .ifPresent(m -> machines.merge(m, 1, Integer::sum));
        }
        var counts = new LinkedHashMap<String, Object>();
        counts.put("study", name);
        counts.put("tasks", records.trials().stream().map(Trial::task).distinct().count());
        counts.put("trials", records.trials().size());
        if (!records.trials().stream().allMatch(Trial::isFull)) {
            counts.put("full_runs", records.trials().stream().mapToDouble(Trial::cost).sum());
        }
        counts.put("measured", measured);
        counts.put("failed", failed);
        counts.put("causes", causes);
        counts.put("pending", records.trials().size() - measured - failed);
        counts.put("imported", imported);
        counts.put("models", records.models().size());
        costs(counts, records.trials());
        counts.put("machines", machines);
        var tasks = new ArrayList<Map<String, Object>>();
        for (Point task : records.trials().stream().map(Trial::task).distinct().toList()) {
            var own = new LinkedHashMap<String, Object>();
            own.put("task", task);
            own.put("trials", records.trials(task).size());
            costs(own, records.trials(task));
            tasks.add(own);
        }
        counts.put("by_task", tasks);
        return counts;
    }

    /** Adds the seconds of evaluations, those taken over included, and of the tuner. */
    private static void costs(Map<String, Object> map, List<Trial> trials) {
        Times times = Times.of(trials);
        map.put("elapsed", trials.stream().mapToDouble(t -> t.outcome().elapsed()).sum());
        map.put("model", times.model());
        map.put("search", times.search());
    }
}
