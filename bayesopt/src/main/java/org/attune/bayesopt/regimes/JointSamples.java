package org.attune.bayesopt.regimes;

import org.attune.bayesopt.surrogate.Axes;

import java.util.Arrays;

/**
 * What clusters are made of: configurations and outputs as points of one Euclidean space, the
 * embedding of Gower's distance with squares,
 *
 * <pre>
 *   d²(i, j) = Σ_d δ_d(x_i, x_j)² + (z_i - z_j)²
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
 * @param rows n of them, the output in the last column
 */
public record JointSamples(double[][] rows) {
    /**
     * Embeds observations.
     *
     * @param x n rows of canonical coordinates
     * @param z n warped outputs, in deviations
     */
    public static JointSamples of(Axes axes, double[][] x, double[] z) {
        double[][] rows = new double[x.length][];
        for (int i = 0; i < rows.length; i++) {
            double[] place = place(axes, x[i]);
            rows[i] = Arrays.copyOf(place, place.length + 1);
            rows[i][place.length] = z[i];
        }
        return new JointSamples(rows);
    }

    /** Returns the columns of a configuration alone. */
    public static double[] place(Axes axes, double[] x) {
        int columns = 0;
        for (int d = 0; d < axes.dimension(); d++) {
            columns += axes.isCategorical(d) ? (int) axes.cells(d) : 1;
        }
        double[] place = new double[columns];
        int column = 0;
        for (int d = 0; d < axes.dimension(); d++) {
            if (axes.isCategorical(d)) {
                place[column + (int) axes.index(d, x[d])] = Math.sqrt(0.5);
                column += (int) axes.cells(d);
            } else {
                place[column++] = x[d];
            }
        }
        return place;
    }

    /** Returns n. */
    public int size() {
        return rows.length;
    }
}
