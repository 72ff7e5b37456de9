package org.attune.bayesopt.numerics;

/**
 * The inner loop of {@link PlainLinearAlgebra}: rows of C plus multiples of rows of B.
 *
 * <pre>
 *   C[i][j] += Σ_k w_ik B[k][j]
 * </pre>
 *
 * Each entry is a chain of fused multiply-adds in the order of k, whatever the blocking and the
 * vector width, so the bits do not depend on how the loop was compiled. Every row is an array of
 * its own and all are indexed with the same j: that is the form which C2 vectorises without a proof
 * about overlapping offsets. Two rows by four were the fastest of the shapes tried; four by four no
 * longer vectorises.
 */
final class RowPanel {
    /**
     * Rows of B and columns per tile: 64 x 256 doubles are 128 KiB, a part of the second-level
     * cache.
     */
    static final int DEPTH = 64;

    private static final int WIDTH = 256;

    private RowPanel() {}

    /** The multiplier of row k of B for row i of C. */
    interface Weight {
        double of(int i, int k);
    }

    /**
     * Adds rows [k0, k1) of b to rows [i0, i1) of c in the columns [j0, j1); k1 - k0 is at most
     * {@link #DEPTH}.
     */
    static void add(
            double[][] c,
            int i0,
            int i1,
            double[][] b,
            int k0,
            int k1,
            int j0,
            int j1,
            Weight weight) {
        int depth = k1 - k0;
        double[] w = new double[(i1 - i0) * depth];
        for (int i = i0; i < i1; i++) {
            for (int k = k0; k < k1; k++) {
                w[(i - i0) * depth + k - k0] = weight.of(i, k);
            }
        }
        for (int j = j0; j < j1; j += WIDTH) {
            int end = Math.min(j + WIDTH, j1);
            int i = i0;
            for (; i + 1 < i1; i += 2) {
                addTwo(c[i], c[i + 1], b, k0, depth, w, (i - i0) * depth, j, end);
            }
            if (i < i1) {
                addOne(c[i], b, k0, depth, w, (i - i0) * depth, j, end);
            }
        }
    }

    private static void addTwo(
            double[] c0,
            double[] c1,
            double[][] b,
            int k0,
            int depth,
            double[] w,
            int at,
            int j0,
            int j1) {
        int k = 0;
        for (; k + 3 < depth; k += 4) {
            addTwoByFour(
                    c0,
                    c1,
                    b[k0 + k],
                    b[k0 + k + 1],
                    b[k0 + k + 2],
                    b[k0 + k + 3],
                    w,
                    at + k,
                    at + depth + k,
                    j0,
                    j1);
        }
        for (; k < depth; k++) {
            addOneByOne(c0, b[k0 + k], w[at + k], j0, j1);
            addOneByOne(c1, b[k0 + k], w[at + depth + k], j0, j1);
        }
    }

    private static void addOne(
            double[] c, double[][] b, int k0, int depth, double[] w, int at, int j0, int j1) {
        int k = 0;
        for (; k + 3 < depth; k += 4) {
            addOneByFour(
                    c, b[k0 + k], b[k0 + k + 1], b[k0 + k + 2], b[k0 + k + 3], w, at + k, j0, j1);
        }
        for (; k < depth; k++) {
            addOneByOne(c, b[k0 + k], w[at + k], j0, j1);
        }
    }

    private static void addOneByFour(
            double[] c,
            double[] b0,
            double[] b1,
            double[] b2,
            double[] b3,
            double[] w,
            int at,
            int j0,
            int j1) {
        double w0 = w[at];
        double w1 = w[at + 1];
        double w2 = w[at + 2];
        double w3 = w[at + 3];
        for (int j = j0; j < j1; j++) {
            c[j] =
                    Math.fma(
                            w3,
                            b3[j],
                            Math.fma(w2, b2[j], Math.fma(w1, b1[j], Math.fma(w0, b0[j], c[j]))));
        }
    }

    private static void addTwoByFour(
            double[] c0,
            double[] c1,
            double[] b0,
            double[] b1,
            double[] b2,
            double[] b3,
            double[] w,
            int at0,
            int at1,
            int j0,
            int j1) {
        double w00 = w[at0];
        double w01 = w[at0 + 1];
        double w02 = w[at0 + 2];
        double w03 = w[at0 + 3];
        double w10 = w[at1];
        double w11 = w[at1 + 1];
        double w12 = w[at1 + 2];
        double w13 = w[at1 + 3];
        for (int j = j0; j < j1; j++) {
            double x0 = b0[j];
            double x1 = b1[j];
            double x2 = b2[j];
            double x3 = b3[j];
            c0[j] =
                    Math.fma(
                            w03,
                            x3,
                            Math.fma(w02, x2, Math.fma(w01, x1, Math.fma(w00, x0, c0[j]))));
            c1[j] =
                    Math.fma(
                            w13,
                            x3,
                            Math.fma(w12, x2, Math.fma(w11, x1, Math.fma(w10, x0, c1[j]))));
        }
    }

    private static void addOneByOne(double[] c, double[] b, double w, int j0, int j1) {
        for (int j = j0; j < j1; j++) {
            c[j] = Math.fma(w, b[j], c[j]);
        }
    }
}
