package org.attune.bayesopt.numerics;

import static org.attune.bayesopt.numerics.VectorKernel.ROWS;
import static org.attune.bayesopt.numerics.VectorKernel.WIDTH;

import java.util.Arrays;

/**
 * The fast backend in Java, on the Vector API. It needs the module {@code jdk.incubator.vector} and
 * Java's second compiler; without the latter it is slower than {@link PlainLinearAlgebra}.
 *
 * <p>Every entry gets the same terms in the same order as there, so that its bits are the same.
 *
 * <p>Matrices are copied into strips of 16 columns (see {@link VectorKernel}), the factor
 * transposed, and worked on in blocks of 128 rows: contributions of finished rows first, 256 of
 * them at a time so that their multipliers stay in the second-level cache (K. Goto and R. A. van de
 * Geijn, Anatomy of High-Performance Matrix Multiplication, ACM TOMS 34(3), 2008), then the block
 * itself, 8 rows at a time. Rows are padded to a multiple of 8 by those of the identity, columns by
 * zeros. Extra memory: half the matrix for a factor or an inverse, all right-hand sides for a
 * solve.
 */
final class VectorLinearAlgebra implements LinearAlgebra {
    private static final int BLOCK = 128;
    private static final int DEPTH = 256; // a multiple of BLOCK: a block is never cut
    private static final int BACK_BLOCK = 64; // that of PlainLinearAlgebra: it decides the order
    private static final int SMALLEST_ORDER = 32;
    private static final int FEWEST_COLUMNS = 4;

    private final PlainLinearAlgebra plain = new PlainLinearAlgebra();

    @Override
    public boolean cholesky(double[] a, int n) {
        if (n < SMALLEST_ORDER) {
            return plain.cholesky(a, n);
        }
        PlainLinearAlgebra.requireMatrix("a", a, n, n);
        int rows = padded(n, ROWS);
        double[][] u = transposedStrips(a, n, rows);
        double[] w = multipliers(rows);
        for (int i0 = 0; i0 < rows; i0 += BLOCK) {
            int tiles = Math.min(BLOCK, rows - i0) / ROWS;
            for (int t = 0; t < tiles; t++) {
                negate(u, 0, i0, i0 + t * ROWS, w, t);
            }
            for (int k = 0; k < i0; k += DEPTH) {
                int depth = Math.min(DEPTH, i0 - k);
                for (int s = i0 / WIDTH; s < u.length; s++) {
                    int upper = Math.min(tiles, (s * WIDTH + WIDTH - i0) / ROWS);
                    for (int t = 0; t < upper; t++) {
                        int c = (i0 + t * ROWS) * WIDTH;
                        VectorKernel.multiply(w, at(t, k), u[s], k * WIDTH, depth, u[s], c);
                    }
                }
            }
            if (!factoriseDiagonal(u, i0, tiles, w)) {
                return false;
            }
            for (int s = (i0 + BLOCK) / WIDTH; s < u.length; s++) {
                substitute(w, i0, tiles, u[s], 0);
            }
        }
        for (int s = 0; s < u.length; s++) {
            for (int j = s * WIDTH; j < Math.min(n, s * WIDTH + WIDTH); j++) {
                for (int k = 0; k <= j; k++) {
                    a[j * n + k] = u[s][k * WIDTH + j - s * WIDTH];
                }
            }
        }
        return true;
    }

    /** The strips within block i0 of the factor, and the block's own part of the multipliers. */
    private static boolean factoriseDiagonal(double[][] u, int i0, int tiles, double[] w) {
        int end = Math.min((i0 + BLOCK) / WIDTH, u.length);
        double[] square = new double[ROWS * ROWS];
        for (int t = 0; t < tiles; t++) {
            int i = i0 + t * ROWS;
            double[] own = u[i / WIDTH];
            int corner = i * WIDTH + i % WIDTH;
            for (int s = i / WIDTH; s < end; s++) {
                VectorKernel.multiply(w, at(t, i0), u[s], i0 * WIDTH, i - i0, u[s], i * WIDTH);
            }
            for (int r = 0; r < ROWS; r++) {
                System.arraycopy(own, corner + r * WIDTH, square, r * ROWS, ROWS);
            }
            if (!factoriseSquare(square)) {
                return false;
            }
            for (int p = 0; p < ROWS; p++) {
                for (int r = p; r < ROWS; r++) {
                    w[at(t, i + p) + r] = -square[p * ROWS + r];
                }
            }
            for (int s = i / WIDTH; s < end; s++) {
                substituteTile(w, at(t, i), u[s], i * WIDTH);
            }
            for (int r = 0; r < ROWS; r++) {
                System.arraycopy(square, r * ROWS, own, corner + r * WIDTH, ROWS);
            }
            for (int later = t + 1; later < tiles; later++) {
                negate(u, i, i + ROWS, i0 + later * ROWS, w, later);
            }
        }
        return true;
    }

