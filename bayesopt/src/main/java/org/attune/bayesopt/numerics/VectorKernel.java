package org.attune.bayesopt.numerics;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The two inner loops of {@link VectorLinearAlgebra}, on strips.
 *
 * <p>A strip holds 16 columns of a matrix, row by row: entry (k, j) is at {@code 16 k + j}.
 * Multipliers come in tiles of 8 rows, k by k: the one for row r and k is at {@code 8 k + r}. Every
 * entry is a chain of fused multiply-adds in the order of k, lane by lane, whatever the machine's
 * lane width: the bits are those of {@link RowPanel}, interpreted or compiled.
 *
 * <p>A tile of 8 x 16 entries stays in the registers of AVX-512 while k runs; with shorter vectors
 * it is done in parts of four rows and two vectors.
 */
final class VectorKernel {
    /** Columns of a strip. */
    static final int WIDTH = 16;

    /** Rows of a tile. */
    static final int ROWS = 8;

    private static final VectorSpecies<Double> SPECIES =
            DoubleVector.SPECIES_PREFERRED.length() > 8
                    ? DoubleVector.SPECIES_512
                    : DoubleVector.SPECIES_PREFERRED;
    private static final int LANES = SPECIES.length();
    private static final boolean WHOLE = LANES == 8;

    private VectorKernel() {}

    /** Returns the bits of a vector register. */
    static int bits() {
        return SPECIES.vectorBitSize();
    }

    /**
     * C += W B for a tile.
     *
     * @param w multipliers, from index {@code wAt} on; depth x 8
     * @param b strip, from index {@code bAt} on; depth x 16
     * @param c strip, from index {@code cAt} on; 8 x 16, apart from what is read of b
     */
    static void multiply(double[] w, int wAt, double[] b, int bAt, int depth, double[] c, int cAt) {
        if (WHOLE) {
            multiplyWhole(w, wAt, b, bAt, depth, c, cAt);
            return;
        }
        for (int j = 0; j < WIDTH; j += 2 * LANES) {
            multiplyHalf(w, wAt, b, bAt + j, depth, c, cAt + j);
            multiplyHalf(w, wAt + ROWS / 2, b, bAt + j, depth, c, cAt + j + ROWS / 2 * WIDTH);
        }
    }

    private static void multiplyWhole(
            double[] w, int wAt, double[] b, int bAt, int depth, double[] c, int cAt) {
        var c00 = DoubleVector.fromArray(SPECIES, c, cAt);
        var c01 = DoubleVector.fromArray(SPECIES, c, cAt + LANES);
        var c10 = DoubleVector.fromArray(SPECIES, c, cAt + WIDTH);
        var c11 = DoubleVector.fromArray(SPECIES, c, cAt + WIDTH + LANES);
        var c20 = DoubleVector.fromArray(SPECIES, c, cAt + 2 * WIDTH);
        var c21 = DoubleVector.fromArray(SPECIES, c, cAt + 2 * WIDTH + LANES);
        var c30 = DoubleVector.fromArray(SPECIES, c, cAt + 3 * WIDTH);
        var c31 = DoubleVector.fromArray(SPECIES, c, cAt + 3 * WIDTH + LANES);
        var c40 = DoubleVector.fromArray(SPECIES, c, cAt + 4 * WIDTH);
        var c41 = DoubleVector.fromArray(SPECIES, c, cAt + 4 * WIDTH + LANES);
        var c50 = DoubleVector.fromArray(SPECIES, c, cAt + 5 * WIDTH);
        var c51 = DoubleVector.fromArray(SPECIES, c, cAt + 5 * WIDTH + LANES);
        var c60 = DoubleVector.fromArray(SPECIES, c, cAt + 6 * WIDTH);
        var c61 = DoubleVector.fromArray(SPECIES, c, cAt + 6 * WIDTH + LANES);
        var c70 = DoubleVector.fromArray(SPECIES, c, cAt + 7 * WIDTH);
        var c71 = DoubleVector.fromArray(SPECIES, c, cAt + 7 * WIDTH + LANES);
        for (int k = 0; k < depth; k++) {
            var b0 = DoubleVector.fromArray(SPECIES, b, bAt + k * WIDTH);
            var b1 = DoubleVector.fromArray(SPECIES, b, bAt + k * WIDTH + LANES);
            int at = wAt + k * ROWS;
            var x0 = DoubleVector.broadcast(SPECIES, w[at]);
            c00 = x0.fma(b0, c00);
            c01 = x0.fma(b1, c01);
            var x1 = DoubleVector.broadcast(SPECIES, w[at + 1]);
            c10 = x1.fma(b0, c10);
            c11 = x1.fma(b1, c11);
            var x2 = DoubleVector.broadcast(SPECIES, w[at + 2]);
            c20 = x2.fma(b0, c20);
            c21 = x2.fma(b1, c21);
            var x3 = DoubleVector.broadcast(SPECIES, w[at + 3]);
            c30 = x3.fma(b0, c30);
            c31 = x3.fma(b1, c31);
            var x4 = DoubleVector.broadcast(SPECIES, w[at + 4]);
            c40 = x4.fma(b0, c40);
            c41 = x4.fma(b1, c41);
            var x5 = DoubleVector.broadcast(SPECIES, w[at + 5]);
            c50 = x5.fma(b0, c50);
            c51 = x5.fma(b1, c51);
            var x6 = DoubleVector.broadcast(SPECIES, w[at + 6]);
            c60 = x6.fma(b0, c60);
            c61 = x6.fma(b1, c61);
            var x7 = DoubleVector.broadcast(SPECIES, w[at + 7]);
            c70 = x7.fma(b0, c70);
            c71 = x7.fma(b1, c71);
        }
        c00.intoArray(c, cAt);
        c01.intoArray(c, cAt + LANES);
        c10.intoArray(c, cAt + WIDTH);
        c11.intoArray(c, cAt + WIDTH + LANES);
        c20.intoArray(c, cAt + 2 * WIDTH);
        c21.intoArray(c, cAt + 2 * WIDTH + LANES);
        c30.intoArray(c, cAt + 3 * WIDTH);
        c31.intoArray(c, cAt + 3 * WIDTH + LANES);
        c40.intoArray(c, cAt + 4 * WIDTH);
        c41.intoArray(c, cAt + 4 * WIDTH + LANES);
        c50.intoArray(c, cAt + 5 * WIDTH);
        c51.intoArray(c, cAt + 5 * WIDTH + LANES);
        c60.intoArray(c, cAt + 6 * WIDTH);
        c61.intoArray(c, cAt + 6 * WIDTH + LANES);
        c70.intoArray(c, cAt + 7 * WIDTH);
        c71.intoArray(c, cAt + 7 * WIDTH + LANES);
    }

