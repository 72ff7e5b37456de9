package org.attune.bayesopt.acquisition;

import org.attune.bayesopt.numerics.LogImprovement;
import org.attune.bayesopt.surrogate.Mixture;

import java.util.Arrays;

/**
 * Logarithm of the improvement that is expected of a mixture of normal distributions, which is the
 * weighted sum of those of its components:
 *
 * <pre>
 *   log EI(x) = log Σ_k c_k p_k(x) σ_k(x) h((f* - μ_k(x)) / σ_k(x)),   h(z) = φ(z) + z Φ(z)
 * </pre>
 *
 * <p>with the importance c_k of each component. A normal distribution with the same moments would
 * promise improvements between two components, where there is nothing.
 *
 * @param posterior model of the output
 * @param incumbent f*, the value to improve on
 */
public record LogMixtureImprovement(Mixture posterior, double incumbent)
        implements AcquisitionFunction {
    private static final double SMALLEST_DEVIATION = 1e-10;

    /**
     * Checks the incumbent.
     *
     * @throws IllegalArgumentException if it is not finite
     */
    public LogMixtureImprovement {
        if (!Double.isFinite(incumbent)) {
            throw new IllegalArgumentException(
                    "The incumbent is %s. Maybe no trial has been measured yet."
                            .formatted(incumbent));
        }
    }

    @Override
    public double value(double[] x) {
        return sum(terms(posterior.at(x)));
    }

    /** Where the most promising component is certain, since the weights add up to 1. */
    @Override
    public double bound(double[] x) {
        double[][] moments = posterior.moments(x);
        double most = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < moments.length; k++) {
            most = Math.max(most, term(posterior.importance(k), moments[k][0], moments[k][1]));
        }
        return most;
    }

    private double[] terms(double[][] components) {
        double[] terms = new double[components.length];
        for (int k = 0; k < terms.length; k++) {
            double[] c = components[k];
            terms[k] = term(posterior.importance(k) * c[0], c[1], c[2]);
        }
        return terms;
    }

    private double term(double weight, double mean, double variance) {
        double sigma = deviation(variance);
        return Math.log(weight)
                + Math.log(sigma)
                + LogImprovement.value((incumbent - mean) / sigma);
    }

    private static double deviation(double variance) {
        return Math.max(Math.sqrt(variance), SMALLEST_DEVIATION);
    }

    private static double sum(double[] logs) {
        double top = Arrays.stream(logs).max().orElse(Double.NEGATIVE_INFINITY);
        if (top == Double.NEGATIVE_INFINITY) {
            return top;
        }
        double sum = 0;
        for (double log : logs) {
            sum += Math.exp(log - top);
        }
        return top + Math.log(sum);
    }

    @Override
    public double valueAndGradient(double[] x, double[] gradient) {
        int count = posterior.components();
        double[][][] slopes = new double[count][3][x.length];
        double[][] components = posterior.at(x, slopes);
        double[] terms = terms(components);
        double value = sum(terms);
        Arrays.fill(gradient, 0);
        for (int k = 0; k < count && value > Double.NEGATIVE_INFINITY; k++) {
            double share = Math.exp(terms[k] - value);
            if (share > 0) {
                double sigma = deviation(components[k][2]);
                double z = (incumbent - components[k][1]) / sigma;
                double slope = LogImprovement.derivative(z);
                for (int d = 0; d < gradient.length; d++) {
                    double byDeviation = slopes[k][2][d] / (2 * sigma);
                    gradient[d] +=
                            share
                                    * (slopes[k][0][d] / components[k][0]
                                            + byDeviation / sigma
                                            - slope * (slopes[k][1][d] + z * byDeviation) / sigma);
                }
            }
        }
        return value;
    }
}