    /** A = Uᵀ U for 8 x 8 entries, of which those below the diagonal do not matter. */
    private static boolean factoriseSquare(double[] u) {
        for (int i = 0; i < ROWS; i++) {
            for (int p = 0; p < i; p++) {
                for (int j = i; j < ROWS; j++) {
                    u[i * ROWS + j] = Math.fma(-u[p * ROWS + i], u[p * ROWS + j], u[i * ROWS + j]);
                }
            }
            double pivot = u[i * ROWS + i];
            if (!(pivot > 0 && pivot < Double.POSITIVE_INFINITY)) {
                return false;
            }
            u[i * ROWS + i] = Math.sqrt(pivot);
            for (int j = i + 1; j < ROWS; j++) {
                u[i * ROWS + j] /= u[i * ROWS + i];
            }
        }
        return true;
    }

    @Override
    public void inverseFromCholesky(double[] l, int n, double[] out) {
        if (n < SMALLEST_ORDER) {
            plain.inverseFromCholesky(l, n, out);
            return;
        }
        PlainLinearAlgebra.requireMatrix("l", l, n, n);
        PlainLinearAlgebra.requireMatrix("out", out, n, n);
        int rows = padded(n, ROWS);
        double[][] v = new double[padded(n, WIDTH) / WIDTH][]; // strip s begins at row 16 s
        for (int s = 0; s < v.length; s++) {
            v[s] = new double[(rows - s * WIDTH) * WIDTH];
            for (int j = 0; j < Math.min(WIDTH, n - s * WIDTH); j++) {
                v[s][j * WIDTH + j] = 1;
            }
        }
        forward(l, n, v, WIDTH);
        timesItsTranspose(v, n, rows, out);
    }

    /** Vᵀ V for a lower triangular V, whose strip s begins at row 16 s. */
    private static void timesItsTranspose(double[][] v, int n, int rows, double[] out) {
        double[] w = new double[DEPTH * BLOCK];
        double[][] sums = new double[v.length][];
        for (int i0 = 0; i0 < rows; i0 += BLOCK) {
            int tiles = Math.min(BLOCK, rows - i0) / ROWS;
            int strips = Math.min((i0 + BLOCK) / WIDTH, v.length);
            for (int s = 0; s < strips; s++) {
                sums[s] = sums[s] == null ? new double[BLOCK * WIDTH] : sums[s];
                Arrays.fill(sums[s], 0);
            }
            for (int k0 = i0; k0 < rows; k0 += DEPTH) {
                int k1 = Math.min(k0 + DEPTH, rows);
                for (int t = 0; t < tiles; t++) {
                    int s = (i0 + t * ROWS) / WIDTH;
                    int column = (i0 + t * ROWS) % WIDTH;
                    for (int k = Math.max(k0, s * WIDTH); k < k1; k++) {
                        System.arraycopy(
                                v[s],
                                (k - s * WIDTH) * WIDTH + column,
                                w,
                                (t * DEPTH + k - k0) * ROWS,
                                ROWS);
                    }
                }
                for (int s = 0; s < strips; s++) {
                    for (int t = Math.max(0, (s * WIDTH - i0) / ROWS); t < tiles; t++) {
                        int k = Math.max(k0, (i0 + t * ROWS) / WIDTH * WIDTH);
                        if (k < k1) {
                            VectorKernel.multiply(
                                    w,
                                    (t * DEPTH + k - k0) * ROWS,
                                    v[s],
                                    (k - s * WIDTH) * WIDTH,
                                    k1 - k,
                                    sums[s],
                                    t * ROWS * WIDTH);
                        }
                    }
                }
            }
            for (int s = 0; s < strips; s++) {
                mirror(sums[s], i0, Math.min(i0 + BLOCK, n), s * WIDTH, out, n);
            }
        }
    }

