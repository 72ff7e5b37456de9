package org.attune.benchmarks.problems;

import org.attune.api.Generator;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Valleys between the axes: what matters most is a sum of parameters, as of tile sizes (on a
 * logarithmic scale) whose product a cache has to hold. In two halves, one to decide by and one
 * that reports. Each seed has an instance of its own, whose values are divided by that of its best
 * one.
 */
public final class ValleyProblems {
    private ValleyProblems() {}

    /** Returns the half by which decisions are made: two and four parameters. */
    public static List<DrawnProblem> decide() {
        return of(2, 4);
    }

    /** Returns the half that decides nothing: three and five parameters. */
    public static List<DrawnProblem> report() {
        return of(3, 5);
    }

    private static List<DrawnProblem> of(int... dimensions) {
        return IntStream.of(dimensions)
                .boxed()
                .flatMap(n ->
                        Stream.of(
                                DrawnProblem.ofReals(
                                        "product" + n, 0, n, random -> product(n, random)),
                                DrawnProblem.ofReals(
                                        "capacity" + n, 0, n, random -> capacity(n, random)),
                                DrawnProblem.ofReals(
                                        "balance" + n, 0, n, random -> balance(n, random)),
                                DrawnProblem.ofReals(
                                        "rotated" + n, 0, n, random -> rotated(n, random))))
                .toList();
    }

    /** The sum of all has a best value, beside which each parameter has one that matters less. */
    private static ToDoubleFunction<double[]> product(int n, Generator random) {
        double sum = n * Landscape.between(random, 0.3, 0.7);
        double[] best = Landscape.between(random, n, 0, 1);
        double[] weight = Landscape.between(random, n, 0.02, 0.3);
        double steepness = Landscape.between(random, 3, 12);
        return x -> {
            double off = Arrays.stream(x).sum() - sum;
            double value = 1 + steepness * off * off;
            for (int i = 0; i < n; i++) {
                value += weight[i] * (x[i] - best[i]) * (x[i] - best[i]);
            }
            return value;
        };
    }

    /** Overhead falls with every parameter, until the sum of all is more than fits. */
    private static ToDoubleFunction<double[]> capacity(int n, Generator random) {
        double full = n * Landscape.between(random, 0.35, 0.65);
        double[] overhead = Landscape.between(random, n, 0.5, 3);
        double penalty = Landscape.between(random, 1, 4);
        return x -> {
            double value = 1;
            for (int i = 0; i < n; i++) {
                value += overhead[i] * Math.exp(-4 * x[i]);
            }
            double over = Arrays.stream(x).sum() - full;
            return value * (1 + penalty / (1 + Math.exp(-15 * over)));
        };
    }

    /** Processes times threads are best near the number of cores; the rest follows the first. */
    private static ToDoubleFunction<double[]> balance(int n, Generator random) {
        double cores = Landscape.between(random, 0.6, 1.4);
        double idle = Landscape.between(random, 2, 8);
        double crowded = Landscape.between(random, 4, 16);
        double processes = Landscape.between(random, 0.1, 0.9);
        double[] middle = Landscape.between(random, n, 0.3, 0.9);
        double[] share = Landscape.between(random, n, 0.2, 0.8);
        return x -> {
            double off = x[0] + x[1] - cores;
            double value = 1 + (off < 0 ? idle : crowded) * off * off;
            value += 0.2 * (x[0] - processes) * (x[0] - processes);
            for (int i = 2; i < n; i++) {
                double follows = x[i] + share[i] * x[0] - middle[i];
                value += 2 * follows * follows;
            }
            return value;
        };
    }

    /** A bowl whose axes are oblique, and of different length by up to a factor of 30. */
    private static ToDoubleFunction<double[]> rotated(int n, Generator random) {
        double[][] rotation = Transform.rotation(random, n);
        double[] shift = Landscape.between(random, n, -0.3, 0.3);
        double condition = Math.pow(10, Landscape.between(random, 1, 3));
        return x -> {
            double[] along = Transform.rotated(rotation, x, shift);
            double value = 1;
            for (int i = 0; i < n; i++) {
                value += 4 * Math.pow(condition, -i / (n - 1.0)) * along[i] * along[i];
            }
            return value;
        };
    }
}
