package org.attune.bayesopt.acquisition;

import org.attune.bayesopt.numerics.StandardNormal;
import org.attune.bayesopt.surrogate.Posterior;

/**
 * Logarithm of the probability of improving on the incumbent, for minimisation.
 *
 * <pre>
 *   log PI(x) = log Φ(z),   z = (f* - μ(x)) / σ(x)
 * </pre>
 *
 * <p>How much is gained does not count, so that it stays close to the incumbent.
 *
 * <p>Source: H. J. Kushner, J. Basic Eng. 86 (1964), doi:10.1115/1.3653121.
 *
 * @param posterior model of the output
 * @param incumbent f*, on the scale of the model
 */
public record LogProbabilityOfImprovement(Posterior posterior, double incumbent)
        implements AcquisitionFunction {
    /** Below this deviation the model is certain. */
    private static final double SMALLEST_DEVIATION = 1e-10;

    @Override
    public double value(double[] x) {
        double[] moments = new double[2];
        posterior.predict(x, moments);
        double sigma = Math.max(Math.sqrt(moments[1]), SMALLEST_DEVIATION);
        return StandardNormal.logCdf((incumbent - moments[0]) / sigma);
    }

    @Override
    public double valueAndGradient(double[] x, double[] gradient) {
        double[] moments = new double[2];
        double[] byVariance = new double[x.length];
        posterior.predict(x, moments, gradient, byVariance);
        double sigma = Math.max(Math.sqrt(moments[1]), SMALLEST_DEVIATION);
        double z = (incumbent - moments[0]) / sigma;
        double slope = StandardNormal.logCdfDerivative(z);
        for (int d = 0; d < gradient.length; d++) {
            gradient[d] = slope * (-gradient[d] - z * byVariance[d] / (2 * sigma)) / sigma;
        }
        return StandardNormal.logCdf(z);
    }
}
