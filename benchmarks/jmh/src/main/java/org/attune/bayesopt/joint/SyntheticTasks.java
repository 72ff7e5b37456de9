package org.attune.bayesopt.joint;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.ModelCoordinates;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.attune.bayesopt.surrogate.TaskPlace;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Observations of several tasks in three axes: each task's outputs are a weighted sum of two
 * functions that all tasks share, one of its own, and noise of a twentieth of the deviation. The
 * functions are sums of 60 random cosines.
 */
final class SyntheticTasks {
    private static final int DIMENSION = 3;

    static final Axes AXES =
            new Axes(
                    Space.of(
                            IntStream.range(0, DIMENSION)
                                    .mapToObj(d -> (Parameter) Parameter.real("x" + d, 0, 1))
                                    .toList()),
                    false);

    private SyntheticTasks() {}

    static double[] z(Observations data) {
        var warps = TaskWarps.EACH.of(data, OutputWarp.Shape.YEO_JOHNSON);
        return IntStream.range(0, data.size())
                .mapToDouble(i -> warps.get(data.task()[i]).forward(data.y()[i]))
                .toArray();
    }

    /** Returns places: a configuration and the index of its task. */
    static double[][] places(Observations data) {
        return IntStream.range(0, data.size())
                .mapToObj(i ->
                        TaskPlace.of(data.task()[i], new int[0], ModelCoordinates.NONE)
                                .of(data.x()[i]))
                .toArray(double[][]::new);
    }

    /**
     * Returns a data set.
     *
     * @param set its number
     * @param tasks T
     * @param each observations of each task
     */
    static Observations data(int set, int tasks, int each) {
        Generator random = new Seed(set).generator("data", 0);
        double[][] waves = new double[2 + tasks][];
        Arrays.setAll(waves, f -> random.doubles(60 * (DIMENSION + 1)).toArray());
        double[][] weight = new double[tasks][3];
        for (double[] w : weight) {
            Arrays.setAll(w, q -> q < 2 ? random.nextGaussian() : 0.5);
        }
        int n = tasks * each;
        int[] task = new int[n];
        double[][] x = new double[n][];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            task[i] = i % tasks;
            x[i] = random.doubles(DIMENSION).toArray();
            y[i] =
                    weight[task[i]][0] * cosines(waves[0], x[i])
                            + weight[task[i]][1] * cosines(waves[1], x[i])
                            + weight[task[i]][2] * cosines(waves[2 + task[i]], x[i])
                            + 0.05 * random.nextGaussian();
        }
        return new Observations(tasks, task, x, y);
    }

    private static double cosines(double[] waves, double[] x) {
        double sum = 0;
        for (int k = 0; k < waves.length; k += DIMENSION + 1) {
            double angle = 2 * Math.PI * waves[k + DIMENSION];
            for (int d = 0; d < DIMENSION; d++) {
                angle += 6 * (2 * waves[k + d] - 1) * x[d];
            }
            sum += Math.cos(angle);
        }
        return sum * Math.sqrt(2 * (DIMENSION + 1.0) / waves.length);
    }
}
