package org.attune.bayesopt.numerics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VectorLinearAlgebraTest extends LinearAlgebraContract {
    @Override
    LinearAlgebra algebra() {
        return new VectorLinearAlgebra();
    }

    /** Orders around the borders of tiles, strips, blocks and chunks. */
    @ParameterizedTest
    @ValueSource(ints = {31, 32, 33, 40, 121, 127, 128, 129, 136, 255, 256, 257, 300, 513})
    void hasTheBitsOfPlain(int n) {
        var plain = new PlainLinearAlgebra();
        double[] expected = positiveDefinite(n, 7);
        double[] l = expected.clone();
        assertTrue(plain.cholesky(expected, n));
        assertTrue(algebra().cholesky(l, n));
        assertArrayEquals(expected, l);
        double[] inverse = new double[n * n];
        double[] same = new double[n * n];
        plain.inverseFromCholesky(l, n, inverse);
        algebra().inverseFromCholesky(l, n, same);
        assertArrayEquals(inverse, same);
        for (int columns : new int[] {3, 4, 16, 17, 40}) {
            double[] b = new Generator(columns).doubles((long) n * columns).toArray();
            double[] x = b.clone();
            plain.solveLower(l, n, b, columns);
            algebra().solveLower(l, n, x, columns);
            assertArrayEquals(b, x);
            plain.solveLowerTransposed(l, n, b, columns);
            algebra().solveLowerTransposed(l, n, x, columns);
            assertArrayEquals(b, x);
        }
        assertEquals("vector", algebra().name());
    }
}
