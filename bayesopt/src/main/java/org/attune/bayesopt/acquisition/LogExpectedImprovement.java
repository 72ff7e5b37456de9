package org.attune.bayesopt.acquisition;

import org.attune.bayesopt.numerics.LogImprovement;
import org.attune.bayesopt.surrogate.Posterior;

/**
 * Logarithm of the expected improvement below the incumbent, for minimisation.
 *
 * <pre>
 *   log EI(x) = log σ(x) + log h(z),   h(z) = φ(z) + z Φ(z),   z = (f* - μ(x)) / σ(x)
 * </pre>
 *
 * <p>Where the plain EI underflows to 0 and leaves a search nothing to climb, its logarithm still
 * has a slope. Mean, deviation and f* are on the scale of the model.
 *
 * <p>Source: S. Ament, S. Daulton, D. Eriksson, M. Balandat and E. Bakshy, "Unexpected improvements
 * to expected improvement for Bayesian optimization", NeurIPS 2023, arXiv:2310.20708, eqs. (9) and
 * (10).
 *
 * @param posterior model of the output
 * @param incumbent f*, the value to improve on
 */
public record LogExpectedImprovement(Posterior posterior, double incumbent)
        implements AcquisitionFunction {
    /** Below this deviation the model is certain: nothing is expected from another evaluation. */
    private static final double SMALLEST_DEVIATION = 1e-10;

    /**
     * Checks the incumbent.
     *
     * @throws IllegalArgumentException if it is not finite
     */
    public LogExpectedImprovement {
        if (!Double.isFinite(incumbent)) {
            throw new IllegalArgumentException(
                    "The incumbent is %s. Maybe no trial has been measured yet."
                            .formatted(incumbent));
        }
    }

    @Override
    public double value(double[] x) {
        double[] moments = new double[2];
        posterior.predict(x, moments);
        double sigma = Math.max(Math.sqrt(moments[1]), SMALLEST_DEVIATION);
        return Math.log(sigma) + LogImprovement.value((incumbent - moments[0]) / sigma);
    }

    @Override
    public double valueAndGradient(double[] x, double[] gradient) {
        double[] moments = new double[2];
        double[] byVariance = new double[x.length];
        posterior.predict(x, moments, gradient, byVariance);
        double sigma = Math.max(Math.sqrt(moments[1]), SMALLEST_DEVIATION);
        double z = (incumbent - moments[0]) / sigma;
        double slope = LogImprovement.derivative(z);
        for (int d = 0; d < gradient.length; d++) {
            double dSigma = byVariance[d] / (2 * sigma);
            gradient[d] = dSigma / sigma + slope * (-gradient[d] - z * dSigma) / sigma;
        }
        return Math.log(sigma) + LogImprovement.value(z);
    }
}
