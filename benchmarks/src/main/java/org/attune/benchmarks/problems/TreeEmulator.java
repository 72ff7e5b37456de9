package org.attune.benchmarks.problems;

import org.attune.api.Generator;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A forest of regression trees grown on samples of a function: piecewise constant, with the steps
 * and plateaus of emulators that are trained on measured run times.
 *
 * <p>Each tree is grown on a bootstrap sample by splitting at the threshold of a random third of
 * the axes that reduces the squared error most, down to leaves of a few samples.
 *
 * <p>Source: L. Breiman, "Random forests", Machine Learning 45 (2001).
 */
final class TreeEmulator {
    private static final int LEAF = 2;

    private final List<Node> trees = new ArrayList<>();
    private final int leaf;

    private sealed interface Node {}

    private record Leaf(double value) implements Node {}

    private record Split(int axis, double threshold, Node below, Node above) implements Node {}

    /** Grows {@code count} trees on points of the unit cube and their values. */
    TreeEmulator(double[][] x, double[] y, int count, Generator random) {
        this(x, y, count, LEAF, random);
    }

    /**
     * Grows trees.
     *
     * @param leaf number of samples that are not split; a few average noise out
     */
    TreeEmulator(double[][] x, double[] y, int count, int leaf, Generator random) {
        this.leaf = leaf;
        for (int t = 0; t < count; t++) {
            var rows = new ArrayList<Integer>();
            for (int i = 0; i < x.length; i++) {
                rows.add(random.nextInt(x.length));
            }
            trees.add(grow(x, y, rows, random));
        }
    }

    /** Grows {@code count} trees on {@code samples} uniform points of the unit cube. */
    static TreeEmulator of(
            ToDoubleFunction<double[]> function,
            int dimension,
            int samples,
            int count,
            Generator random) {
        double[][] x = new double[samples][dimension];
        double[] y = new double[samples];
        for (int i = 0; i < samples; i++) {
            for (int d = 0; d < dimension; d++) {
                x[i][d] = random.nextDouble();
            }
            y[i] = function.applyAsDouble(x[i]);
        }
        return new TreeEmulator(x, y, count, random);
    }

    /** Returns the mean of the trees at a point of the unit cube. */
    double value(double[] x) {
        double sum = 0;
        for (Node tree : trees) {
            Node node = tree;
            while (node instanceof Split s) {
                node = x[s.axis()] <= s.threshold() ? s.below() : s.above();
            }
            sum += ((Leaf) node).value();
        }
        return sum / trees.size();
    }

    private Node grow(double[][] x, double[] y, List<Integer> rows, Generator random) {
        double mean = rows.stream().mapToDouble(i -> y[i]).average().orElseThrow();
        Split best = null;
        double bestError = Double.POSITIVE_INFINITY;
        if (rows.size() > leaf) {
            int dimension = x[0].length;
            int[] axes = new int[dimension];
            java.util.Arrays.setAll(axes, d -> d);
            random.shuffle(axes);
            for (int a = 0; a < Math.max(1, (dimension + 2) / 3); a++) {
                int axis = axes[a];
                var sorted = new ArrayList<>(rows);
                sorted.sort(java.util.Comparator.comparingDouble(i -> x[i][axis]));
                double total = mean * rows.size();
                double left = 0;
                for (int i = 0; i + 1 < sorted.size(); i++) {
                    left += y[sorted.get(i)];
                    double at = x[sorted.get(i)][axis];
                    double next = x[sorted.get(i + 1)][axis];
                    double right = total - left;
                    int n = i + 1;
                    int m = sorted.size() - n;
                    double error = -left * left / n - right * right / m;
                    if (at < next && error < bestError) {
                        bestError = error;
                        best = new Split(axis, at / 2 + next / 2, null, null);
                    }
                }
            }
        }
        if (best == null) {
            return new Leaf(mean);
        }
        Split split = best;
        var below = rows.stream().filter(i -> x[i][split.axis()] <= split.threshold()).toList();
        var above = rows.stream().filter(i -> x[i][split.axis()] > split.threshold()).toList();
        return new Split(
                split.axis(),
                split.threshold(),
                grow(x, y, below, random),
                grow(x, y, above, random));
    }
}
