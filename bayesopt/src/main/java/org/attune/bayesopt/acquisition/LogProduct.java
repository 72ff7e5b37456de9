package org.attune.bayesopt.acquisition;

/**
 * Sum of two logarithmic acquisition functions: the product of what they are logarithms of, such as
 * the improvement and the probability that there is any.
 */
public record LogProduct(AcquisitionFunction first, AcquisitionFunction second)
        implements AcquisitionFunction {
    @Override
    public double value(double[] x) {
        return first.value(x) + second.value(x);
    }

    @Override
    public double bound(double[] x) {
        return first.bound(x) + second.bound(x);
    }

    @Override
    public double valueAndGradient(double[] x, double[] gradient) {
        double[] other = new double[gradient.length];
        double value = first.valueAndGradient(x, gradient) + second.valueAndGradient(x, other);
        for (int d = 0; d < gradient.length; d++) {
            gradient[d] += other[d];
        }
        return value;
    }
}
