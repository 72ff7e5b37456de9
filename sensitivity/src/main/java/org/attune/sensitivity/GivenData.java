package org.attune.sensitivity;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Seed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * First-order indices from runs alone, without a model.
 *
 * <pre>
 *   S1_i = 1 - (variance within classes of x_i) / (variance of all)
 * </pre>
 *
 * both without bias, which makes it about 0, maybe a little less, for a parameter that does
 * nothing. Classes are the values of a parameter of few values, else about √n classes of equally
 * many runs; what goes up and down within a class is not seen. Runs should be spread over the
 * space, as those of a design are; those that a tuner chose crowd where it is good, and tell of
 * that place. Intervals are bootstrapped: 200 times n runs drawn with replacement.
 *
 * <p>Sources: K. Pearson's correlation ratio without bias, ε² of T. L. Kelley, PNAS 21 (1935); E.
 * Plischke, E. Borgonovo and C. L. Smith, European J. Operational Research 226 (2013),
 * doi:10.1016/j.ejor.2012.11.047 (given data); B. Efron (1979) (bootstrap).
 */
public final class GivenData {
    /** The least number of runs. */
    public static final int LEAST = 10;

    private static final int RESAMPLES = 200;
    private static final int FEW = 8;
    private static final double NORMAL = 1.959963984540054;

    private GivenData() {}

    /**
     * Estimates S1 of each parameter.
     *
     * @param x n rows of D
     * @param y n outputs
     * @throws IllegalArgumentException if there are fewer runs than {@link #LEAST}
     */
    public static List<Estimate> firstOrder(
            List<Parameter> parameters, double[][] x, double[] y, Seed seed) {
        if (y.length < LEAST) {
            throw new IllegalArgumentException(
                    "%d measured trials: estimates without a model need at least %d."
                            .formatted(y.length, LEAST));
        }
        double[] outputs = Unit.of(y).in(y);
        var all = new ArrayList<Estimate>();
        for (int d = 0; d < parameters.size(); d++) {
            int[] classes = classes(parameters.get(d), x, d);
            double value = index(classes, outputs);
            double sum = 0;
            double squares = 0;
            int counted = 0;
            for (int b = 0; b < RESAMPLES; b++) {
                Generator random = seed.generator("bootstrap " + d, b);
                int[] c = new int[y.length];
                double[] v = new double[y.length];
                for (int i = 0; i < v.length; i++) {
                    int drawn = random.nextInt(v.length);
                    c[i] = classes[drawn];
                    v[i] = outputs[drawn];
                }
                double again = index(c, v);
                if (Double.isFinite(again)) {
                    sum += again;
                    squares += again * again;
                    counted++;
                }
            }
            double deviation =
                    Math.sqrt(Math.max(0, squares / counted - Math.pow(sum / counted, 2)));
            all.add(new Estimate(value, NORMAL * deviation));
        }
        return all;
    }

    /** Returns the number of classes of a parameter of many values, about √n. */
    public static int classes(int runs) {
        return (int) Math.round(Math.sqrt(runs));
    }

    private static int[] classes(Parameter parameter, double[][] x, int axis) {
        int n = x.length;
        if (parameter instanceof Parameter.Categorical || parameter.size() <= FEW) {
            return Arrays.stream(x).mapToInt(p -> ValueIndex.of(parameter, p[axis])).toArray();
        }
        int count = classes(n);
        double[] sorted = Arrays.stream(x).mapToDouble(p -> p[axis]).sorted().toArray();
        return Arrays.stream(x)
                .mapToInt(p -> {
                    int rank = Arrays.binarySearch(sorted, p[axis]);
                    while (rank > 0 && sorted[rank - 1] == p[axis]) {
                        rank--; // equal values are in one class
                    }
                    return rank * count / n;
                })
                .toArray();
    }

    private static double index(int[] classes, double[] y) {
        int most = Arrays.stream(classes).max().orElseThrow() + 1;
        double[] sums = new double[most];
        int[] sizes = new int[most];
        double mean = Arrays.stream(y).average().orElseThrow();
        double all = 0;
        for (int i = 0; i < y.length; i++) {
            sums[classes[i]] += y[i] - mean;
            sizes[classes[i]]++;
            all += (y[i] - mean) * (y[i] - mean);
        }
        double between = 0;
        int used = 0;
        for (int c = 0; c < most; c++) {
            if (sizes[c] > 0) {
                between += sums[c] * sums[c] / sizes[c];
                used++;
            }
        }
        if (!(all > 0) || used >= y.length) {
            return Double.NaN;
        }
        return 1 - (all - between) / (y.length - used) / (all / (y.length - 1));
    }
}
