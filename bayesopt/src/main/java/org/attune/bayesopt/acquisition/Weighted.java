package org.attune.bayesopt.acquisition;

/**
 * An acquisition function that is not negative, times e to the power of a logarithmic one: EI(x)
 * p(x).
 *
 * @param gain not negative
 * @param logWeight logarithm of the weight
 */
public record Weighted(AcquisitionFunction gain, AcquisitionFunction logWeight)
        implements AcquisitionFunction {
    @Override
    public double value(double[] x) {
        return gain.value(x) * Math.exp(logWeight.value(x));
    }

    @Override
    public double valueAndGradient(double[] x, double[] gradient) {
        double[] byWeight = new double[gradient.length];
        double value = gain.valueAndGradient(x, gradient);
        double weight = Math.exp(logWeight.valueAndGradient(x, byWeight));
        for (int d = 0; d < gradient.length; d++) {
            gradient[d] = weight * (gradient[d] + value * byWeight[d]);
        }
        return weight * value;
    }
}
