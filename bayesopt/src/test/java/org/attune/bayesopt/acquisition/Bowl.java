package org.attune.bayesopt.acquisition;

import org.attune.bayesopt.surrogate.Posterior;

/**
 * Mean a (x² - y) and variance b (0.1 + x² + y²), with their derivatives.
 *
 * @param a factor of the mean
 * @param b factor of the variance
 */
record Bowl(double a, double b) implements Posterior {
    @Override
    public int dimension() {
        return 2;
    }

    @Override
    public void predict(double[] x, double[] out) {
        out[0] = a * (x[0] * x[0] - x[1]);
        out[1] = b * (0.1 + x[0] * x[0] + x[1] * x[1]);
    }

    @Override
    public void predict(double[] x, double[] out, double[] byMean, double[] byVariance) {
        predict(x, out);
        byMean[0] = a * 2 * x[0];
        byMean[1] = -a;
        byVariance[0] = b * 2 * x[0];
        byVariance[1] = b * 2 * x[1];
    }
}
