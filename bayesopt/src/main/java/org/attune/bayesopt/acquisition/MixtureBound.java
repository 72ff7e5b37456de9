package org.attune.bayesopt.acquisition;

import org.attune.bayesopt.surrogate.Mixture;

import java.util.Arrays;

/**
 * By how much the lower confidence bounds of the components of a mixture are below the incumbent,
 * on average:
 *
 * <pre>
 *   f* - Σ_k p_k(x) (μ_k(x) - κ σ_k(x))
 * </pre>
 *
 * <p>That a point may be in one regime or in another is no reason to go there: the variance between
 * the components does not count.
 *
 * @param posterior model of the output
 * @param incumbent f*
 * @param exploration κ
 */
public record MixtureBound(Mixture posterior, double incumbent, double exploration)
        implements AcquisitionFunction {
    private static final double SMALLEST_DEVIATION = 1e-10;

    @Override
    public double value(double[] x) {
        double value = incumbent;
        for (double[] c : posterior.at(x)) {
            value -= c[0] * (c[1] - exploration * Math.sqrt(c[2]));
        }
        return value;
    }

    /** Where the most promising component is certain. */
    @Override
    public double bound(double[] x) {
        double least = Double.POSITIVE_INFINITY;
        for (double[] m : posterior.moments(x)) {
            least = Math.min(least, m[0] - exploration * Math.sqrt(m[1]));
        }
        return incumbent - least;
    }

    @Override
    public double valueAndGradient(double[] x, double[] gradient) {
        double[][][] slopes = new double[posterior.components()][3][x.length];
        double[][] components = posterior.at(x, slopes);
        double value = incumbent;
        Arrays.fill(gradient, 0);
        for (int k = 0; k < components.length; k++) {
            double[] c = components[k];
            double deviation = Math.sqrt(c[2]);
            double bound = c[1] - exploration * deviation;
            value -= c[0] * bound;
            double byVariance = deviation < SMALLEST_DEVIATION ? 0 : exploration / (2 * deviation);
            for (int d = 0; d < gradient.length; d++) {
                gradient[d] -=
                        slopes[k][0][d] * bound
                                + c[0] * (slopes[k][1][d] - byVariance * slopes[k][2][d]);
            }
        }
        return value;
    }
}
