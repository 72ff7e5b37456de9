package org.attune.benchmarks;

import java.util.Arrays;
import java.util.List;

/** Quantiles of values that may be infinite. */
public final class Quantiles {
    private Quantiles() {}

    /** Returns the median of at least one value, none of them NaN. */
    public static double median(List<Double> values) {
        return median(values.stream().mapToDouble(v -> v).toArray());
    }

    /** Returns the median of at least one value, none of them NaN. */
    public static double median(double[] values) {
        return of(values, 0.5);
    }

    /**
     * Returns a quantile, linear between order statistics (definition 7 of R. J. Hyndman and Y.
     * Fan, "Sample quantiles in statistical packages", The American Statistician 50, 1996).
     *
     * @param values n of them, at least one; none NaN
     * @param share in [0, 1]
     */
    public static double of(double[] values, double share) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double place = share * (sorted.length - 1);
        int below = (int) Math.floor(place);
        double weight = place - below;
        if (weight == 0 || sorted[below] == sorted[below + 1]) {
            return sorted[below];
        }
        return sorted[below] * (1 - weight) + sorted[below + 1] * weight;
    }
}
