package org.attune.bayesopt.acquisition;

/**
 * Logarithm of the softplus of another acquisition function, so that one with values of either sign
 * becomes a factor of a {@link LogProduct}.
 *
 * <pre>
 *   log(log(1 + e^g)),   about log g for g ≫ 1, about g for g ≪ -1
 * </pre>
 *
 * It is increasing, so that on its own it has its maximum where g has; g = 0 counts as log 2.
 *
 * @param gain g, on a scale on which 1 is much
 */
public record LogSoftplus(AcquisitionFunction gain) implements AcquisitionFunction {
    private static final double ALL_EXPONENTIAL = -36; // log1p(e^g) = e^g in doubles from here down

    @Override
    public double value(double[] x) {
        return value(gain.value(x));
    }

    @Override
    public double valueAndGradient(double[] x, double[] gradient) {
        double g = gain.valueAndGradient(x, gradient);
        double slope = slope(g);
        for (int d = 0; d < gradient.length; d++) {
            gradient[d] *= slope;
        }
        return value(g);
    }

    private static double value(double g) {
        return g < ALL_EXPONENTIAL ? g : Math.log(softplus(g));
    }

    private static double slope(double g) {
        return g < ALL_EXPONENTIAL ? 1 : 1 / ((1 + Math.exp(-g)) * softplus(g));
    }

    private static double softplus(double g) {
        return Math.max(g, 0) + Math.log1p(Math.exp(-Math.abs(g)));
    }
}
