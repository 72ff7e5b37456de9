package org.attune.bayesopt.numerics;

import java.util.Arrays;

/**
 * The dense linear algebra that Gaussian processes need, as a seam between models and backends.
 *
 * <p>Matrices are row-major: entry (i, j) of an n x n matrix is at {@code i * n + j}. L is lower
 * triangular with a positive diagonal; whatever stands above its diagonal is neither read nor
 * written. Backends agree within rounding, not bit for bit, so a study records the {@link #name} of
 * the one it uses. Implementations are thread-safe.
 *
 * <p>Every method throws IllegalArgumentException where an array is shorter than its shape says, or
 * n is negative or above {@link #MAX_ORDER}.
 */
public interface LinearAlgebra {
    /** The largest n for which n² entries fit into a Java array. */
    int MAX_ORDER = 46_340;

    /**
     * Factorises A = L Lᵀ in place.
     *
     * @param a n x n; the lower triangle of A on entry, L on return; its contents are undefined
     *     after a failure
     * @return false if A is not positive definite to working precision, or an entry read is NaN or
     *     infinite
     */
    boolean cholesky(double[] a, int n);

    /**
     * Computes A⁻¹ = L⁻ᵀ L⁻¹.
     *
     * @param l n x n
     * @param out n x n, not the same array; receives the whole symmetric inverse
     */
    void inverseFromCholesky(double[] l, int n, double[] out);

    /**
     * Solves L X = B by forward substitution.
     *
     * @param l n x n
     * @param b n x columns, row-major; B on entry, X on return
     */
    void solveLower(double[] l, int n, double[] b, int columns);

    /**
     * Computes L⁻¹.
     *
     * @param l n x n
     * @param out n x n, not the same array; receives the inverse, with zeros above its diagonal
     */
    default void inverseOfLower(double[] l, int n, double[] out) {
        PlainLinearAlgebra.requireMatrix("out", out, n, n);
        Arrays.fill(out, 0, n * n, 0);
        for (int i = 0; i < n; i++) {
            out[i * n + i] = 1;
        }
        solveLower(l, n, out, n);
    }

    /**
     * Solves Lᵀ X = B by backward substitution.
     *
     * @param l n x n
     * @param b n x columns, row-major; B on entry, X on return
     */
    void solveLowerTransposed(double[] l, int n, double[] b, int columns);

    /** Returns the name of the backend, as recorded with a study. */
    String name();

    /**
     * Returns whether matrices up to this order give the same bits on every machine, so that a
     * study can go on anywhere.
     */
    default boolean isPortable(int order) {
        return true;
    }

    /** Returns what decides the bits where they are not portable: name, version, processor. */
    default String identity() {
        return name();
    }

    /** Says what computes, and from where it was loaded, to a user. */
    default String description() {
        return name();
    }

    /**
     * Returns plain Java for orders below 128 and the fastest backend that works on this machine
     * for others, loaded with the first of them: OpenBLAS, else Java's Vector API, else plain Java.
     * The system property {@code attune.linear-algebra} ({@code openblas}, {@code vector} or {@code
     * plain}) forces one for all orders.
     *
     * @throws IllegalArgumentException if the property has another value
     * @throws IllegalStateException if the backend it names does not work here
     */
    static LinearAlgebra best() {
        return LinearAlgebraByOrder.choose(System.getProperty(LinearAlgebraByOrder.PROPERTY, ""));
    }
}
