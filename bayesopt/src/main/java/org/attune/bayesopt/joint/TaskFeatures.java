package org.attune.bayesopt.joint;

import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Space;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.DoubleUnaryOperator;

/**
 * The features of tasks: those that are given, else their numeric parameters, as far as they
 * differ, each mapped to [0, 1] over the tasks of the study; by its logarithm where it is positive
 * and spans a factor of 8 or more, since sizes act by their ratios.
 */
public final class TaskFeatures {
    private static final double WIDE = 8;

    private TaskFeatures() {}

    /**
     * Returns a row per task; empty where no feature differs.
     *
     * @param given by task, the same for all of them
     */
    public static Optional<double[][]> of(
            Space space, List<Point> tasks, Map<Point, Map<String, Double>> given) {
        var columns = new ArrayList<double[]>();
        if (given.isEmpty()) {
            for (Parameter parameter : space.parameters()) {
                String name = parameter.name();
                boolean numeric =
                        parameter instanceof Parameter.Real || parameter instanceof Parameter.Int;
                if (numeric && tasks.stream().allMatch(t -> t.has(name))) {
                    columns.add(tasks.stream().mapToDouble(t -> t.number(name)).toArray());
                }
            }
        } else {
            for (String name : new TreeSet<>(given.get(tasks.getFirst()).keySet())) {
                columns.add(tasks.stream().mapToDouble(t -> given.get(t).get(name)).toArray());
            }
        }
        return rows(tasks.size(), columns.stream().flatMap(c -> scaled(c).stream()).toList());
    }

    private static Optional<double[][]> rows(int tasks, List<double[]> columns) {
        if (columns.isEmpty()) {
            return Optional.empty();
        }
        double[][] rows = new double[tasks][columns.size()];
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
        DoubleUnaryOperator size = log ? Math::log : v -> v / 2; // differences of 1e308 are none
        double from = size.applyAsDouble(least);
        double range = size.applyAsDouble(most) - from;
        return Optional.of(
                Arrays.stream(values).map(v -> (size.applyAsDouble(v) - from) / range).toArray());
    }
}
