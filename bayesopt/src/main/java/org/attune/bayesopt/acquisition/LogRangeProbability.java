package org.attune.bayesopt.acquisition;

import org.attune.bayesopt.numerics.StandardNormal;
import org.attune.bayesopt.surrogate.Posterior;

/**
 * Logarithm of the probability that a measured output lies within a range,
 *
 * <pre>
 *   log p(x) = log (Φ(b) - Φ(a)),  a = (l - μ(x))/s,  b = (u - μ(x))/s,  s² = σ²(x) + τ²
 * </pre>
 *
 * without underflow. Source: J. Gardner, M. Kusner, Z. Xu, K. Weinberger and J. Cunningham,
 * "Bayesian optimization with inequality constraints", ICML 2014.
 *
 * @param posterior of the output
 * @param lower l, on the scale of the posterior; may be -∞
 * @param upper u, not below l; may be +∞
 * @param noise τ², not negative
 */
public record LogRangeProbability(Posterior posterior, double lower, double upper, double noise)
        implements AcquisitionFunction {
    private static final double SMALLEST_DEVIATION = 1e-10;

    @Override
    public double value(double[] x) {
        double[] moments = new double[2];
        posterior.predict(x, moments);
        double s = Math.max(Math.sqrt(moments[1] + noise), SMALLEST_DEVIATION);
        return log((lower - moments[0]) / s, (upper - moments[0]) / s);
    }

    @Override
    public double valueAndGradient(double[] x, double[] gradient) {
        double[] moments = new double[2];
        double[] byVariance = new double[x.length];
        posterior.predict(x, moments, gradient, byVariance);
        double s = Math.max(Math.sqrt(moments[1] + noise), SMALLEST_DEVIATION);
        double a = (lower - moments[0]) / s;
        double b = (upper - moments[0]) / s;
        double value = log(a, b);
        double atA = density(a, value);
        double atB = density(b, value);
        double byMean = (atA - atB) / s;
        double byDeviation = (times(a, atA) - times(b, atB)) / s;
        for (int d = 0; d < gradient.length; d++) {
            gradient[d] = byMean * gradient[d] + byDeviation * byVariance[d] / (2 * s);
        }
        return value;
    }

    /** Returns log (Φ(b) - Φ(a)), from the tail that both lie in. */
    private static double log(double a, double b) {
        if (a > 0) {
            return log(-b, -a);
        }
        if (!(b > a)) {
            return Double.NEGATIVE_INFINITY;
        }
        double top = StandardNormal.logCdf(b);
        if (top == Double.NEGATIVE_INFINITY) {
            return top;
        }
        return top + Math.log(-Math.expm1(StandardNormal.logCdf(a) - top));
    }

    /** Returns φ(z) / p; 0 at infinity. */
    private static double density(double z, double logP) {
        return Double.isInfinite(z) || logP == Double.NEGATIVE_INFINITY
                ? 0
                : Math.exp(StandardNormal.logPdf(z) - logP);
    }

    private static double times(double z, double density) {
        return density == 0 ? 0 : z * density;
    }
}
