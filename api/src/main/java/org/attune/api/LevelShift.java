package org.attune.api;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A test of whether the level of a series of equal measurements has changed: once, at a place that
 * nobody knows beforehand, with at least two of them on each side, so that one outlier is none; or
 * bit by bit.
 *
 * <p>For a split after the first j of n values let D be the difference of the means of both sides
 * and S² the pooled variance with n - 2 degrees of freedom. The statistic is max over j of D² j (n
 * - j) / (n S²), the square of Student's t; the split is where it is attained. Under independent
 * normal values of one level its distribution depends on n alone. Its p-value is that of a Monte
 * Carlo test with {@value #DRAWS} series, (1 + those at least as extreme) / (1 + all), which is
 * exact; the smallest is 1e-4. For n = 4 there is one split, and the statistic is that of Student's
 * test with 2 degrees of freedom. A trend is looked for by {@link KendallTest}. Of both the smaller
 * p-value counts, doubled, since there are two of them (Bonferroni).
 *
 * <p>Sources: D. M. Hawkins, "Testing a sequence of observations for a shift in location", JASA 72
 * (1977), doi:10.1080/01621459.1977.10479935; Monte Carlo test: G. A. Barnard, JRSS B 25 (1963).
 *
 * @param gradual whether it came bit by bit
 * @param split how many values lie before the new level; all but the last of a gradual one
 * @param difference mean after it less mean before it; of a gradual one, last less first value of a
 *     line with the median of all slopes
 * @param p chance of a series at least as extreme where nothing has changed, for one look
 */
public record LevelShift(boolean gradual, int split, double difference, double p) {
    /** The fewest values in which a change can be seen. */
    public static final int FEWEST = 4;

    private static final int SIDE = 2;
    private static final int DRAWS = 9_999;
    private static final Map<Integer, double[]> NULL = new ConcurrentHashMap<>(); // sorted, by n

    /**
     * Looks for a change.
     *
     * @param values in their order, at least {@value #FEWEST}, finite
     */
    public static LevelShift of(double[] values) {
        if (values.length < FEWEST) {
            throw new IllegalArgumentException(
                    "%d values cannot show a change; %d can.".formatted(values.length, FEWEST));
        }
        Extreme found = Extreme.of(values);
        double[] draws = NULL.computeIfAbsent(values.length, LevelShift::draws);
        int below = Arrays.binarySearch(draws, found.square());
        int first = below < 0 ? -below - 1 : below;
        while (first > 0 && draws[first - 1] == found.square()) {
            first--;
        }
        double p = (1.0 + draws.length - first) / (1.0 + draws.length);
        double trend = KendallTest.p(values);
        return trend < p
                ? new LevelShift(
                        true,
                        values.length - 1,
                        KendallTest.slope(values) * (values.length - 1),
                        2 * trend)
                : new LevelShift(false, found.split(), found.difference(), Math.min(1, 2 * p));
    }

    /**
     * A change in a series that was looked at value by value.
     *
     * @param begin index of the first value that was looked at
     * @param first index of the first value of the new level
     */
    public record Found(int begin, int first, LevelShift shift) {}

    /**
     * Returns the changes of a series, at each of whose values somebody looks for one behind the
     * change before it.
     *
     * @param level a smaller p-value is a change
     */
    public static List<Found> changes(double[] values, double level) {
        var found = new ArrayList<Found>();
        int begin = 0;
        for (int end = FEWEST; end <= values.length; end++) {
            if (end - begin >= FEWEST) {
                LevelShift shift = of(Arrays.copyOfRange(values, begin, end));
                if (shift.p() < level) {
                    int first = begin + shift.split();
                    found.add(new Found(begin, first, shift));
                    begin = first;
                }
            }
        }
        return List.copyOf(found);
    }

    private static double[] draws(int n) {
        Generator generator = new Seed(0).generator("level shift", n);
        double[] squares = new double[DRAWS];
        double[] series = new double[n];
        for (int d = 0; d < DRAWS; d++) {
            for (int i = 0; i < n; i++) {
                series[i] = generator.nextGaussian();
            }
            squares[d] = Extreme.of(series).square();
        }
        Arrays.sort(squares);
        return squares;
    }

    /** The split with the largest square of Student's t. */
    private record Extreme(int split, double difference, double square) {
        static Extreme of(double[] values) {
            int n = values.length;
            var best = new Extreme(SIDE, 0, 0);
            if (Arrays.stream(values).allMatch(v -> v == values[0])) {
                return best; // the rounding of their mean is no noise
            }
            double mean = Arrays.stream(values).average().orElseThrow();
            double total = 0; // squares about the mean
            for (double v : values) {
                total += (v - mean) * (v - mean);
            }
            double before = 0; // sum of what is left of the split, about the mean
            for (int j = 1; j <= n - SIDE; j++) {
                before += values[j - 1] - mean;
                if (j < SIDE || total == 0) {
                    continue;
                }
                double difference = -before / (n - j) - before / j;
                double between = Math.min(difference * difference * j * (n - j) / n, total);
                double square = between * (n - 2) / (total - between); // +∞ without noise
                if (square > best.square) {
                    best = new Extreme(j, difference, square);
                }
            }
            return best;
        }
    }
}
