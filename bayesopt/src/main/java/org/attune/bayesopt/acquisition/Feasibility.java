package org.attune.bayesopt.acquisition;

import org.attune.bayesopt.numerics.StandardNormal;
import org.attune.bayesopt.surrogate.Posterior;

/**
 * Logarithm of the probability that a run at x does not fail, by least-squares classification: a
 * Gaussian process is fitted to labels, 0 for a run that gave a value and 1 for one that failed,
 * and
 *
 * <pre>
 *   log p(x) = log Φ((½ - μ(x)) / √(σ²(x) + τ²))
 * </pre>
 *
 * with μ and σ² on the scale of the labels and τ² the noise that the fit found in them.
 *
 * <p>Source: Rasmussen and Williams (2006), section 6.5.
 *
 * @param posterior of the standardised labels
 * @param threshold ½ on the standardised scale
 * @param noise τ² on the standardised scale
 */
public record Feasibility(Posterior posterior, double threshold, double noise)
        implements AcquisitionFunction {
    @Override
    public double value(double[] x) {
        double[] moments = new double[2];
        posterior.predict(x, moments);
        return StandardNormal.logCdf((threshold - moments[0]) / Math.sqrt(moments[1] + noise));
    }

    @Override
    public double valueAndGradient(double[] x, double[] gradient) {
        double[] moments = new double[2];
        double[] byVariance = new double[x.length];
        posterior.predict(x, moments, gradient, byVariance);
        double sigma = Math.sqrt(moments[1] + noise);
        double z = (threshold - moments[0]) / sigma;
        double slope = StandardNormal.logCdfDerivative(z);
        for (int d = 0; d < gradient.length; d++) {
            gradient[d] = slope * (-gradient[d] - z * byVariance[d] / (2 * sigma)) / sigma;
        }
        return StandardNormal.logCdf(z);
    }
}
