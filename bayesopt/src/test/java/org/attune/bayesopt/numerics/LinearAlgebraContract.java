package org.attune.bayesopt.numerics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** What every backend must do; a test class per backend extends it. */
abstract class LinearAlgebraContract {
    abstract LinearAlgebra algebra();

    /** G Gᵀ/n + I with uniform G: condition number of order n. */
    static double[] positiveDefinite(int n, long seed) {
        var random = new Generator(seed);
        double[] g = random.doubles((long) n * n).toArray();
        double[] a = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double sum = i == j ? 1 : 0;
                for (int k = 0; k < n; k++) {
                    sum += g[i * n + k] * g[j * n + k] / n;
                }
                a[i * n + j] = sum;
            }
        }
        return a;
    }

    /**
     * [4 2; 2 5] = L Lᵀ with L = [2 0; 1 2]; its inverse is [5 -2; -2 4]/16. The 9 above the
     * diagonal must not matter.
     */
    @Test
    void twoByTwoByHand() {
        double[] a = {4, 9, 2, 5};
        assertTrue(algebra().cholesky(a, 2));
        assertArrayEquals(new double[] {2, 9, 1, 2}, a);
        double[] inverse = new double[4];
        algebra().inverseFromCholesky(a, 2, inverse);
        assertArrayEquals(new double[] {5 / 16.0, -2 / 16.0, -2 / 16.0, 4 / 16.0}, inverse, 1e-16);
        algebra().inverseOfLower(a, 2, inverse);
        assertArrayEquals(new double[] {0.5, 0, -0.25, 0.5}, inverse, 1e-16);
        double[] b = {2, 5};
        algebra().solveLower(a, 2, b, 1);
        assertArrayEquals(new double[] {1, 2}, b);
        algebra().solveLowerTransposed(a, 2, b, 1);
        assertArrayEquals(new double[] {0, 1}, b);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 16, 63, 64, 65, 127, 128, 129, 200})
    void laws(int n) {
        double[] a = positiveDefinite(n, n);
        double[] l = a.clone();
        assertTrue(algebra().cholesky(l, n));
        double[] inverse = new double[n * n];
        algebra().inverseFromCholesky(l, n, inverse);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double product = 0;
                double identity = 0;
                for (int k = 0; k < n; k++) {
                    product += k <= Math.min(i, j) ? l[i * n + k] * l[j * n + k] : 0;
                    identity += a[i * n + k] * inverse[k * n + j];
                }
                assertEquals(a[i * n + j], product, 1e-13, "L Lᵀ, n = " + n);
                assertEquals(i == j ? 1 : 0, identity, 1e-11, "A A⁻¹, n = " + n);
                assertEquals(inverse[j * n + i], inverse[i * n + j], "symmetric");
            }
        }
        for (int columns : new int[] {1, 2, 5, 300}) {
            double[] x = new Generator(columns).doubles((long) n * columns).toArray();
            double[] b = x.clone();
            algebra().solveLower(l, n, b, columns);
            assertArrayEquals(
                    x, times(l, n, b, columns, false), 1e-12, "L X = B, columns " + columns);
            b = x.clone();
            algebra().solveLowerTransposed(l, n, b, columns);
            assertArrayEquals(
                    x, times(l, n, b, columns, true), 1e-12, "Lᵀ X = B, columns " + columns);
        }
    }

    private static double[] times(double[] l, int n, double[] x, int columns, boolean transposed) {
        double[] out = new double[n * columns];
        for (int i = 0; i < n; i++) {
            for (int k = 0; k <= i; k++) {
                for (int c = 0; c < columns; c++) {
                    if (transposed) {
                        out[k * columns + c] += l[i * n + k] * x[i * columns + c];
                    } else {
                        out[i * columns + c] += l[i * n + k] * x[k * columns + c];
                    }
                }
            }
        }
        return out;
    }

    static IntStream orders() {
        return IntStream.concat(
                IntStream.iterate(1, n -> n < 70, n -> n + 2), IntStream.of(200, 517, 900));
    }

    @ParameterizedTest
    @MethodSource("orders")
    void agreesWithPlain(int n) {
        var plain = new PlainLinearAlgebra();
        double[] expected = positiveDefinite(n, n + 1);
        double[] actual = expected.clone();
        assertTrue(plain.cholesky(expected, n));
        assertTrue(algebra().cholesky(actual, n));
        assertClose(expected, actual, "L");
        double[] inverse = new double[n * n];
        double[] other = new double[n * n];
        plain.inverseFromCholesky(expected, n, inverse);
        algebra().inverseFromCholesky(expected, n, other);
        assertClose(inverse, other, "A⁻¹");
        plain.inverseOfLower(expected, n, inverse);
        algebra().inverseOfLower(expected, n, other);
        assertClose(inverse, other, "L⁻¹");
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double identity = 0;
                for (int k = j; k <= i; k++) {
                    identity += expected[i * n + k] * other[k * n + j];
                }
                assertEquals(i == j ? 1 : 0, identity, 1e-10, "L L⁻¹");
            }
        }
        for (int columns : new int[] {1, 3, 4, 33}) {
            double[] b = new Generator(columns).doubles((long) n * columns).toArray();
            double[] forward = b.clone();
            double[] same = b.clone();
            plain.solveLower(expected, n, forward, columns);
            algebra().solveLower(expected, n, same, columns);
            assertClose(forward, same, "L X = B, columns " + columns);
            plain.solveLowerTransposed(expected, n, b, columns);
            same = new Generator(columns).doubles((long) n * columns).toArray();
            algebra().solveLowerTransposed(expected, n, same, columns);
            assertClose(b, same, "Lᵀ X = B, columns " + columns);
        }
    }

    /** To 1e-10 of the largest entry. */
    private static void assertClose(double[] expected, double[] actual, String message) {
        double largest = Arrays.stream(expected).map(Math::abs).max().orElse(0);
        assertArrayEquals(expected, actual, 1e-10 * largest, message);
    }

    @Test
    void worksInManyThreadsAtOnce() {
        int n = 160;
        double[] a = positiveDefinite(n, 6);
        double[] expected = inverse(a, n);
        List<double[]> inverses =
                IntStream.range(0, 64).parallel().mapToObj(i -> inverse(a, n)).toList();
        inverses.forEach(i -> assertArrayEquals(expected, i));
    }

    private double[] inverse(double[] a, int n) {
        double[] l = a.clone();
        double[] out = new double[n * n];
        assertTrue(algebra().cholesky(l, n));
        algebra().inverseFromCholesky(l, n, out);
        return out;
    }

    @Test
    void leavesTheOtherTriangleAlone() {
        int n = 100;
        double[] a = positiveDefinite(n, 5);
        double[] marked = a.clone();
        for (int i = 0; i < n; i++) {
            Arrays.fill(marked, i * n + i + 1, (i + 1) * n, Double.NaN);
        }
        assertTrue(algebra().cholesky(a, n));
        assertTrue(algebra().cholesky(marked, n));
        double[] inverse = new double[n * n];
        double[] expected = new double[n * n];
        algebra().inverseFromCholesky(marked, n, inverse);
        algebra().inverseFromCholesky(a, n, expected);
        assertArrayEquals(expected, inverse);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                assertEquals(j > i ? Double.NaN : a[i * n + j], marked[i * n + j]);
            }
        }
    }

    @Test
    void saysNoToWhatIsNotPositiveDefinite() {
        assertFalse(algebra().cholesky(new double[] {1, 2, 2, 1}, 2));
        assertFalse(algebra().cholesky(new double[] {0}, 1));
        assertFalse(algebra().cholesky(new double[] {-1}, 1));
        int n = 150;
        for (int at : new int[] {0, 70 * n + 3, 140 * n + 139, 149 * n, 149 * n + 149}) {
            for (double bad :
                    new double[] {
                        Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -1e9
                    }) {
                double[] a = positiveDefinite(n, 1);
                a[at] = bad;
                assertFalse(algebra().cholesky(a, n), bad + " at " + at);
            }
        }
    }

    @Test
    void emptyAndExtremeMatrices() {
        assertTrue(algebra().cholesky(new double[0], 0));
        algebra().inverseFromCholesky(new double[0], 0, new double[0]);
        algebra().solveLower(new double[0], 0, new double[0], 30);
        algebra().solveLowerTransposed(new double[0], 0, new double[0], 30);
        algebra().solveLower(new double[] {1}, 1, new double[0], 0);
        for (double scale : new double[] {1e-300, 1e300}) {
            double[] a = {scale};
            assertTrue(algebra().cholesky(a, 1));
            assertEquals(Math.sqrt(scale), a[0], 1e-15 * Math.sqrt(scale));
        }
    }

    @Test
    void rejectsShapesThatDoNotFit() {
        double[] nine = new double[9];
        assertThrows(IllegalArgumentException.class, () -> algebra().cholesky(nine, 4));
        assertThrows(IllegalArgumentException.class, () -> algebra().cholesky(nine, -1));
        assertThrows(
                IllegalArgumentException.class,
                () -> algebra().cholesky(nine, 65_536)); // its square is 0 in int
        assertThrows(IllegalArgumentException.class, () -> algebra().solveLower(nine, 3, nine, 4));
        assertThrows(
                IllegalArgumentException.class,
                () -> algebra().solveLowerTransposed(nine, 3, nine, -1));
        assertThrows(
                IllegalArgumentException.class,
                () -> algebra().inverseFromCholesky(nine, 3, new double[8]));
        assertThrows(
                IllegalArgumentException.class,
                () -> algebra().inverseOfLower(nine, 3, new double[8]));
    }
}
