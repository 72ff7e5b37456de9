package org.attune.api;

import java.util.List;

/**
 * What a model of several tasks learned about their likeness.
 *
 * @param tasks in the order of rows and columns
 * @param matrix correlations in [-1, 1], symmetric, with ones on the diagonal
 */
public record TaskCorrelation(List<Point> tasks, double[][] matrix) {
    /** Copies both. */
    public TaskCorrelation {
        tasks = List.copyOf(tasks);
        matrix = java.util.Arrays.stream(matrix).map(double[]::clone).toArray(double[][]::new);
    }

    @Override
    public double[][] matrix() {
        return java.util.Arrays.stream(matrix).map(double[]::clone).toArray(double[][]::new);
    }
}
