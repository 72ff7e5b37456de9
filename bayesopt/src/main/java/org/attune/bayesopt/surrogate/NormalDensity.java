package org.attune.bayesopt.surrogate;

import org.attune.bayesopt.numerics.LinearAlgebra;

/**
 * Log density of n outputs with mean zero and covariance K, and what its gradient needs:
 *
 * <pre>
 *   -log p(y) = ½ yᵀ K⁻¹ y + ½ log |K| + n/2 log 2π,   its derivative by θ = ½ tr(G ∂K/∂θ),   G = K⁻¹ - α αᵀ,   α = K⁻¹ y
 * </pre>
 *
 * <p>An evaluation costs one Cholesky factorisation and one inverse. Not thread-safe: it owns its
 * work arrays.
 *
 * <p>Source: Rasmussen and Williams (2006), eqs. (5.8) and (5.9).
 */
public final class NormalDensity {
    private static final double LOG_2PI = Math.log(2 * Math.PI);

    private final LinearAlgebra algebra;
    private final double[] y;
    private final int n;
    private final double[] factor;
    private final double[] inverse;
    private final double[] alpha;

    /** Prepares the evaluation. */
    public NormalDensity(LinearAlgebra algebra, double[] y) {
        this.algebra = algebra;
        this.y = y;
        this.n = y.length;
        factor = new double[n * n];
        inverse = new double[n * n];
        alpha = new double[n];
    }

    /**
     * Returns K, n × n, row-major, of which the lower triangle is to be filled before each {@link
     * #negativeLog}, which destroys it.
     */
    public double[] covariance() {
        return factor;
    }

    /** Returns -log p(y), NaN where K is not positive definite to working precision. */
    public double negativeLog() {
        if (!algebra.cholesky(factor, n)) {
            return Double.NaN;
        }
        algebra.inverseFromCholesky(factor, n, inverse);
        double fit = 0;
        double logDeterminant = 0;
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int j = 0; j < n; j++) {
                sum += inverse[i * n + j] * y[j];
            }
            alpha[i] = sum;
            fit += sum * y[i];
            logDeterminant += 2 * Math.log(factor[i * n + i]);
        }
        return 0.5 * (fit + logDeterminant + n * LOG_2PI);
    }

    /** Returns -log p(y) as {@link #negativeLog} does, within rounding and without an inverse. */
    double negativeLogAlone() {
        if (!algebra.cholesky(factor, n)) {
            return Double.NaN;
        }
        double fit = 0;
        double logDeterminant = 0;
        for (int i = 0; i < n; i++) {
            double sum = y[i];
            for (int j = 0; j < i; j++) {
                sum -= factor[i * n + j] * alpha[j];
            }
            alpha[i] = sum / factor[i * n + i]; // of L⁻¹ y here
            fit += alpha[i] * alpha[i];
            logDeterminant += 2 * Math.log(factor[i * n + i]);
        }
        return 0.5 * (fit + logDeterminant + n * LOG_2PI);
    }

    /** Returns K⁻¹ y after a {@link #negativeLog} that was not NaN. */
    public double[] alpha() {
        return alpha;
    }

    /** Returns G_ij after a {@link #negativeLog} that was not NaN. */
    public double g(int i, int j) {
        return inverse[i * n + j] - alpha[i] * alpha[j];
    }
}
