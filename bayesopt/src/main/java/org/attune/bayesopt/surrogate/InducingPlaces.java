package org.attune.bayesopt.surrogate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Chooses those of many observations that represent them all: a quarter of them the best, where a
 * tuner looks most closely, the others each the one of which those before it say the least (pivoted
 * Cholesky factorisation).
 *
 * <p>Source: L. Foster et al., "Stable and efficient Gaussian process calculations", JMLR 10
 * (2009).
 */
final class InducingPlaces {
    private static final double BEST = 0.25;
    private static final int CANDIDATES = 2000; // among which the others are chosen
    private static final double SMALLEST = 1e-6; // of the variance that is left to explain

    private InducingPlaces() {}

    /** Returns the rows of at most {@code most} observations, none closer than rounding allows. */
    static int[] choose(Covariance covariance, double[][] x, double[] y, int most) {
        int[] candidates = candidates(y, most);
        double[] left = new double[candidates.length];
        var columns = new ArrayList<double[]>(); // of the factor
        Arrays.setAll(left, i -> covariance.variance(x[candidates[i]]));
        double largest = Arrays.stream(left).max().orElse(0);
        List<Integer> chosen = new ArrayList<>();
        int best = (int) (BEST * most);
        for (int step = 0; chosen.size() < most && step < candidates.length; step++) {
            int pivot =
                    step < best
                            ? step
                            : IntStream.range(0, left.length)
                                    .boxed()
                                    .max(Comparator.comparingDouble(i -> left[i]))
                                    .orElseThrow();
            if (!(left[pivot] > SMALLEST * largest)) {
                if (step < best) {
                    continue; // a repeat of another good one
                }
                break;
            }
            double root = Math.sqrt(left[pivot]);
            double[] column = new double[left.length];
            for (int i = 0; i < column.length; i++) {
                column[i] = covariance.value(x[candidates[i]], x[candidates[pivot]]);
            }
            for (double[] before : columns) {
                double weight = before[pivot];
                for (int i = 0; i < column.length; i++) {
                    column[i] -= before[i] * weight;
                }
            }
            for (int i = 0; i < column.length; i++) {
                column[i] /= root;
                left[i] -= column[i] * column[i];
            }
            left[pivot] = 0;
            columns.add(column);
            chosen.add(candidates[pivot]);
        }
        return chosen.stream().mapToInt(i -> i).toArray();
    }

    /** Returns the best observations, then some of all, equally far apart in time. */
    private static int[] candidates(double[] y, int most) {
        List<Integer> order =
                IntStream.range(0, y.length)
                        .boxed()
                        .sorted(Comparator.comparingDouble(i -> y[i]))
                        .toList();
        IntStream best = order.stream().limit((int) (BEST * most)).mapToInt(i -> i);
        int count = Math.min(CANDIDATES, y.length);
        IntStream spread = IntStream.range(0, count).map(i -> (int) ((long) i * y.length / count));
        return IntStream.concat(best, spread).distinct().toArray();
    }
}
