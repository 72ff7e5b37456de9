package org.attune.bayesopt.acquisition;

import org.attune.bayesopt.numerics.StandardNormal;
import org.attune.bayesopt.surrogate.Mixture;
import org.attune.bayesopt.surrogate.NormalMixture;

import java.util.Arrays;

/**
 * How far the median of a mixture lies below zero: -m(x), where
 *
 * <pre>
 *   F(m, x) = Σ_k p_k(x) Φ((m - μ_k(x)) / σ_k(x)) = ½,   ∂m/∂x = -(∂F/∂x) / (∂F/∂m)
 * </pre>
 *
 * <p>Near the boundary of a better regime the mean is that of both, and promises nothing of either;
 * the median is of the more probable one.
 *
 * @param posterior model of the output
 */
public record MixtureMedian(Mixture posterior) implements AcquisitionFunction {
    private static final double SMALLEST_DEVIATION = 1e-10;
    private static final double FLATTEST = 1e-12; // density at the median: between two regimes

    @Override
    public double value(double[] x) {
        return -NormalMixture.quantile(posterior.at(x), 0.5);
    }

    @Override
    public double valueAndGradient(double[] x, double[] gradient) {
        double[][][] slopes = new double[posterior.components()][3][x.length];
        double[][] components = posterior.at(x, slopes);
        double median = NormalMixture.quantile(components, 0.5);
        Arrays.fill(gradient, 0);
        double density = 0;
        for (int k = 0; k < components.length; k++) {
            double[] c = components[k];
            double deviation = Math.max(Math.sqrt(c[2]), SMALLEST_DEVIATION);
            double z = (median - c[1]) / deviation;
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
        return -median;
    }
}
