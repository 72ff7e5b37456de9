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

    /** A first function without a bound is computed where the second one has one. */
    @Override
    public double bound(double[] x) {
        double rest = second.bound(x);
        double most = first.bound(x);
        boolean isComputed = rest < Double.POSITIVE_INFINITY && most == Double.POSITIVE_INFINITY;
        return (isComputed ? first.value(x) : most) + rest;
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
