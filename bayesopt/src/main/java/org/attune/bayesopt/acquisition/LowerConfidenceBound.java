package org.attune.bayesopt.acquisition;

import org.attune.bayesopt.surrogate.Posterior;

/**
 * How far the lower confidence bound lies below the incumbent: the gain if luck is κ deviations
 * good.
 *
 * <pre>
 *   LCB(x) = f* - (μ(x) - κ σ(x))
 * </pre>
 *
 * <p>f* moves no maximum; it makes 0 mean that even luck improves nothing. The value is on the
 * scale of the model and no logarithm: {@link LogSoftplus} makes it one where a product is wanted.
 *
 * <p>Source: N. Srinivas, A. Krause, S. M. Kakade and M. Seeger, "Gaussian process optimization in
 * the bandit setting", ICML 2010, arXiv:0912.3995, with κ = √β.
 *
 * @param posterior model of the output
 * @param incumbent f*
 * @param exploration κ, not negative; 0 looks at the mean alone
 */
public record LowerConfidenceBound(Posterior posterior, double incumbent, double exploration)
        implements AcquisitionFunction {
    /** Keeps the slope of σ finite where the model is certain. */
    private static final double SMALLEST_DEVIATION = 1e-10;

    @Override
    public double value(double[] x) {
        double[] moments = new double[2];
        posterior.predict(x, moments);
        return incumbent - moments[0] + exploration * Math.sqrt(moments[1]);
    }

    @Override
    public double valueAndGradient(double[] x, double[] gradient) {
        double[] moments = new double[2];
        double[] byVariance = new double[x.length];
        posterior.predict(x, moments, gradient, byVariance);
        double sigma = Math.sqrt(moments[1]);
        double twice = 2 * Math.max(sigma, SMALLEST_DEVIATION);
        for (int d = 0; d < gradient.length; d++) {
            gradient[d] = exploration * byVariance[d] / twice - gradient[d];
        }
        return incumbent - moments[0] + exploration * sigma;
    }
}
