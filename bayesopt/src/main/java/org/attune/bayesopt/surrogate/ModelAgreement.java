package org.attune.bayesopt.surrogate;

import org.attune.bayesopt.numerics.SampleStatistics;

import java.util.Arrays;

/** How well the values of a performance model go with measured ones. */
final class ModelAgreement {
    private ModelAgreement() {}

    /**
     * Returns the median of |c m_i - y_i| / |y_i|; +∞ where y_i is 0 and m_i is not.
     *
     * @param scaled whether c is the median of y_i / m_i, else 1
     */
    static double relativeError(double[] m, double[] y, boolean scaled) {
        double[] ratios = new double[m.length];
        Arrays.setAll(ratios, i -> m[i] == 0 ? Double.NaN : y[i] / m[i]);
        double[] known = Arrays.stream(ratios).filter(r -> !Double.isNaN(r)).toArray();
        double c = scaled && known.length > 0 ? SampleStatistics.median(known) : 1;
        double[] errors = new double[m.length];
        Arrays.setAll(
                errors,
                i -> {
                    double off = Math.abs(c * m[i] - y[i]);
                    return off == 0 ? 0 : off / Math.abs(y[i]);
                });
        return SampleStatistics.median(errors);
    }
}
