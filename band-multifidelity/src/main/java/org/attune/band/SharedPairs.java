package org.attune.band;

import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Trial;
import org.attune.bayesopt.StudyTrials;
import org.attune.bayesopt.TaskTrials;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The configurations that were measured both at a level and in full. Of one that was measured
 * several times at a level, the last value counts.
 */
final class SharedPairs {
    private final List<Double> cheap = new ArrayList<>();
    private final List<Double> dear = new ArrayList<>();
    private int runs;
    private int compared; // with another run of the same task
    private int failed;
    private boolean alike = true;
    private boolean whole = true;

    private SharedPairs() {}

    /** Collects those of some tasks. */
    static SharedPairs of(
            Objective output, List<Point> tasks, Ladder ladder, int rung, StudyTrials trials) {
        var pairs = new SharedPairs();
        for (Point task : tasks) {
            TaskTrials own = trials.of(task);
            Map<Point, Double> low = values(output, own, ladder, rung);
            pairs.runs += low.size();
            pairs.failed += failures(own, ladder, rung);
            pairs.compared += Math.max(low.size() - 1, 0);
            pairs.alike &= low.values().stream().distinct().limit(2).count() < 2;
            pairs.whole &= low.values().stream().allMatch(v -> v == Math.rint(v));
            values(output, own, ladder, ladder.top())
                    .forEach((configuration, value) -> {
                        if (low.containsKey(configuration)) {
                            pairs.cheap.add(low.get(configuration));
                            pairs.dear.add(value);
                        }
                    });
        }
        return pairs;
    }

    private static int failures(TaskTrials trials, Ladder ladder, int rung) {
        return (int)
                trials.finished().stream()
                        .filter(t ->
                                t.outcome() instanceof Outcome.Failed f
                                        && f.cause().isInformative()
                                        && ladder.rung(t.asked().fidelity()) == rung)
                        .count();
    }

    private static Map<Point, Double> values(
            Objective output, TaskTrials trials, Ladder ladder, int rung) {
        var values = new HashMap<Point, Double>();
        double[] y = trials.values(output);
        for (int i = 0; i < y.length; i++) {
            Trial trial = trials.finished().get(i);
            if (!Double.isNaN(y[i]) && ladder.measured(trial) == rung) {
                values.put(trial.configuration(), y[i]);
            }
        }
        return values;
    }

    /** Returns how many configurations were measured at the level. */
    int runs() {
        return runs;
    }

    /**
     * Returns whether all values at the level are the same, in each task, or all runs failed, and
     * so many that this is no chance.
     */
    boolean isFlat() {
        return runs == 0 ? failed >= LevelWorth.ALIKE : alike && compared >= LevelWorth.ALIKE - 1;
    }

    /**
     * Returns whether the level may be flat by chance: its values are whole numbers, which are soon
     * equal, or its runs failed where others may not.
     */
    boolean mayBeFlatByChance() {
        return isFlat() && whole;
    }

    /** Returns how many of them were measured in full, too. */
    int size() {
        return cheap.size();
    }

    /** Returns the rank correlation over them. */
    double correlation() {
        return RankCorrelation.of(array(cheap), array(dear));
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(v -> v).toArray();
    }
}
