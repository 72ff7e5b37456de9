package org.attune.bayesopt.numerics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.Arrays;

class CholeskyTest {
    private static final LinearAlgebra ALGEBRA = new PlainLinearAlgebra();

    /** A = [4 2; 2 5]: det A = 16, A⁻¹ (2, 5) = (0, 1). */
    @Test
    void twoByTwoByHand() {
        double[] a = {4, 2, 2, 5};
        Cholesky c = Cholesky.of(ALGEBRA, a, 2).orElseThrow();
        assertEquals(0, c.jitter());
        assertEquals(Math.log(16), c.logDeterminant(), 1e-15);
        assertArrayEquals(new double[] {0, 1}, c.solve(new double[] {2, 5}), 1e-15);
        assertArrayEquals(new double[] {1, 2}, c.solveLower(new double[] {2, 5}), 1e-15);
        assertArrayEquals(
                new double[] {5 / 16.0, -2 / 16.0, -2 / 16.0, 4 / 16.0}, c.inverse(), 1e-16);
        assertArrayEquals(new double[] {4, 2, 2, 5}, a, "the input is only read");
    }

    /**
     * Ones everywhere: identical points without noise. Positive semidefinite, so the smallest
     * jitters do.
     */
    @Test
    void singularMatrixGetsALittleJitter() {
        for (double scale : new double[] {1e-200, 1, 1e300}) {
            double[] ones = new double[400];
            Arrays.fill(ones, scale);
            Cholesky c = Cholesky.of(ALGEBRA, ones, 20).orElseThrow();
            assertEquals(1e-10, c.jitter() / scale, 1e-20);
        }
    }

    /** Eigenvalues 1 + c and 1 - c: the jitter must exceed c - 1. */
    @Test
    void climbsTheLadderAsFarAsNeeded() {
        double c = 1 + 3e-6;
        assertEquals(
                1e-5,
                Cholesky.of(ALGEBRA, new double[] {1, c, c, 1}, 2).orElseThrow().jitter(),
                1e-15);
        double d = 1 + 0.9e-4;
        assertEquals(
                1e-4,
                Cholesky.of(ALGEBRA, new double[] {1, d, d, 1}, 2).orElseThrow().jitter(),
                1e-15);
    }

    @Test
    void emptyWhereThereIsNoFactor() {
        for (double[] a :
                new double[][] {
                    {1, 2, 2, 1},
                    {-1, 0, 0, -1},
                    {0, 0, 0, 0},
                    {1, Double.NaN, Double.NaN, 1},
                    {Double.NaN, 0, 0, 1},
                    {Double.POSITIVE_INFINITY, 0, 0, 1}
                }) {
            assertTrue(Cholesky.of(ALGEBRA, a, 2).isEmpty(), Arrays.toString(a));
        }
    }

    @Test
    void rejectsAVectorOfTheWrongLength() {
        Cholesky c = Cholesky.of(ALGEBRA, new double[] {4, 2, 2, 5}, 2).orElseThrow();
        assertThrows(IllegalArgumentException.class, () -> c.solve(new double[3]));
    }
}
