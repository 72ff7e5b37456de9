package org.attune.bayesopt.numerics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.Optional;

class LinearAlgebraByOrderTest extends LinearAlgebraContract {
    @Override
    LinearAlgebra algebra() {
        return LinearAlgebra.best();
    }

    @Test
    void smallMatricesHaveTheBitsOfPlain() {
        int n = LinearAlgebraByOrder.LARGE - 1;
        double[] expected = positiveDefinite(n, 9);
        double[] actual = expected.clone();
        assertTrue(new PlainLinearAlgebra().cholesky(expected, n));
        assertTrue(algebra().cholesky(actual, n));
        assertArrayEquals(expected, actual);
    }

    @Test
    void fallsBackFromOpenBlasToVectorsToPlain() {
        OpenBlas.find()
                .found()
                .ifPresent(b ->
                        assertEquals(
                                "openblas",
                                LinearAlgebraByOrder.fastest(Optional.of(b), true).name()));
        assertEquals("vector", LinearAlgebraByOrder.fastest(Optional.empty(), true).name());
        assertEquals("plain", LinearAlgebraByOrder.fastest(Optional.empty(), false).name());
    }

    @Test
    void thePropertyForcesABackend() {
        assertEquals("plain", LinearAlgebraByOrder.choose("plain").name());
        assertEquals("vector", LinearAlgebraByOrder.choose("vector").name());
        var e =
                assertThrows(
                        IllegalArgumentException.class, () -> LinearAlgebraByOrder.choose("mkl"));
        assertEquals(
                "attune.linear-algebra=mkl is unknown. Maybe openblas, vector or plain was meant.",
                e.getMessage());
    }

    @Test
    void saysWhatComputesWhat() {
        String description = algebra().description();
        assertTrue(description.startsWith(algebra().name()), description);
        assertTrue(description.contains("plain for matrices of order below 128"), description);
    }
}
