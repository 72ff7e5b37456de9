package org.attune.benchmarks.problems;

import org.attune.api.Generator;

import java.util.ArrayList;

/**
 * Shifts and rotations that move a function's optimum away from the middle and its axes off the
 * grid.
 */
final class Transform {
    private Transform() {}

    /** Returns a shift of each axis in [-size, size], the same for equal names. */
    static double[] shift(String name, int dimension, double size) {
        Generator random = AblationProblems.SEED.generator(name, 0);
        double[] shift = new double[dimension];
        for (int i = 0; i < dimension; i++) {
            shift[i] = size * (2 * random.nextDouble() - 1);
        }
        return shift;
    }

    /** Returns an orthogonal matrix: Gram and Schmidt's of normal columns. */
    static double[][] rotation(String name, int dimension) {
        return rotation(AblationProblems.SEED.generator(name + " rotation", 0), dimension);
    }

    /** Returns an orthogonal matrix that is drawn. */
    static double[][] rotation(Generator random, int dimension) {
        var rows = new ArrayList<double[]>();
        while (rows.size() < dimension) {
            double[] v = new double[dimension];
            for (int i = 0; i < dimension; i++) {
                v[i] = random.nextGaussian();
            }
            for (double[] row : rows) {
                double along = 0;
                for (int i = 0; i < dimension; i++) {
                    along += row[i] * v[i];
                }
                for (int i = 0; i < dimension; i++) {
                    v[i] -= along * row[i];
                }
            }
            double norm = 0;
            for (double c : v) {
                norm += c * c;
            }
            for (int i = 0; i < dimension; i++) {
                v[i] /= Math.sqrt(norm);
            }
            rows.add(v);
        }
        return rows.toArray(new double[0][]);
    }

    /** Rotates x - 0.5 - shift. */
    static double[] rotated(double[][] rotation, double[] x, double[] shift) {
        double[] out = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            for (int j = 0; j < x.length; j++) {
                out[i] += rotation[i][j] * (x[j] - 0.5 - shift[j]);
            }
        }
        return out;
    }
}