    private static void multiplyHalf(
            double[] w, int wAt, double[] b, int bAt, int depth, double[] c, int cAt) {
        var c00 = DoubleVector.fromArray(SPECIES, c, cAt);
        var c01 = DoubleVector.fromArray(SPECIES, c, cAt + LANES);
        var c10 = DoubleVector.fromArray(SPECIES, c, cAt + WIDTH);
        var c11 = DoubleVector.fromArray(SPECIES, c, cAt + WIDTH + LANES);
        var c20 = DoubleVector.fromArray(SPECIES, c, cAt + 2 * WIDTH);
        var c21 = DoubleVector.fromArray(SPECIES, c, cAt + 2 * WIDTH + LANES);
        var c30 = DoubleVector.fromArray(SPECIES, c, cAt + 3 * WIDTH);
        var c31 = DoubleVector.fromArray(SPECIES, c, cAt + 3 * WIDTH + LANES);
        for (int k = 0; k < depth; k++) {
            var b0 = DoubleVector.fromArray(SPECIES, b, bAt + k * WIDTH);
            var b1 = DoubleVector.fromArray(SPECIES, b, bAt + k * WIDTH + LANES);
            int at = wAt + k * ROWS;
            var x0 = DoubleVector.broadcast(SPECIES, w[at]);
            c00 = x0.fma(b0, c00);
            c01 = x0.fma(b1, c01);
            var x1 = DoubleVector.broadcast(SPECIES, w[at + 1]);
            c10 = x1.fma(b0, c10);
            c11 = x1.fma(b1, c11);
            var x2 = DoubleVector.broadcast(SPECIES, w[at + 2]);
            c20 = x2.fma(b0, c20);
            c21 = x2.fma(b1, c21);
            var x3 = DoubleVector.broadcast(SPECIES, w[at + 3]);
            c30 = x3.fma(b0, c30);
            c31 = x3.fma(b1, c31);
        }
        c00.intoArray(c, cAt);
        c01.intoArray(c, cAt + LANES);
        c10.intoArray(c, cAt + WIDTH);
        c11.intoArray(c, cAt + WIDTH + LANES);
        c20.intoArray(c, cAt + 2 * WIDTH);
        c21.intoArray(c, cAt + 2 * WIDTH + LANES);
        c30.intoArray(c, cAt + 3 * WIDTH);
        c31.intoArray(c, cAt + 3 * WIDTH + LANES);
    }

    /**
     * c = (c + Σ w_q b_q) / divisor for one row c of a strip, with consecutive rows b_q of it, q =
     * 0, …, count - 1.
     *
     * @param w w_q is at {@code wAt + step * q}
     */
    static void row(
            double[] w,
            int wAt,
            int step,
            int count,
            double divisor,
            double[] strip,
            int bAt,
            int cAt) {
        var d = DoubleVector.broadcast(SPECIES, divisor);
        for (int j = 0; j < WIDTH; j += 2 * LANES) {
            var c0 = DoubleVector.fromArray(SPECIES, strip, cAt + j);
            var c1 = DoubleVector.fromArray(SPECIES, strip, cAt + j + LANES);
            for (int q = 0; q < count; q++) {
                var x = DoubleVector.broadcast(SPECIES, w[wAt + step * q]);
                int at = bAt + WIDTH * q + j;
                c0 = x.fma(DoubleVector.fromArray(SPECIES, strip, at), c0);
                c1 = x.fma(DoubleVector.fromArray(SPECIES, strip, at + LANES), c1);
            }
            c0.div(d).intoArray(strip, cAt + j);
            c1.div(d).intoArray(strip, cAt + j + LANES);
        }
    }
}
