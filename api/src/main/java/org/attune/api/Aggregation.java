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
