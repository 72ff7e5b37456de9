package org.attune.api;

import java.util.Arrays;
import java.util.List;

/** How the repetitions of one output become one number. */
public enum Aggregation {
    /** The middle value, or the mean of the two middle ones: robust to a few disturbed runs. */
    MEDIAN,
    /** The smallest value: for times whose disturbances only add. */
    MIN,
    /** The arithmetic mean. */
    MEAN;

    /**
     * Returns the variance of the aggregate of n measurements in that of one: 1/n for the mean; for
     * the median that of normal measurements, π / (2 (n + c)) with c = π/2 - 1 for odd n and π - 2
     * for even, which is exact for n = 1 and 2, within 3 % beyond, and right for large n. For the
     * smallest 1/n too: with disturbances that only add it is less, but of few measurements nobody
     * knows.
     *
     * <p>Source: H. A. David and H. N. Nagaraja, "Order Statistics" (3rd edition), section 8.5, for
     * large n; c by the exact values for small n.
     */
    double share(int n) {
        if (this != MEDIAN) {
            return 1.0 / n;
        }
        double c = n % 2 == 1 ? Math.PI / 2 - 1 : Math.PI - 2;
        return Math.PI / (2 * (n + c));
    }

    /**
     * Returns the aggregate.
     *
     * @param repetitions at least one finite value
     * @throws IllegalArgumentException if there is none
     */
    public double of(List<Double> repetitions) {
        if (repetitions.isEmpty()) {
            throw new IllegalArgumentException("There are no repetitions to aggregate.");
        }
        double[] sorted = repetitions.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return switch (this) {
            case MIN -> sorted[0];
            case MEDIAN ->
                    sorted.length % 2 == 1
                            ? sorted[middle]
                            : sorted[middle - 1] / 2 + sorted[middle] / 2;
            case MEAN -> {
                double mean = 0;
                for (double v : sorted) {
                    mean += v / sorted.length; // divided first: a sum of huge values overflows
                }
                yield mean;
            }
        };
    }
}
