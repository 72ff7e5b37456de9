package org.attune.api;

import java.util.Arrays;

/**
 * Least squares with coefficients that are not negative: |A c - b|² least, c ≥ 0.
 *
 * <p>An active set grows by the column whose gradient promises most and loses those whose
 * coefficient would turn negative on the way to the unconstrained solution. Columns are scaled to
 * length 1 first, so that operation counts and single messages may stand side by side.
 *
 * <p>Source: C. L. Lawson and R. J. Hanson, Solving Least Squares Problems (1974), chapter 23,
 * algorithm NNLS.
 */
final class NonNegativeLeastSquares {
    private static final double TOLERANCE = 1e-10; // of |b|, for gradients
    private static final double DEPENDENT = 1e-9; // length of a column beside those before it

    private final double[][] columns; // of length 1, or 0
    private final double[] b;

    private NonNegativeLeastSquares(double[][] columns, double[] b) {
        this.columns = columns;
        this.b = b;
    }

    /**
     * Returns the coefficients; 0 for a column that is 0 everywhere, and for one that adds nothing
     * to those before it.
     *
     * @param a n finite rows of m
     * @param b n finite values
     */
    static double[] solve(double[][] a, double[] b, int m) {
        double[][] columns = new double[m][b.length];
        double[] length = new double[m];
        for (int k = 0; k < m; k++) {
            double largest = 0;
            for (double[] row : a) {
                largest = Math.max(largest, Math.abs(row[k]));
            }
            for (int i = 0; i < b.length && largest > 0; i++) {
                columns[k][i] = a[i][k] / largest;
            }
            double norm = Math.sqrt(dot(columns[k], columns[k]));
            for (int i = 0; i < b.length && norm > 0; i++) {
                columns[k][i] /= norm;
            }
            length[k] = largest * norm;
        }
        double[] c = new NonNegativeLeastSquares(columns, b).solve();
        for (int k = 0; k < m; k++) {
            c[k] = c[k] == 0 ? 0 : c[k] / length[k];
        }
        return c;
    }

    private double[] solve() {
        int m = columns.length;
        double[] c = new double[m];
        boolean[] free = new boolean[m];
        boolean[] useless = new boolean[m];
        double least = TOLERANCE * Math.sqrt(dot(b, b));
        for (int step = 0; step < 3 * m; step++) { // as many as Lawson and Hanson allow
            double[] residual = residual(c);
            int best = -1;
            double steepest = least;
            for (int k = 0; k < m; k++) {
                double slope = dot(columns[k], residual);
                if (!free[k] && !useless[k] && slope > steepest) {
                    best = k;
                    steepest = slope;
                }
            }
            if (best < 0) {
                return c;
            }
            free[best] = true;
            double[] target = unconstrained(free);
            if (!(target[best] > 0)) { // dependent on the others, but for rounding
                free[best] = false;
                useless[best] = true;
                continue;
            }
            Arrays.fill(useless, false);
            c = towards(target, c, free);
        }
        return c;
    }

    /** Moves to the target, stopping wherever a coefficient becomes zero. */
    private double[] towards(double[] first, double[] from, boolean[] free) {
        double[] c = from.clone();
        double[] target = first;
        while (true) {
            double step = 1;
            int blocking = -1;
            for (int k = 0; k < c.length; k++) {
                if (free[k] && target[k] <= 0) {
                    double until = c[k] == 0 ? 0 : c[k] / (c[k] - target[k]);
                    if (until < step) {
                        step = until;
                        blocking = k;
                    }
                }
            }
            for (int k = 0; k < c.length; k++) {
                c[k] = free[k] ? Math.max(c[k] + step * (target[k] - c[k]), 0) : 0;
            }
            if (blocking < 0) {
                return c;
            }
            c[blocking] = 0;
            free[blocking] = false;
            target = unconstrained(free);
        }
    }

    private double[] residual(double[] c) {
        double[] r = b.clone();
        for (int k = 0; k < c.length; k++) {
            for (int i = 0; i < r.length; i++) {
                r[i] -= c[k] * columns[k][i];
            }
        }
        return r;
    }

    /** Returns the least squares solution of the free columns, by modified Gram-Schmidt twice. */
    private double[] unconstrained(boolean[] free) {
        int m = columns.length;
        double[][] q = new double[m][];
        double[][] r = new double[m][m];
        double[] c = new double[m];
        double[] rest = b.clone();
        for (int k = 0; k < m; k++) {
            if (!free[k]) {
                continue;
            }
            double[] v = columns[k].clone();
            for (int pass = 0; pass < 2; pass++) {
                for (int j = 0; j < k; j++) {
                    if (q[j] != null) {
                        double d = dot(q[j], v);
                        r[j][k] += d;
                        subtract(v, d, q[j]);
                    }
                }
            }
            double length = Math.sqrt(dot(v, v));
            if (length > DEPENDENT) {
                q[k] = v;
                r[k][k] = length;
                Arrays.setAll(v, i -> v[i] / length);
                c[k] = dot(v, rest);
                subtract(rest, c[k], v);
            }
        }
        for (int k = m - 1; k >= 0; k--) {
            if (q[k] != null) {
                for (int j = k + 1; j < m; j++) {
                    c[k] -= r[k][j] * c[j];
                }
                c[k] /= r[k][k];
            }
        }
        return c;
    }

    private static void subtract(double[] v, double times, double[] q) {
        for (int i = 0; i < v.length; i++) {
            v[i] -= times * q[i];
        }
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
