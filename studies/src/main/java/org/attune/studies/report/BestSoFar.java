package org.attune.studies.report;

import org.attune.api.Objective;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.studies.text.Sparkline;

import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How the best value of each task became better, in a line of text. */
public final class BestSoFar {
    private static final int WIDTH = 40;

    private BestSoFar() {}

    /**
     * Returns a line for each task of a problem with one objective that became better; none where
     * there are many tasks.
     *
     * @param charset of where they are printed
     */
    public static List<String> lines(Summary summary, Charset charset) {
        var lines = new ArrayList<String>();
        if (summary.problem().optimized().size() > 1 || summary.tasks().size() > Summary.FEW) {
            return lines;
        }
        for (TaskSummary task : summary.tasks()) {
            double[] values = values(task);
            if (Arrays.stream(values).filter(Double::isFinite).distinct().count() > 1) {
                lines.add(
                        "Best so far%s: %s"
                                .formatted(
                                        task.task().after(" of "),
                                        Sparkline.of(values, WIDTH, charset).strip()));
            }
        }
        return lines;
    }

    /** Returns the best value after each trial, NaN before there is one. */
    static double[] values(TaskSummary task) {
        Objective objective = task.problem().optimized().getFirst();
        int sign = objective.goal().sign();
        double[] best = new double[task.trials().size()];
        double so = Double.NaN;
        for (int i = 0; i < best.length; i++) {
            Trial t = task.trials().get(i);
            if (Study.isUsable(task.problem(), t)) {
                double v = task.problem().value(t, objective.name()).orElse(Double.NaN);
                so = sign * so <= sign * v ? so : v;
            }
            best[i] = so;
        }
        return best;
    }
}
