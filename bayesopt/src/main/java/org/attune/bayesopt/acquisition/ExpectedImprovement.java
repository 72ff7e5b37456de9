package org.attune.bayesopt.acquisition;

import org.attune.bayesopt.surrogate.Posterior;

/**
 * Expected improvement below the incumbent, for minimisation, as published: EI(x) = E[max(f* -
 * f(x), 0)] = σ (z Φ(z) + φ(z)) with z = (f* - μ(x)) / σ(x).
 *
 * <p>It has its maximum where {@link LogExpectedImprovement} has its own, but underflows to 0, with
 * no slope, where z is below -38.
 *
 * <p>Source: D. R. Jones, M. Schonlau and W. J. Welch, J. Global Optim. 13 (1998), eq. (15),
 * doi:10.1023/A:1008306431147.
 *
 * @param log its logarithm
 */
public record ExpectedImprovement(AcquisitionFunction log) implements AcquisitionFunction {
    /**
     * Returns the expected improvement on an incumbent.
     *
     * @throws IllegalArgumentException if the incumbent is not finite
     */
    public static ExpectedImprovement on(Posterior posterior, double incumbent) {
        return new ExpectedImprovement(AcquisitionRule.LOG_EI.of(posterior, incumbent, 0));
    }

    @Override
    public double value(double[] x) {
        return Math.exp(log.value(x));
    }

    @Override
    public double valueAndGradient(double[] x, double[] gradient) {
        double value = Math.exp(log.valueAndGradient(x, gradient));
        for (int d = 0; d < gradient.length; d++) {
            gradient[d] *= value;
        }
        return value;
    }
}
