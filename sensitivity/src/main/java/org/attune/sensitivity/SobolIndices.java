package org.attune.sensitivity;

import org.attune.api.Seed;
import org.attune.bayesopt.design.SobolSequence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Sobol' indices of independent, uniform inputs: shares of the variance V of an output.
 *
 * <pre>
 *   S1_i = V_i / W_i,  V_i = mean of f(B) (f(A_Bi) - f(A)) and f(A) (f(B_Ai) - f(B))
 *   ST_i = T_i / W_i,  T_i = mean of (f(A) - f(A_Bi))²/2   and (f(B) - f(B_Ai))²/2
 *                      W_i = mean of (f(A) - f(B))²/2      and (f(A_Bi) - f(B_Ai))²/2
 *   S2_ij = V_ij / V,  V_ij = mean of f(B_Ai) f(A_Bj) - f(A) f(B) and the same with i and j exchanged
 *                             - V_i - V_j
 * </pre>
 *
 * A and B are N independent points each, the two halves of a scrambled Sobol' sequence of dimension
 * 2 D, and A_Bi is A with parameter (or group) i from B; N (2 D + 2) values in all. Values are
 * taken less their mean, which changes no expectation. W_i estimates V from the points that V_i and
 * T_i come from, so that much of the error cancels.
 *
 * <p>The noise floor is what the same points say of a dummy, a parameter that the function does not
 * read, if its index is estimated as the mean of f(A) f(B): the truth is 0.
 *
 * <p>Sources: A. Saltelli et al., Computer Physics Communications 181 (2010),
 * doi:10.1016/j.cpc.2009.09.018 (S1); M. J. W. Jansen, Computer Physics Communications 117 (1999),
 * doi:10.1016/S0010-4655(98)00154-4 (ST); A. Saltelli, Computer Physics Communications 145 (2002)
 * (S2); I. Azzini, T. A. Mara and R. Rosati (2021), doi:10.1016/j.envsoft.2021.105167 (W); F.
 * Khorashadi Zadeh et al., Environmental Modelling and Software 91 (2017),
 * doi:10.1016/j.envsoft.2017.02.001 (dummy).
 *
 * @param names of parameters or groups, n of them
 * @param first S1, n of them
 * @param total ST, n of them
 * @param second S2, n lists of n, symmetric and without a number on the diagonal
 * @param noiseFloor index of a dummy parameter
 * @param mean of the output
 * @param variance of the output
 * @param evaluations of each function
 */