    /** Writes what is not above the diagonal to both triangles. */
    private static void mirror(double[] sums, int i0, int i1, int j0, double[] out, int n) {
        for (int i = Math.max(i0, j0); i < i1; i++) {
            int count = Math.min(WIDTH, i - j0 + 1);
            System.arraycopy(sums, (i - i0) * WIDTH, out, i * n + j0, count);
        }
        for (int j = j0; j < Math.min(j0 + WIDTH, i1); j++) {
            for (int i = Math.max(i0, j); i < i1; i++) {
                out[j * n + i] = sums[(i - i0) * WIDTH + j - j0];
            }
        }
    }

    @Override
    public void solveLower(double[] l, int n, double[] b, int columns) {
        if (n < SMALLEST_ORDER || columns < FEWEST_COLUMNS) {
            plain.solveLower(l, n, b, columns);
            return;
        }
        PlainLinearAlgebra.requireMatrix("l", l, n, n);
        PlainLinearAlgebra.requireMatrix("b", b, n, columns);
        double[][] x = strips(b, n, columns);
        forward(l, n, x, 0);
        copyStrips(x, n, columns, b);
    }

    /**
     * L X = B in place.
     *
     * @param step strip s begins at row {@code step * s}; what is above is zero
     */
    private static void forward(double[] l, int n, double[][] x, int step) {
        int rows = padded(n, ROWS);
        double[] w = multipliers(rows);
        for (int i0 = 0; i0 < rows; i0 += BLOCK) {
            int tiles = Math.min(BLOCK, rows - i0) / ROWS;
            int strips = step == 0 ? x.length : Math.min((i0 + BLOCK) / step, x.length);
            negateRows(l, n, i0, tiles, w);
            for (int k0 = 0; k0 < i0; k0 += DEPTH) {
                int k1 = Math.min(k0 + DEPTH, i0);
                for (int s = 0; s < strips && s * step < k1; s++) {
                    int k = Math.max(k0, s * step);
                    for (int t = 0; t < tiles; t++) {
                        VectorKernel.multiply(
                                w,
                                at(t, k),
                                x[s],
                                (k - s * step) * WIDTH,
                                k1 - k,
                                x[s],
                                (i0 + t * ROWS - s * step) * WIDTH);
                    }
                }
            }
            for (int s = 0; s < strips; s++) {
                substitute(w, i0, tiles, x[s], s * step);
            }
        }
    }

    /** The block's own part of a forward substitution, for a strip that begins at row first. */
    private static void substitute(double[] w, int i0, int tiles, double[] strip, int first) {
        int from = Math.max(i0, first);
        for (int t = (from - i0) / ROWS; t < tiles; t++) {
            int i = i0 + t * ROWS;
            int c = (i - first) * WIDTH;
            VectorKernel.multiply(
                    w, at(t, from), strip, (from - first) * WIDTH, i - from, strip, c);
            substituteTile(w, at(t, i), strip, c);
        }
    }

    private static void substituteTile(double[] w, int wAt, double[] strip, int at) {
        for (int r = 0; r < ROWS; r++) {
            double divisor = -w[wAt + r * ROWS + r];
            VectorKernel.row(w, wAt + r, ROWS, r, divisor, strip, at, at + r * WIDTH);
        }
    }

    @Override
    public void solveLowerTransposed(double[] l, int n, double[] b, int columns) {
        if (n < SMALLEST_ORDER || columns < FEWEST_COLUMNS) {
            plain.solveLowerTransposed(l, n, b, columns);
            return;
        }
        PlainLinearAlgebra.requireMatrix("l", l, n, n);
        PlainLinearAlgebra.requireMatrix("b", b, n, columns);
        double[][] x = strips(b, n, columns);
        double[] w = new double[DEPTH * BACK_BLOCK];
        for (int i0 = (n - 1) / BACK_BLOCK * BACK_BLOCK; i0 >= 0; i0 -= BACK_BLOCK) {
            int i1 = Math.min(i0 + BACK_BLOCK, n);
            for (int k0 = i1; k0 < n; k0 += DEPTH) { // only where i1 is a multiple of 64
                int depth = Math.min(DEPTH, n - k0);
                for (int k = 0; k < depth; k++) {
                    for (int i = 0; i < BACK_BLOCK; i++) {
                        w[(i / ROWS * DEPTH + k) * ROWS + i % ROWS] = -l[(k0 + k) * n + i0 + i];
                    }
                }
                for (double[] strip : x) {
                    for (int t = 0; t < BACK_BLOCK / ROWS; t++) {
                        int c = (i0 + t * ROWS) * WIDTH;
                        VectorKernel.multiply(
                                w, t * DEPTH * ROWS, strip, k0 * WIDTH, depth, strip, c);
                    }
                }
            }
            double[] column = new double[BACK_BLOCK];
            for (int i = i1 - 1; i >= i0; i--) {
                for (int p = i + 1; p < i1; p++) {
                    column[p - i - 1] = -l[p * n + i];
                }
                for (double[] strip : x) {
                    VectorKernel.row(
                            column,
                            0,
                            1,
                            i1 - i - 1,
                            l[i * n + i],
                            strip,
                            (i + 1) * WIDTH,
                            i * WIDTH);
                }
            }
        }
        copyStrips(x, n, columns, b);
    }

