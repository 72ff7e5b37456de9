package org.attune.bayesopt.regimes;

import org.attune.bayesopt.surrogate.Axes;

import java.util.Arrays;

/**
 * What clusters are made of: configurations and outputs as points of one Euclidean space, the
 * embedding of Gower's distance with squares,
 *
 * <pre>
 *   d²(i, j) = Σ_d δ_d(x_i, x_j)² + w² (z_i - z_j)²
 * </pre>
 *
 * <p>δ is the difference of unit coordinates on an axis with an order, integers and ordinals among
 * them, and 0 or 1 on a categorical one, of which each value has a column of its own, 1/√2 where it
 * is taken. An inactive parameter has the coordinate of its default everywhere, so that it tells
 * nothing apart but what its condition does.
 *
 * <p>Source: J. C. Gower, "A general coefficient of similarity and some of its properties",
 * Biometrics 27 (1971).
 *
 * @param rows n of them
 * @param axes columns before the output, which is the last one
 */
public record JointSamples(double[][] rows, int axes) {
    /**
     * Embeds observations.
     *
     * @param x n rows of canonical coordinates
     * @param z n warped outputs, in deviations
     * @param weight w, what a deviation of the outputs counts of the extent of an axis
     */
    public static JointSamples of(Axes axes, double[][] x, double[] z, double weight) {
        int columns = 0;
        for (int d = 0; d < axes.dimension(); d++) {
            columns += axes.isCategorical(d) ? (int) axes.cells(d) : 1;
        }
        double[][] rows = new double[x.length][columns + 1];
        for (int i = 0; i < rows.length; i++) {
            int column = 0;
            for (int d = 0; d < axes.dimension(); d++) {
                if (axes.isCategorical(d)) {
                    rows[i][column + (int) axes.index(d, x[i][d])] = Math.sqrt(0.5);
                    column += (int) axes.cells(d);
                } else {
                    rows[i][column++] = x[i][d];
                }
            }
            rows[i][column] = weight * z[i];
        }
        return new JointSamples(rows, columns);
    }

    /** Returns n. */
    public int size() {
        return rows.length;
    }

    /** Returns d²(i, j). */
    public double squaredDistance(int i, int j) {
        double sum = 0;
        for (int c = 0; c < rows[i].length; c++) {
            double delta = rows[i][c] - rows[j][c];
            sum += delta * delta;
        }
        return sum;
    }

    /** Returns the smallest and largest value of a column. */
    double[] extent(int column) {
        var s = Arrays.stream(rows).mapToDouble(r -> r[column]).summaryStatistics();
        return new double[] {s.getMin(), s.getMax()};
    }
}
