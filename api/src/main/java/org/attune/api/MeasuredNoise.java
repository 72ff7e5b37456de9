package org.attune.api;

import java.util.List;

/**
 * What the measurements of a trial tell about the noise of one of its outputs.
 *
 * @param repetitions n, how often it was measured
 * @param share the variance of their aggregate in that of one measurement, 1 for n = 1
 * @param deviation s of one measurement, s² = Σ (y - ȳ)² / (n - 1); 0 for n = 1
 * @param standardError of a single measurement, as the program itself gave it in an output {@code
 *     NAME_standard_error}; 0 where there is none
 */
public record MeasuredNoise(int repetitions, double share, double deviation, double standardError) {
    /** The end of the name of an output that is the standard error of another one. */
    public static final String STANDARD_ERROR = "_standard_error";

    /** Measured once, and nothing said of how well. */
    public static final MeasuredNoise UNKNOWN = new MeasuredNoise(1, 1, 0, 0);

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if there is no repetition, or a number is negative or not
     *     finite
     */
    public MeasuredNoise {
        boolean finite = Double.isFinite(deviation) && Double.isFinite(standardError);
        if (repetitions < 1 || !(share > 0) || !finite || deviation < 0 || standardError < 0) {
            throw new IllegalArgumentException(
                    "%d measurements cannot have the share %s, the deviation %s and the standard error %s."
                            .formatted(repetitions, share, deviation, standardError));
        }
    }

    /** Returns what repetitions and, of a single one, its standard error tell. */
    static MeasuredNoise of(
            Aggregation aggregation, List<Double> repetitions, double standardError) {
        int n = repetitions.size();
        if (n == 1) {
            return standardError > 0 && Double.isFinite(standardError)
                    ? new MeasuredNoise(1, 1, 0, standardError)
                    : UNKNOWN;
        }
        double largest = repetitions.stream().mapToDouble(Math::abs).max().orElseThrow();
        double scale = largest == 0 ? 1 : largest; // squares of huge outputs overflow
        double mean = repetitions.stream().mapToDouble(v -> v / scale).average().orElseThrow();
        double sum =
                repetitions.stream()
                        .mapToDouble(v -> (v / scale - mean) * (v / scale - mean))
                        .sum();
        double deviation = Math.min(scale * Math.sqrt(sum / (n - 1)), Double.MAX_VALUE);
        return new MeasuredNoise(n, aggregation.share(n), deviation, 0);
    }
}
