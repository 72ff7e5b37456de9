package org.attune.bayesopt.numerics;

/**
 * Logarithm of the standardised expected improvement, and its derivative, without underflow.
 *
 * <pre>
 *   h(z) = φ(z) + z Φ(z),   value(z) = log h(z),   derivative(z) = Φ(z) / h(z)
 * </pre>
 *
 * With z = (f* - μ)/σ, the expected improvement below f* is σ h(z), so its logarithm is {@code log
 * σ + value(z)}. The value has relative error below 1e-14 (absolute 1e-15 near its zero at z =
 * 0.9); the derivative has relative error below 1e-14 for all z. As z falls, value ~ -z²/2 - 2
 * log|z| and derivative ~ |z|: there is always a slope to climb.
 *
 * <p>For z &lt; 0, h(z) = φ(z) excess(-z) with a series of its own for the excess. The source gives
 * three branches with log1mexp and erfcx instead, whose derivative loses digits with z²; one series
 * has no seams.
 *
 * <p>Source: S. Ament et al., "Unexpected improvements to expected improvement for Bayesian
 * optimization", NeurIPS 2023, arXiv:2310.20708, eq. (9).
 */
public final class LogImprovement {
    private LogImprovement() {}

    /** Returns log h(z); -∞ below z = -1.8e154, where -z²/2 overflows. */
    public static double value(double z) {
        if (z < 0) {
            return StandardNormal.logPdf(z) + Math.log(MillsRatio.excess(-z));
        }
        return Math.log(h(z));
    }

    /** Returns d log h / dz, positive and decreasing. */
    public static double derivative(double z) {
        if (z < -1e8) {
            return -z; // ratio / excess = |z| + 2/|z| + ..., and the squares below would overflow
        }
        if (z < 0) {
            return MillsRatio.ratio(-z) / MillsRatio.excess(-z);
        }
        return StandardNormal.cdf(z) / h(z);
    }

    private static double h(double z) {
        return StandardNormal.pdf(z) + z * StandardNormal.cdf(z);
    }
}
