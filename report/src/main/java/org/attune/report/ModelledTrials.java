package org.attune.report;

import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.RecordsView;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Some of the trials of a large study, numbered anew, to which a model is fitted in seconds: of
 * each task, by its share, the best ones and others equally far apart over the study.
 */
final class ModelledTrials {
    private static final double BEST = 0.2; // of the chosen trials of a task

    private ModelledTrials() {}

    /**
     * Chooses trials that have ended; the records themselves where there are no more.
     *
     * @param most of them
     */
    static Records of(TuningProblem problem, Records records, int most) {
        if (records.finished().size() <= most) {
            return records;
        }
        double share = most / (double) records.finished().size();
        var numbers = new TreeSet<Long>();
        Map<Point, List<Trial>> tasks = new HashMap<>();
        records.finished()
                .forEach(t -> tasks.computeIfAbsent(t.task(), k -> new ArrayList<>()).add(t));
        for (List<Trial> ended : tasks.values()) {
            choose(problem, ended, Math.max((int) (share * ended.size()), 2), numbers);
        }
        return RecordsView.where(records, t -> numbers.contains(t.number()), records.sources());
    }

    private static void choose(
            TuningProblem problem, List<Trial> ended, int count, TreeSet<Long> numbers) {
        Objective objective = problem.optimized().getFirst();
        int sign = objective.goal().sign();
        List<Trial> best =
                ended.stream()
                        .filter(t -> t.isFull() && Study.isUsable(problem, t))
                        .sorted(
                                Comparator.comparingDouble(t ->
                                        sign
                                                * problem.value(t, objective.name())
                                                        .orElse(Double.NaN)))
                        .limit((long) Math.ceil(BEST * count))
                        .toList();
        best.forEach(t -> numbers.add(t.number()));
        List<Trial> others = ended.stream().filter(t -> !numbers.contains(t.number())).toList();
        for (int i : Thinned.of(others.size(), Math.max(count - best.size(), 2))) {
            numbers.add(others.get(i).number());
        }
    }

    /** Returns how many full runs of records were measured. */
    static int measured(Records records) {
        return (int)
                records.trials().stream()
                        .filter(t -> t.isFull() && t.outcome() instanceof Outcome.Measured)
                        .count();
    }
}