public record SobolIndices(
        List<String> names,
        List<Estimate> first,
        List<Estimate> total,
        List<List<Estimate>> second,
        Estimate noiseFloor,
        Estimate mean,
        Estimate variance,
        int evaluations) {
    /** The largest D: the design has twice as many dimensions. */
    public static final int MAX_DIMENSION = SobolSequence.MAX_DIMENSION / 2;

    /** Copies the lists. */
    public SobolIndices {
        names = List.copyOf(names);
        first = List.copyOf(first);
        total = List.copyOf(total);
        second = second.stream().map(List::copyOf).toList();
    }

    /**
     * Estimates the indices.
     *
     * @throws IllegalArgumentException if there are more than {@link #MAX_DIMENSION} parameters
     * @throws IllegalStateException if a value is not finite
     */
    public static SobolIndices of(Response response, Grouping groups, SampleSize size, Seed seed) {
        int d = groups.dimension();
        if (d < 1 || d > MAX_DIMENSION) {
            throw new IllegalArgumentException(
                    "Sobol' indices of %d parameters: possible are 1 to %d. Maybe screen them: --method morris."
                            .formatted(d, MAX_DIMENSION));
        }
        var layout = new Layout(groups.size());
        double[][][] means = null;
        double[] centre = null;
        Unit unit = null;
        int rows = 0;
        for (int r = 0; r < size.scramblings(); r++) {
            var sequence = new SobolSequence(2 * d, seed.generator("saltelli", r));
            double[][] x = layout.points(sequence.points(size.each()), groups);
            double[][] y = response.values(x);
            unit = unit == null ? Unit.of(y) : unit;
            y = unit.in(y);
            if (means == null) {
                means = new double[y.length][size.scramblings()][];
                int base = 2 * size.each();
                centre = Arrays.stream(y).mapToDouble(v -> mean(v, base)).toArray();
            }
            for (int k = 0; k < y.length; k++) {
                means[k][r] = layout.statistics(finite(y[k]), centre[k]);
            }
            rows += x.length;
        }
        return layout.indices(groups, new Replicates(means), centre, unit, rows);
    }

    static double[] finite(double[] values) {
        for (double v : values) {
            if (!Double.isFinite(v)) {
                throw new IllegalStateException(
                        "A value is %s, of which there are no shares of variance. Maybe on the model's own scale: --scale warped."
                                .formatted(v));
            }
        }
        return values;
    }

    private static double mean(double[] values, int count) {
        return Arrays.stream(values, 0, count).average().orElseThrow();
    }

    /** Returns the interaction of two parameters. */
    public Estimate second(int i, int j) {
        return second.get(i).get(j);
    }

    /**
     * Where rows and statistics stand: rows A, B, A_B1 to A_Bn, B_A1 to B_An; statistics mean,
     * square, product, V_i, T_i, W_i, and V_ij + V_i + V_j of each pair once.
     */
    private record Layout(int n) {
        private static final int HEAD = 3;

        double[][] points(double[][] both, Grouping groups) {
            int d = groups.dimension();
            var all = new ArrayList<double[]>();
            double[][] a =
                    Arrays.stream(both).map(p -> Arrays.copyOf(p, d)).toArray(double[][]::new);
            double[][] b =
                    Arrays.stream(both)
                            .map(p -> Arrays.copyOfRange(p, d, 2 * d))
                            .toArray(double[][]::new);
            all.addAll(List.of(a));
            all.addAll(List.of(b));
            for (int i = 0; i < n; i++) {
                for (int p = 0; p < a.length; p++) {
                    all.add(groups.mixed(a[p], b[p], i));
                }
            }
            for (int i = 0; i < n; i++) {
                for (int p = 0; p < a.length; p++) {
                    all.add(groups.mixed(b[p], a[p], i));
                }
            }
            return all.toArray(new double[0][]);
        }

        private int pair(int i, int j) {
            return HEAD + 3 * n + i * n + j;
        }

        double[] statistics(double[] y, double centre) {
            int count = y.length / (2 + 2 * n);
            double[] sums = new double[HEAD + 3 * n + n * n];
            for (int p = 0; p < count; p++) {
                double a = y[p] - centre;
                double b = y[count + p] - centre;
                sums[0] += (a + b) / 2;
                sums[1] += (a * a + b * b) / 2;
                sums[2] += a * b;
                for (int i = 0; i < n; i++) {
                    double ab = y[(2 + i) * count + p] - centre;
                    double ba = y[(2 + n + i) * count + p] - centre;
                    sums[HEAD + i] += (b * (ab - a) + a * (ba - b)) / 2;
                    sums[HEAD + n + i] += ((a - ab) * (a - ab) + (b - ba) * (b - ba)) / 4;
                    sums[HEAD + 2 * n + i] += ((a - b) * (a - b) + (ab - ba) * (ab - ba)) / 4;
                    for (int j = 0; j < i; j++) {
                        sums[pair(j, i)] += closed(y, count, p, i, j, centre) - a * b;
                    }
                }
            }
            return Arrays.stream(sums).map(s -> s / count).toArray();
        }

        private double closed(double[] y, int count, int p, int i, int j, double centre) {
            double abi = y[(2 + i) * count + p] - centre;
            double abj = y[(2 + j) * count + p] - centre;
            double bai = y[(2 + n + i) * count + p] - centre;
            double baj = y[(2 + n + j) * count + p] - centre;
            return (bai * abj + baj * abi) / 2;
        }

        private static double variance(double[] s) {
            double v = s[1] - s[0] * s[0];
            return v > 1e-14 * s[1] ? v : Double.NaN; // all of it may be rounding
        }

        private static double near(double[] s, int at) {
            return s[at] > 1e-14 * s[1] ? s[at] : Double.NaN;
        }

        SobolIndices indices(
                Grouping groups,
                Replicates replicates,
                double[] centre,
                Unit unit,
                int evaluations) {
            var first = new ArrayList<Estimate>();
            var total = new ArrayList<Estimate>();
            var second = new ArrayList<List<Estimate>>();
            for (int i = 0; i < n; i++) {
                int at = HEAD + i;
                first.add(replicates.estimate(s -> s[at] / near(s, at + 2 * n)));
                total.add(replicates.estimate(s -> s[at + n] / near(s, at + 2 * n)));
            }
            for (int i = 0; i < n; i++) {
                var row = new ArrayList<Estimate>();
                for (int j = 0; j < n; j++) {
                    int low = Math.min(i, j);
                    int high = Math.max(i, j);
                    row.add(
                            i == j
                                    ? Estimate.NONE
                                    : j < i
                                            ? second.get(j).get(i)
                                            : replicates.estimate(s ->
                                                    (s[pair(low, high)]
                                                                    - s[HEAD + low]
                                                                    - s[HEAD + high])
                                                            / variance(s)));
                }
                second.add(row);
            }
            return new SobolIndices(
                    groups.names(),
                    first,
                    total,
                    second,
                    replicates.estimate(s -> (s[2] - s[0] * s[0]) / variance(s)),
                    unit.out(replicates.mean(0, centre), 1),
                    unit.out(replicates.estimate(s -> s[1] - s[0] * s[0]), 2),
                    evaluations);
        }
    }
}
