package org.attune.bayesopt.acquisition;

import org.attune.bayesopt.surrogate.Posterior;

/**
 * Logarithm of the posterior variance, log σ²(x): evaluates where least is known, whatever is
 * expected there. As a criterion of designs it is called the mean squared prediction error.
 *
 * <p>Source: J. Sacks, W. J. Welch, T. J. Mitchell and H. P. Wynn, Statist. Sci. 4 (1989),
 * doi:10.1214/ss/1177012413.
 *
 * @param posterior model of the output
 */
public record LogVariance(Posterior posterior) implements AcquisitionFunction {
    /** Of a point that is known; its logarithm is still finite. */
    private static final double SMALLEST = 1e-20;

    @Override
    public double value(double[] x) {
        double[] moments = new double[2];
        posterior.predict(x, moments);
        return Math.log(Math.max(moments[1], SMALLEST));
    }

    @Override
    public double valueAndGradient(double[] x, double[] gradient) {
        double[] moments = new double[2];
        posterior.predict(x, moments, new double[x.length], gradient);
        double variance = Math.max(moments[1], SMALLEST);
        for (int d = 0; d < gradient.length; d++) {
            gradient[d] /= variance;
        }
        return Math.log(variance);
    }
}
