package org.attune.bayesopt.numerics;

/**
 * How far an output is expected to fall between two bounds: with h as in {@link LogImprovement},
 *
 * <pre>
 *   E[(u - max(Y, l))₊] = σ (h(b) - h(a)),   a = (l - μ)/σ,  b = (u - μ)/σ,  Y ~ N(μ, σ²)
 * </pre>
 *
 * as a logarithm, with its slopes, without underflow. With l = -∞ it is the expected improvement
 * below u. Relative error below 1e-8 where both bounds are within 30 deviations of the mean.
 *
 * @param log of h(b) - h(a)
 * @param byMean (Φ(b) - Φ(a)) / (h(b) - h(a)): -σ times the slope of the logarithm by μ
 * @param byDeviation (φ(b) - φ(a)) / (h(b) - h(a)): σ times the slope of log σ (h(b) - h(a)) by σ
 */
public record ImprovementBetween(double log, double byMean, double byDeviation) {
    private static final double NARROW = 1e-5; // of the difference of logarithms

    /**
     * Returns it.
     *
     * @param a smaller bound, standardised; may be -∞
     * @param b larger bound, standardised, finite
     */
    public static ImprovementBetween of(double a, double b) {
        double top = LogImprovement.value(b);
        double gap = top - LogImprovement.value(a); // ∞ for a = -∞
        if (gap < NARROW) { // the integral of Φ from a to b, by the midpoint rule
            double middle = a + (b - a) / 2;
            double slope = StandardNormal.logCdfDerivative(middle);
            return new ImprovementBetween(
                    Math.log(b - a) + StandardNormal.logCdf(middle), slope, -middle * slope);
        }
        double share = -Math.expm1(-gap); // 1 - h(a)/h(b)
        double rest = Math.exp(-gap);
        double byMean = LogImprovement.derivative(b);
        double byDeviation = density(b, top);
        if (rest > 0) {
            byMean -= rest * LogImprovement.derivative(a);
            byDeviation -= rest * density(a, top - gap);
        }
        return new ImprovementBetween(top + Math.log(share), byMean / share, byDeviation / share);
    }

    /** Returns φ(z) / h(z). */
    private static double density(double z, double logH) {
        return Math.exp(StandardNormal.logPdf(z) - logH);
    }
}
