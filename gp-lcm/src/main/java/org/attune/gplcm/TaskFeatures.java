package org.attune.gplcm;

import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Space;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The features of tasks: their numeric parameters, as far as they differ, each mapped to [0, 1]
 * over the tasks of the study; by its logarithm where it is positive and spans a factor of 8 or
 * more, since sizes act by their ratios.
 */
final class TaskFeatures {
    private static final double WIDE = 8;

    private TaskFeatures() {}

    /** Returns a row per task; empty where no numeric parameter differs. */
    static Optional<double[][]> of(Space space, List<Point> tasks) {
        var columns = new ArrayList<double[]>();
        for (Parameter parameter : space.parameters()) {
            boolean numeric =
                    parameter instanceof Parameter.Real || parameter instanceof Parameter.Int;
            if (numeric && tasks.stream().allMatch(t -> t.has(parameter.name()))) {
                double[] values =
                        tasks.stream().mapToDouble(t -> t.number(parameter.name())).toArray();
                scaled(values).ifPresent(columns::add);
            }
        }
        if (columns.isEmpty()) {
            return Optional.empty();
        }
        double[][] rows = new double[tasks.size()][columns.size()];
        for (int t = 0; t < rows.length; t++) {
            for (int f = 0; f < columns.size(); f++) {
                rows[t][f] = columns.get(f)[t];
            }
        }
        return Optional.of(rows);
    }

    private static Optional<double[]> scaled(double[] values) {
        double least = Arrays.stream(values).min().orElseThrow();
        double most = Arrays.stream(values).max().orElseThrow();
        if (!(most > least)) {
            return Optional.empty();
        }
        boolean log = least > 0 && most / least >= WIDE;
        double from = log ? Math.log(least) : least;
        double range = (log ? Math.log(most) : most) - from;
        return Optional.of(
                Arrays.stream(values).map(v -> ((log ? Math.log(v) : v) - from) / range).toArray());
    }
}
