package org.attune.baselines;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.bayesopt.numerics.LogImprovement;
import org.attune.bayesopt.surrogate.Axes;

import smile.base.cart.CART;
import smile.base.cart.Loss;
import smile.data.DataFrame;
import smile.data.Tuple;
import smile.data.measure.NominalScale;
import smile.data.type.DataTypes;
import smile.data.type.StructField;
import smile.data.type.StructType;
import smile.data.vector.BaseVector;
import smile.data.vector.DoubleVector;
import smile.data.vector.IntVector;
import smile.math.MathEx;
import smile.regression.RegressionTree;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * A random forest over configurations, on the regression trees of smile.
 *
 * <p>Each tree sees as many rows as there are, drawn with replacement, and at each node five sixths
 * of the axes. Categories are nominal, other axes are unit coordinates. The forest predicts
 *
 * <pre>
 *   μ(x) = mean of the trees,   σ²(x) = their variance
 * </pre>
 *
 * <p>Trees are grown one after another in the calling thread. Smile takes the axes of a node from a
 * generator of the thread, which is seeded before each tree.
 *
 * <p>Sources: L. Breiman, "Random forests", Machine Learning 45 (2001),
 * doi:10.1023/A:1010933404324; F. Hutter, H. Hoos and K. Leyton-Brown, "Sequential model-based
 * optimization for general algorithm configuration", LION 5 (2011),
 * doi:10.1007/978-3-642-25566-3_40 (variance across trees).
 */
final class Forest {
    private static final double AXES = 5.0 / 6;
    private static final int LEAF = 2; // rows at least
    private static final int DEPTH = 20;

    private final Axes axes;
    private final StructType schema;
    private final List<RegressionTree> trees = new ArrayList<>();
    private final List<int[]> drawn = new ArrayList<>(); // how often each row, by tree

    /**
     * Grows a forest.
     *
     * @param x n rows of canonical coordinates
     * @param y n finite outputs, whose squares do not overflow
     * @param size number of trees
     */
    Forest(Axes axes, double[][] x, double[] y, int size, Generator random) {
        this.axes = axes;
        int dimension = axes.dimension();
        BaseVector<?, ?, ?>[] columns =
                IntStream.range(0, dimension)
                        .mapToObj(d -> column(d, x))
                        .toArray(BaseVector[]::new);
        DataFrame frame = DataFrame.of(columns);
        this.schema = frame.schema();
        var output = new StructField("output", DataTypes.DoubleType);
        int perNode = Math.max(1, Math.min(dimension - 1, (int) Math.ceil(AXES * dimension)));
        int[][] order = CART.order(frame);
        for (int t = 0; t < size; t++) {
            int[] rows = new int[y.length];
            for (int i = 0; i < y.length; i++) {
                rows[random.nextInt(y.length)]++;
            }
            drawn.add(rows);
            MathEx.setSeed(random.nextLong());
            trees.add(
                    new RegressionTree(
                            frame,
                            Loss.ls(y.clone()),
                            output,
                            DEPTH,
                            Math.max(y.length, 2),
                            LEAF,
                            perNode,
                            rows,
                            order));
        }
    }

    private BaseVector<?, ?, ?> column(int d, double[][] x) {
        String name = "x" + d;
        if (axes.parameter(d) instanceof Parameter.Categorical c) {
            var scale = new NominalScale(c.values().toArray(String[]::new));
            int[] values =
                    IntStream.range(0, x.length).map(i -> (int) axes.index(d, x[i][d])).toArray();
            return IntVector.of(new StructField(name, DataTypes.IntegerType, scale), values);
        }
        return DoubleVector.of(
                name, IntStream.range(0, x.length).mapToDouble(i -> x[i][d]).toArray());
    }

    /** Returns the number of trees. */
    int size() {
        return trees.size();
    }

    /** Returns whether a tree has seen any of these rows. */
    boolean hasSeen(int tree, int[] rows) {
        return Arrays.stream(rows).anyMatch(i -> drawn.get(tree)[i] > 0);
    }

    /** Returns what one tree predicts at canonical coordinates. */
    double predict(int tree, double[] x) {
        return trees.get(tree).predict(tuple(x));
    }

    private Tuple tuple(double[] x) {
        Object[] row = new Object[x.length];
        for (int d = 0; d < row.length; d++) {
            if (axes.parameter(d) instanceof Parameter.Categorical) {
                row[d] = (int) axes.index(d, x[d]);
            } else {
                row[d] = x[d];
            }
        }
        return Tuple.of(row, schema);
    }

    /** Returns μ and σ at canonical coordinates. */
    double[] predict(double[] x) {
        Tuple tuple = tuple(x);
        double[] p = moments(trees.stream().mapToDouble(t -> t.predict(tuple)));
        return new double[] {p[0], Math.sqrt(p[1])};
    }

    /** Returns mean and variance, by Welford's recurrence; NaN of nothing. */
    static double[] moments(DoubleStream values) {
        double mean = 0;
        double squares = 0;
        int n = 0;
        for (double y : values.toArray()) {
            double delta = y - mean;
            mean += delta / ++n;
            squares += delta * (y - mean);
        }
        return new double[] {n == 0 ? Double.NaN : mean, squares / n};
    }

    /**
     * Returns the logarithm of the expected improvement below {@code best}, {@code -∞} where all
     * trees agree that there is none.
     */
    double logImprovement(double[] x, double best) {
        double[] p = predict(x);
        if (p[1] == 0) {
            return Math.log(Math.max(best - p[0], 0));
        }
        return Math.log(p[1]) + LogImprovement.value((best - p[0]) / p[1]);
    }
}
