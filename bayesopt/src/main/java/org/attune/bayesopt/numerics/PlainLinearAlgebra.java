package org.attune.bayesopt.numerics;

import java.util.Arrays;

/**
 * The backend in plain Java: works everywhere, needs no flag, and gives the same bits on every
 * machine, interpreted or compiled.
 *
 * <p>Matrices are copied into arrays of rows, so that every inner loop runs along rows with one
 * index (see {@link RowPanel}); the factor is held transposed, U = Lᵀ. Work goes in blocks of 64
 * rows, or of 16 of a small matrix: contributions of finished blocks first, panel by panel, then
 * the block itself row by row. Per entry the terms are added in the order of k in either part, so
 * blocking does not change a bit. Extra memory: one or two copies of the matrix.
 */
final class PlainLinearAlgebra implements LinearAlgebra {
    private static final int SMALL = 256; // orders whose triangles are worth small blocks

    /** Returns the number of rows of a block. */
    private static int block(int n) {
        return n < SMALL ? RowPanel.DEPTH / 4 : RowPanel.DEPTH;
    }

    @Override
    public boolean cholesky(double[] a, int n) {
        requireMatrix("a", a, n, n);
        int block = block(n);
        double[][] u = new double[n][n];
        transpose(a, n, u);
        for (int i0 = 0; i0 < n; i0 += block) {
            int i1 = Math.min(i0 + block, n);
            for (int k = 0; k < i0; k += block) {
                RowPanel.add(u, i0, i1, u, k, k + block, i0, n, (i, p) -> -u[p][i]);
            }
            for (int i = i0; i < i1; i++) {
                RowPanel.add(u, i, i + 1, u, i0, i, i, n, (row, p) -> -u[p][row]);
                double pivot = u[i][i];
                if (!(pivot > 0 && pivot < Double.POSITIVE_INFINITY)) {
                    return false;
                }
                u[i][i] = Math.sqrt(pivot);
                divide(u[i], i + 1, n, u[i][i]);
            }
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                a[i * n + j] = u[j][i];
            }
        }
        return true;
    }

    /** L⁻¹, then its transpose times itself; only the lower half of each. */
    @Override
    public void inverseFromCholesky(double[] l, int n, double[] out) {
        requireMatrix("l", l, n, n);
        requireMatrix("out", out, n, n);
        int block = block(n);
        double[][] v = inverseOfLower(l, n);
        double[][] s = new double[Math.min(block, n)][n];
        for (int i0 = 0; i0 < n; i0 += block) {
            int first = i0;
            int rows = Math.min(block, n - i0);
            for (int i = 0; i < rows; i++) {
                Arrays.fill(s[i], 0);
            }
            for (int k = i0; k < n; k += block) {
                RowPanel.add(
                        s,
                        0,
                        rows,
                        v,
                        k,
                        Math.min(k + block, n),
                        0,
                        i0 + rows,
                        (i, p) -> v[p][first + i]);
            }
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j <= i0 + i; j++) {
                    out[(i0 + i) * n + j] = s[i][j];
                    out[j * n + i0 + i] = s[i][j];
                }
            }
        }
    }

    @Override
    public void inverseOfLower(double[] l, int n, double[] out) {
        requireMatrix("l", l, n, n);
        requireMatrix("out", out, n, n);
        copyRows(inverseOfLower(l, n), n, out);
    }

    /** Forward substitution on the identity, whose rows end at their diagonal. */
    private static double[][] inverseOfLower(double[] l, int n) {
        int block = block(n);
        double[][] v = new double[n][n];
        for (int i = 0; i < n; i++) {
            v[i][i] = 1;
        }
        for (int i0 = 0; i0 < n; i0 += block) {
            int i1 = Math.min(i0 + block, n);
            for (int k = 0; k < i0; k += block) {
                RowPanel.add(v, i0, i1, v, k, k + block, 0, k + block, (i, p) -> -l[i * n + p]);
            }
            for (int i = i0; i < i1; i++) {
                RowPanel.add(v, i, i + 1, v, i0, i, 0, i, (row, p) -> -l[row * n + p]);
                divide(v[i], 0, i + 1, l[i * n + i]);
            }
        }
        return v;
    }

    @Override
    public void solveLower(double[] l, int n, double[] b, int columns) {
        requireMatrix("l", l, n, n);
        requireMatrix("b", b, n, columns);
        if (columns == 1) {
            substitute(l, n, b);
            return;
        }
        int block = block(n);
        double[][] x = rows(b, n, columns);
        for (int i0 = 0; i0 < n; i0 += block) {
            int i1 = Math.min(i0 + block, n);
            for (int k = 0; k < i0; k += block) {
                RowPanel.add(x, i0, i1, x, k, k + block, 0, columns, (i, p) -> -l[i * n + p]);
            }
            for (int i = i0; i < i1; i++) {
                RowPanel.add(x, i, i + 1, x, i0, i, 0, columns, (row, p) -> -l[row * n + p]);
                divide(x[i], 0, columns, l[i * n + i]);
            }
        }
        copyRows(x, columns, b);
    }

    @Override
    public void solveLowerTransposed(double[] l, int n, double[] b, int columns) {
        requireMatrix("l", l, n, n);
        requireMatrix("b", b, n, columns);
        if (columns == 1) {
            for (int i = n - 1;
                    i >= 0;
                    i--) { // column i of Lᵀ is row i of L: subtract it as soon as x_i is known
                double x = b[i] / l[i * n + i];
                b[i] = x;
                for (int k = 0; k < i; k++) {
                    b[k] = Math.fma(-x, l[i * n + k], b[k]);
                }
            }
            return;
        }
        int block = RowPanel.DEPTH; // it decides the order of sums
        double[][] x = rows(b, n, columns);
        for (int i1 = n; i1 > 0; i1 = (i1 - 1) / block * block) {
            int i0 = (i1 - 1) / block * block;
            for (int k = i1; k < n; k += block) {
                RowPanel.add(
                        x,
                        i0,
                        i1,
                        x,
                        k,
                        Math.min(k + block, n),
                        0,
                        columns,
                        (i, p) -> -l[p * n + i]);
            }
            for (int i = i1 - 1; i >= i0; i--) {
                RowPanel.add(x, i, i + 1, x, i + 1, i1, 0, columns, (row, p) -> -l[p * n + row]);
                divide(x[i], 0, columns, l[i * n + i]);
            }
        }
        copyRows(x, columns, b);
    }

    @Override
    public String name() {
        return "plain";
    }

    /**
     * b := L⁻¹ b, two rows at a time: their sums do not wait for each other, and each is added up
     * as {@link #dot} does, to the bit.
     */
    private static void substitute(double[] l, int n, double[] b) {
        int i = 0;
        for (; i + 1 < n; i += 2) {
            int first = i * n;
            int second = first + n;
            int whole = i & ~3;
            double s0 = 0;
            double s1 = 0;
            double s2 = 0;
            double s3 = 0;
            double t0 = 0;
            double t1 = 0;
            double t2 = 0;
            double t3 = 0;
            for (int k = 0; k < whole; k += 4) {
                double x0 = b[k];
                double x1 = b[k + 1];
                double x2 = b[k + 2];
                double x3 = b[k + 3];
                s0 = Math.fma(l[first + k], x0, s0);
                t0 = Math.fma(l[second + k], x0, t0);
                s1 = Math.fma(l[first + k + 1], x1, s1);
                t1 = Math.fma(l[second + k + 1], x1, t1);
                s2 = Math.fma(l[first + k + 2], x2, s2);
                t2 = Math.fma(l[second + k + 2], x2, t2);
                s3 = Math.fma(l[first + k + 3], x3, s3);
                t3 = Math.fma(l[second + k + 3], x3, t3);
            }
            for (int k = whole; k < i; k++) {
                s0 = Math.fma(l[first + k], b[k], s0);
                t0 = Math.fma(l[second + k], b[k], t0);
            }
            b[i] = (b[i] - ((s0 + s1) + (s2 + s3))) / l[first + i];
            t0 = Math.fma(l[second + i], b[i], t0);
            b[i + 1] = (b[i + 1] - ((t0 + t1) + (t2 + t3))) / l[second + i + 1];
        }
        if (i < n) {
            b[i] = (b[i] - dot(l, i * n, b, i)) / l[i * n + i];
        }
    }

    /** Σ_{k = 0}^{count - 1} a[at + k] x[k], in four accumulators that are added pairwise. */
    private static double dot(double[] a, int at, double[] x, int count) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int k = 0;
        for (; k + 3 < count; k += 4) {
            s0 = Math.fma(a[at + k], x[k], s0);
            s1 = Math.fma(a[at + k + 1], x[k + 1], s1);
            s2 = Math.fma(a[at + k + 2], x[k + 2], s2);
            s3 = Math.fma(a[at + k + 3], x[k + 3], s3);
        }
        for (; k < count; k++) {
            s0 = Math.fma(a[at + k], x[k], s0);
        }
        return (s0 + s1) + (s2 + s3);
    }

    private static void divide(double[] row, int from, int to, double divisor) {
        for (int j = from; j < to; j++) {
            row[j] /= divisor;
        }
    }

    /**
     * Writes the lower triangle of a as the upper triangle of u, in tiles that stay in the
     * first-level cache.
     */
    private static void transpose(double[] a, int n, double[][] u) {
        int tile = 16;
        for (int j0 = 0; j0 < n; j0 += tile) {
            for (int i0 = 0; i0 <= j0; i0 += tile) {
                for (int j = j0; j < Math.min(j0 + tile, n); j++) {
                    for (int i = i0; i < Math.min(i0 + tile, j + 1); i++) {
                        u[i][j] = a[j * n + i];
                    }
                }
            }
        }
    }

    private static double[][] rows(double[] b, int n, int columns) {
        double[][] rows = new double[n][columns];
        for (int i = 0; i < n; i++) {
            System.arraycopy(b, i * columns, rows[i], 0, columns);
        }
        return rows;
    }

    private static void copyRows(double[][] rows, int columns, double[] out) {
        for (int i = 0; i < rows.length; i++) {
            System.arraycopy(rows[i], 0, out, i * columns, columns);
        }
    }

    static void requireMatrix(String name, double[] matrix, int rows, int columns) {
        if (rows < 0 || columns < 0 || rows > MAX_ORDER || (long) rows * columns > matrix.length) {
            throw new IllegalArgumentException(
                    "%s is %d x %d in an array of length %d. Maybe the shape is wrong, or the order is above %d."
                            .formatted(name, rows, columns, matrix.length, MAX_ORDER));
        }
    }
}