    @Override
    public String name() {
        return "vector";
    }

    @Override
    public String description() {
        return "vector (Java's Vector API, registers of %d bits)".formatted(VectorKernel.bits());
    }

    private static int padded(int count, int multiple) {
        return (count + multiple - 1) / multiple * multiple;
    }

    private static double[] multipliers(int rows) {
        return new double[padded(rows, DEPTH) * BLOCK];
    }

    /** Where the multipliers of a block's tile begin for k: in chunks of 256 k, tile by tile. */
    private static int at(int tile, int k) {
        return k / DEPTH * (DEPTH * BLOCK) + (tile * DEPTH + k % DEPTH) * ROWS;
    }

    /** Takes -U[k][j], …, -U[k][j + 7] for k in [k0, k1) as multipliers of a tile. */
    private static void negate(double[][] u, int k0, int k1, int j, double[] w, int tile) {
        double[] strip = u[j / WIDTH];
        for (int k = k0; k < k1; k++) {
            int from = k * WIDTH + j % WIDTH;
            int to = at(tile, k);
            for (int r = 0; r < ROWS; r++) {
                w[to + r] = -strip[from + r];
            }
        }
    }

    /** Takes rows i0, …, of -L up to the diagonal as multipliers; past n those of the identity. */
    private static void negateRows(double[] l, int n, int i0, int tiles, double[] w) {
        for (int t = 0; t < tiles; t++) {
            int i = i0 + t * ROWS;
            for (int k = 0; k < i + ROWS; k++) {
                int to = at(t, k);
                for (int r = 0; r < ROWS; r++) {
                    boolean inside = i + r < n && k <= i + r;
                    w[to + r] = inside ? -l[(i + r) * n + k] : i + r == k ? -1 : 0;
                }
            }
        }
    }

    /** Aᵀ in strips, strip s down to row 16 s + 15. */
    private static double[][] transposedStrips(double[] a, int n, int rows) {
        double[][] u = new double[padded(n, WIDTH) / WIDTH][];
        for (int s = 0; s < u.length; s++) {
            int j0 = s * WIDTH;
            double[] strip = new double[Math.min(rows, j0 + WIDTH) * WIDTH];
            for (int j = j0; j < j0 + WIDTH; j++) {
                if (j < n) {
                    for (int k = 0; k <= j; k++) {
                        strip[k * WIDTH + j - j0] = a[j * n + k];
                    }
                } else if (j < rows) {
                    strip[j * WIDTH + j - j0] = 1;
                }
            }
            u[s] = strip;
        }
        return u;
    }

    private static double[][] strips(double[] b, int n, int columns) {
        int rows = padded(n, ROWS);
        double[][] x = new double[padded(columns, WIDTH) / WIDTH][rows * WIDTH];
        for (int s = 0; s < x.length; s++) {
            int count = Math.min(WIDTH, columns - s * WIDTH);
            for (int i = 0; i < n; i++) {
                System.arraycopy(b, i * columns + s * WIDTH, x[s], i * WIDTH, count);
            }
        }
        return x;
    }

    private static void copyStrips(double[][] x, int n, int columns, double[] b) {
        for (int s = 0; s < x.length; s++) {
            int count = Math.min(WIDTH, columns - s * WIDTH);
            for (int i = 0; i < n; i++) {
                System.arraycopy(x[s], i * WIDTH, b, i * columns + s * WIDTH, count);
            }
        }
    }
}
