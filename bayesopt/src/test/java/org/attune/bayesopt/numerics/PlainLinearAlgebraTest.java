package org.attune.bayesopt.numerics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.Arrays;

class PlainLinearAlgebraTest extends LinearAlgebraContract {
    @Override
    LinearAlgebra algebra() {
        return new PlainLinearAlgebra();
    }

    /**
     * The textbook loop, with the terms of each entry in the same order: blocking must not change a
     * bit.
     */
    @Test
    void blockingKeepsTheBits() {
        int n = 201;
        double[] expected = positiveDefinite(n, 3);
        double[] actual = expected.clone();
        for (int j = 0; j < n; j++) {
            for (int i = j; i < n; i++) {
                double sum = expected[i * n + j];
                for (int k = 0; k < j; k++) {
                    sum = Math.fma(-expected[j * n + k], expected[i * n + k], sum);
                }
                expected[i * n + j] = i == j ? Math.sqrt(sum) : sum / expected[j * n + j];
            }
        }
        assertTrue(algebra().cholesky(actual, n));
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                assertEquals(expected[i * n + j], actual[i * n + j], i + ", " + j);
            }
        }
    }

    /** Row by row, with four sums that take turns: two rows at a time must not change a bit. */
    @Test
    void twoRowsAtATimeKeepTheBits() {
        for (int n = 0; n < 40; n++) {
            double[] l = positiveDefinite(n, n);
            assertTrue(algebra().cholesky(l, n));
            double[] expected = new double[n];
            Arrays.setAll(expected, i -> Math.sin(3 * i + 1));
            double[] actual = expected.clone();
            for (int i = 0; i < n; i++) {
                double[] sums = new double[4];
                for (int k = 0; k < i; k++) {
                    int turn = k < (i & ~3) ? k & 3 : 0;
                    sums[turn] = Math.fma(l[i * n + k], expected[k], sums[turn]);
                }
                double dot = (sums[0] + sums[1]) + (sums[2] + sums[3]);
                expected[i] = (expected[i] - dot) / l[i * n + i];
            }
            algebra().solveLower(l, n, actual, 1);
            assertArrayEquals(expected, actual, "order " + n);
        }
    }

    /** The first runs are interpreted, the last ones compiled. */
    @Test
    void interpretedAndCompiledAgree() {
        int n = 70;
        double[] a = positiveDefinite(n, 4);
        long first = 0;
        for (int run = 0; run < 200; run++) {
            double[] l = a.clone();
            double[] inverse = new double[n * n];
            algebra().cholesky(l, n);
            algebra().inverseFromCholesky(l, n, inverse);
            algebra().solveLower(l, n, inverse, n);
            algebra().solveLowerTransposed(l, n, inverse, n);
            long bits = 17;
            for (double v : inverse) {
                bits = 31 * bits + Double.doubleToRawLongBits(v);
            }
            first = run == 0 ? bits : first;
            assertEquals(first, bits, "run " + run);
        }
    }
}
