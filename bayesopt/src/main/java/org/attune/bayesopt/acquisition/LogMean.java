package org.attune.bayesopt.acquisition;

import java.util.List;

/**
 * Logarithm of the mean of acquisition functions that are given as logarithms: the expectation over several plausible
 * models.
 *
 * <pre>
 *   log (1/m Σ_k exp f_k(x)) = f* + log (1/m Σ_k exp(f_k(x) - f*)),   f* = max_k f_k(x)
 * </pre>
 *
 * @param functions at least one
 */
public record LogMean(List<AcquisitionFunction> functions) implements AcquisitionFunction {
    /** Copies the list. */
    public LogMean {
        functions = List.copyOf(functions);
    }

    @Override
    public double value(double[] x) {
        double[] values = new double[functions.size()];
        double largest = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < values.length; k++) {
            values[k] = functions.get(k).value(x);
            largest = Math.max(largest, values[k]);
        }
        double sum = 0;
        for (double v : values) {
            sum += Math.exp(v - largest);
        }
        return largest + Math.log(sum / values.length);
    }

    @Override
    public double valueAndGradient(double[] x, double[] gradient) {
        double[] values = new double[functions.size()];
        double[][] gradients = new double[values.length][gradient.length];
        double largest = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < values.length; k++) {
            values[k] = functions.get(k).valueAndGradient(x, gradients[k]);
            largest = Math.max(largest, values[k]);
        }
        double sum = 0;
        java.util.Arrays.fill(gradient, 0);
        for (int k = 0; k < values.length; k++) {
            double weight = Math.exp(values[k] - largest);
            sum += weight;
            for (int d = 0; d < gradient.length; d++) {
                gradient[d] += weight * gradients[k][d];
            }
        }
        for (int d = 0; d < gradient.length; d++) {
            gradient[d] /= sum;
        }
        return largest + Math.log(sum / values.length);
    }
}
