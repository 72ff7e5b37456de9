package org.attune.bayesopt.surrogate;

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
        double c = scaled && known.length > 0 ? median(known) : 1;
        double[] errors = new double[m.length];
        Arrays.setAll(
                errors,
                i -> {
                    double off = Math.abs(c * m[i] - y[i]);
                    return off == 0 ? 0 : off / Math.abs(y[i]);
                });
        return median(errors);
    }

    /** Returns Spearman's correlation, with mean ranks for ties; 0 where one side is constant. */
    static double rankCorrelation(double[] a, double[] b) {
        double[] p = ranks(a);
        double[] q = ranks(b);
        double middle = (a.length + 1) / 2.0;
        double both = 0;
        double first = 0;
        double second = 0;
        for (int i = 0; i < p.length; i++) {
            both += (p[i] - middle) * (q[i] - middle);
            first += (p[i] - middle) * (p[i] - middle);
            second += (q[i] - middle) * (q[i] - middle);
        }
        return first * second == 0 ? 0 : both / Math.sqrt(first * second);
    }

    private static double[] ranks(double[] values) {
        double[] ranks = new double[values.length];
        for (int i = 0; i < ranks.length; i++) {
            double below = 0;
            double same = 0;
            for (double v : values) {
                below += v < values[i] ? 1 : 0;
                same += v == values[i] ? 1 : 0;
            }
            ranks[i] = below + (same + 1) / 2;
        }
        return ranks;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    }
}
