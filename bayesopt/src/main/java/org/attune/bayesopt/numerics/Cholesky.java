package org.attune.bayesopt.numerics;

import java.util.Optional;

/**
 * A = L Lᵀ of a symmetric matrix that should be positive definite but may miss it by rounding.
 *
 * <p>Where A itself has no factor, ε m is added to its diagonal, m being the mean of the diagonal,
 * for ε = 1e-10, 1e-9, …, 1e-4, until it has one; {@link #jitter} tells what was added. No factor
 * at 1e-4 means that A is no covariance matrix, or not finite: the answer is empty, not an
 * exception.
 */
public final class Cholesky {
    private static final double SMALLEST = 1e-10;
    private static final double LARGEST = 1.5e-4; // 1e-4, and the rounding of its making

    private final LinearAlgebra algebra;
    private final double[] lower;
    private final int n;
    private final double jitter;

    private Cholesky(LinearAlgebra algebra, double[] lower, int n, double jitter) {
        this.algebra = algebra;
        this.lower = lower;
        this.n = n;
        this.jitter = jitter;
    }

    /**
     * Factorises with the least jitter that works.
     *
     * @param matrix n x n, row-major; its lower triangle is read, nothing is written
     * @return empty where there is no factor even with the largest jitter, or an entry is not
     *     finite
     * @throws IllegalArgumentException if matrix is shorter than n²
     */
    public static Optional<Cholesky> of(LinearAlgebra algebra, double[] matrix, int n) {
        double[] lower = matrix.clone();
        if (algebra.cholesky(lower, n)) {
            return Optional.of(new Cholesky(algebra, lower, n, 0));
        }
        double mean = 0;
        for (int i = 0; i < n; i++) {
            mean += matrix[i * n + i] / n; // divided first: the sum may overflow
        }
        if (!(mean > 0 && mean < Double.POSITIVE_INFINITY)) {
            return Optional.empty();
        }
        for (double relative = SMALLEST; relative < LARGEST; relative *= 10) {
            System.arraycopy(matrix, 0, lower, 0, lower.length);
            for (int i = 0; i < n; i++) {
                lower[i * n + i] += relative * mean;
            }
            if (algebra.cholesky(lower, n)) {
                return Optional.of(new Cholesky(algebra, lower, n, relative * mean));
            }
        }
        return Optional.empty();
    }

    /**
     * Factorises the matrix that has more rows and columns, by a substitution for each.
     *
     * @param rows below A, up to the diagonal: n + 1, n + 2, … entries
     * @return empty where there is no factor with this jitter
     */
    public Optional<Cholesky> with(double[][] rows) {
        int more = n + rows.length;
        double[] larger = new double[more * more];
        for (int i = 0; i < n; i++) {
            System.arraycopy(lower, i * n, larger, i * more, i + 1);
        }
        for (int i = n; i < more; i++) {
            double[] row = rows[i - n];
            double pivot = row[i] + jitter;
            for (int j = 0; j < i; j++) {
                double sum = row[j];
                for (int k = 0; k < j; k++) {
                    sum = Math.fma(-larger[j * more + k], larger[i * more + k], sum);
                }
                larger[i * more + j] = sum / larger[j * more + j];
                pivot = Math.fma(-larger[i * more + j], larger[i * more + j], pivot);
            }
            if (!(pivot > 0 && pivot < Double.POSITIVE_INFINITY)) {
                return Optional.empty();
            }
            larger[i * more + i] = Math.sqrt(pivot);
        }
        return Optional.of(new Cholesky(algebra, larger, more, jitter));
    }

    /** Returns what was added to each diagonal entry of A; usually 0. */
    public double jitter() {
        return jitter;
    }

    /**
     * Returns L itself, n x n in the lower triangle, for reading by the methods of {@link
     * LinearAlgebra}.
     */
    public double[] lower() {
        return lower;
    }

    /** Returns log det(A + jitter I) = 2 Σ log L_ii. */
    public double logDeterminant() {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += Math.log(lower[i * n + i]);
        }
        return 2 * sum;
    }

    /** Returns (A + jitter I)⁻¹ b for b of length n, which is not changed. */
    public double[] solve(double[] b) {
        return solveLowerTransposed(solveLower(b));
    }

    /** Returns L⁻ᵀ b for b of length n, which is not changed. */
    public double[] solveLowerTransposed(double[] b) {
        double[] x = b.clone();
        algebra.solveLowerTransposed(lower, n, x, 1);
        return x;
    }

    /** Returns L⁻¹ b for b of length n, which is not changed. */
    public double[] solveLower(double[] b) {
        if (b.length != n) {
            throw new IllegalArgumentException(
                    "b has %d entries, but the factor has order %d.".formatted(b.length, n));
        }
        double[] x = b.clone();
        algebra.solveLower(lower, n, x, 1);
        return x;
    }

    /** Returns the symmetric n x n matrix (A + jitter I)⁻¹. */
    public double[] inverse() {
        double[] out = new double[n * n];
        algebra.inverseFromCholesky(lower, n, out);
        return out;
    }
}
