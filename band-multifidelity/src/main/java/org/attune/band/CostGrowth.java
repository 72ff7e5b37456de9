package org.attune.band;

import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.bayesopt.StudyTrials;
import org.attune.bayesopt.TaskTrials;
import org.attune.bayesopt.numerics.SampleStatistics;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Whether an output grows with the cost of a run, as seconds do. */
final class CostGrowth {
    private static final double LEAST = 0.5; // the power of the cost by which it grows

    private CostGrowth() {}

    /**
     * Returns whether it does: whether all values are positive, and the medians of the runs at each
     * level and in full differ by more than the root of what their costs differ by, in the mean
     * over tasks and levels. Before a full run and a cheap one of a task nothing is known of it.
     *
     * @param rungs that count, the full one among them
     */
    static boolean isSeen(
            Objective output,
            List<Point> tasks,
            Ladder ladder,
            List<Integer> rungs,
            StudyTrials trials) {
        var powers = new ArrayList<Double>();
        for (Point task : tasks) {
            double[] full = values(output, trials.of(task), ladder, ladder.top());
            for (int rung : rungs) {
                double[] cheap = values(output, trials.of(task), ladder, rung);
                double cost = ladder.cost(rung);
                if (DoubleStream.of(cheap).anyMatch(y -> y <= 0 || Double.isInfinite(y / cost))) {
                    return false;
                }
                if (rung < ladder.top() && cheap.length > 0 && full.length > 0) {
                    double factor = SampleStatistics.median(full) / SampleStatistics.median(cheap);
                    powers.add(Math.log(factor) / -Math.log(cost));
                }
            }
        }
        return powers.stream().mapToDouble(p -> p).average().orElse(0) > LEAST;
    }

    private static double[] values(Objective output, TaskTrials trials, Ladder ladder, int rung) {
        double[] y = trials.values(output);
        return IntStream.range(0, y.length)
                .filter(i -> ladder.measured(trials.finished().get(i)) == rung)
                .mapToDouble(i -> y[i])
                .filter(v -> !Double.isNaN(v))
                .toArray();
    }
}
