package org.attune.bayesopt.acquisition;

import org.attune.bayesopt.surrogate.Posterior;

/**
 * Prefers runs that are expected to be short: the value is -log c(x), with c(x) the seconds that a
 * run is expected to take, so that a logarithmic gain plus it is that of gain per second.
 *
 * <p>Source: J. Snoek, H. Larochelle and R. Adams, "Practical Bayesian optimization of machine
 * learning algorithms", NIPS 2012, section 3.2.
 *
 * @param logSeconds model of log c, on a standardised scale
 * @param unit what one of its units is of a logarithm of seconds
 */
public record CheapRuns(Posterior logSeconds, double unit) implements AcquisitionFunction {
    @Override
    public double value(double[] x) {
        double[] moments = new double[2];
        logSeconds.predict(x, moments);
        return -unit * moments[0];
    }

    @Override
    public double valueAndGradient(double[] x, double[] gradient) {
        double[] moments = new double[2];
        logSeconds.predict(x, moments, gradient, new double[gradient.length]);
        for (int d = 0; d < gradient.length; d++) {
            gradient[d] *= -unit;
        }
        return -unit * moments[0];
    }
}
