package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class NonNegativeLeastSquaresTest {
    /** The line through (1, 3), (2, 5) is 1 + 2 x; through (1, 1), (2, 4) it is -2 + 3 x. */
    @Test
    void twoPointsAreMetWhereNoCoefficientIsNegative() {
        double[][] a = {{1, 1}, {1, 2}};
        assertArrayEquals(
                new double[] {1, 2},
                NonNegativeLeastSquares.solve(a, new double[] {3, 5}, 2),
                1e-12);
        double slope = (1 * 1 + 2 * 4) / (1.0 + 4); // without the constant: Σ x y / Σ x²
        assertArrayEquals(
                new double[] {0, slope},
                NonNegativeLeastSquares.solve(a, new double[] {1, 4}, 2),
                1e-12);
    }

    /** Against the best of all subsets of columns, each solved by its normal equations. */
    @RepeatedTest(200)
    void noSubsetOfColumnsIsBetter(RepetitionInfo info) {
        var random = new Seed(info.getCurrentRepetition()).generator("problem", 0);
        int n = 1 + random.nextInt(9);
        int m = 1 + random.nextInt(5);
        double[][] a = new double[n][m];
        double[] b = new double[n];
        for (int i = 0; i < n; i++) {
            b[i] = random.nextGaussian() + 0.5;
            for (int k = 0; k < m; k++) {
                a[i][k] = random.nextDouble() * Math.pow(10, 3 * k) + (k == 2 ? -50 : 0);
            }
        }
        double[] c = NonNegativeLeastSquares.solve(a, b, m);
        for (double v : c) {
            assertTrue(v >= 0, "seed " + info.getCurrentRepetition());
        }
        double best = square(b);
        for (int set = 1; set < 1 << m; set++) {
            if (Integer.bitCount(set) <= n) {
                double[] some = normalEquations(a, b, set, m);
                boolean allowed = true;
                for (double v : some) {
                    allowed &= v >= 0; // false for NaN
                }
                best = allowed ? Math.min(best, square(residual(a, b, some))) : best;
            }
        }
        assertEquals(
                best,
                square(residual(a, b, c)),
                1e-6 * (1 + square(b)),
                "seed " + info.getCurrentRepetition());
    }

    @Test
    void columnsWithoutUseGetNothing() {
        double[][] a = {{0, 1, 1e12, -1}, {0, 2, 2e12, -1}, {0, 3, 3e12, -1}};
        double[] c = NonNegativeLeastSquares.solve(a, new double[] {2, 4, 6}, 4);
        assertEquals(0, c[0]);
        assertEquals(2, c[1] + 1e12 * c[2], 1e-9); // which of the two is no matter
        assertEquals(0, c[3]);
    }

    @Test
    void withoutRunsNothingIsLearned() {
        assertArrayEquals(
                new double[2], NonNegativeLeastSquares.solve(new double[0][], new double[0], 2));
    }

    private static double[] normalEquations(double[][] a, double[] b, int set, int m) {
        double[][] k = new double[m][m + 1];
        for (int p = 0; p < m; p++) {
            boolean in = (set >> p & 1) == 1;
            for (int q = 0; q < m; q++) {
                for (double[] row : a) {
                    k[p][q] += in && (set >> q & 1) == 1 ? row[p] * row[q] : 0;
                }
            }
            k[p][p] += in ? 0 : 1;
            for (int i = 0; i < b.length; i++) {
                k[p][m] += in ? a[i][p] * b[i] : 0;
            }
        }
        for (int p = 0; p < m; p++) { // Gauss and Jordan; the matrix is positive definite
            for (int r = 0; r < m; r++) {
                double factor = r == p ? 0 : k[r][p] / k[p][p];
                for (int q = 0; q <= m; q++) {
                    k[r][q] -= factor * k[p][q];
                }
            }
        }
        double[] c = new double[m];
        for (int p = 0; p < m; p++) {
            c[p] = k[p][m] / k[p][p];
        }
        return c;
    }

    private static double[] residual(double[][] a, double[] b, double[] c) {
        double[] r = b.clone();
        for (int i = 0; i < r.length; i++) {
            for (int k = 0; k < c.length; k++) {
                r[i] -= a[i][k] * c[k];
            }
        }
        return r;
    }

    private static double square(double[] v) {
        double sum = 0;
        for (double x : v) {
            sum += x * x;
        }
        return sum;
    }
}
