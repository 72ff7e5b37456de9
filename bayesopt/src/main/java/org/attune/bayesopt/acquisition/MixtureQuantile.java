package org.attune.bayesopt.acquisition;

import org.attune.bayesopt.numerics.StandardNormal;
import org.attune.bayesopt.surrogate.Mixture;
import org.attune.bayesopt.surrogate.NormalMixture;

import java.util.Arrays;

/**
 * How far a quantile of a mixture lies below zero: -q(x), where
 *
 * <pre>
 *   F(q, x) = Σ_k p_k(x) Φ((q - μ_k(x)) / σ_k(x)) = p,   ∂q/∂x = -(∂F/∂x) / (∂F/∂q)
 * </pre>
 *
 * <p>Near the boundary of a better regime the mean is that of both, and promises nothing of either.
 * The median is of the more probable one, even by a hair; a higher quantile is of the better one
 * only where that is likely.
 *
 * @param posterior model of the output
 * @param probability p of an output not above the quantile, in (0, 1)
 */
public record MixtureQuantile(Mixture posterior, double probability)
        implements AcquisitionFunction {
    private static final double SMALLEST_DEVIATION = 1e-10;
    private static final double FLATTEST = 1e-12; // density at the quantile: between two regimes

    @Override
    public double value(double[] x) {
        return -NormalMixture.quantile(posterior.at(x), probability);
    }

    @Override
    public double valueAndGradient(double[] x, double[] gradient) {
        double[][][] slopes = new double[posterior.components()][3][x.length];
        double[][] components = posterior.at(x, slopes);
        double quantile = NormalMixture.quantile(components, probability);
        Arrays.fill(gradient, 0);
        double density = 0;
        for (int k = 0; k < components.length; k++) {
            double[] c = components[k];
            double deviation = Math.max(Math.sqrt(c[2]), SMALLEST_DEVIATION);
            double z = (quantile - c[1]) / deviation;
            double share = c[0] * StandardNormal.pdf(z) / deviation;
            density += share;
            double below = StandardNormal.cdf(z);
            for (int d = 0; d < gradient.length; d++) {
                gradient[d] +=
                        slopes[k][0][d] * below
                                - share * (slopes[k][1][d] + z * slopes[k][2][d] / (2 * deviation));
            }
        }
        for (int d = 0; d < gradient.length; d++) {
            gradient[d] = density < FLATTEST ? 0 : gradient[d] / density;
        }
        return -quantile;
    }
}
