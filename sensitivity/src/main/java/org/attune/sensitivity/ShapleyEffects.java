package org.attune.sensitivity;

import org.attune.api.Generator;
import org.attune.api.Seed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Shapley effects: the variance of an output divided among its inputs, so that shares are not
 * negative and sum to 1, whether inputs depend on each other or not.
 *
 * <pre>
 *   φ_i = mean over orders of v(before i, and i) - v(before i),   v(u) = Var E[f | x_u] / Var f
 * </pre>
 *
 * With a point X^u that shares the coordinates u of X and is drawn anew otherwise, v(u) Var f =
 * E[f(X) f(X^u)] - (E f)². One random order of each X gives a term for each input:
 *
 * <pre>
 *   (f(X) - (f(X^{u+i}) + f(X^u))/2) (f(X^{u+i}) - f(X^u))
 * </pre>
 *
 * whose part with squares has expectation 0, as all X^u have one distribution, and makes the sum of
 * the terms (f(X) - f(X'))²/2: the estimates sum to the estimated variance exactly. With
 * independent inputs this is Goda's algorithm; conditional draws in the place of exchanged
 * coordinates make it hold for dependent ones. It takes N (D + 1) values.
 *
 * <p>First-order and total indices by their definitions, v(i) and 1 - v(all but i), come from the
 * same points and N 2 D values more; of dependent inputs S1 may exceed ST, and neither sum means
 * anything.
 *
 * <p>Sources: A. B. Owen, "Sobol' indices and Shapley value", SIAM/ASA J. Uncertainty
 * Quantification 2 (2014), doi:10.1137/130936233; T. Goda, "A simple algorithm for global
 * sensitivity analysis with Shapley effects", Reliability Engineering and System Safety 213 (2021),
 * doi:10.1016/j.ress.2021.107702; E. Song, B. L. Nelson and J. Staum (2016), doi:10.1137/15M1048070
 * (dependent inputs).
 *
 * @param names of parameters or groups, n of them
 * @param shares n of them, which sum to 1
 * @param first S1 by its definition, n of them; empty where not asked for
 * @param total ST by its definition, likewise
 * @param mean of the output
 * @param variance of the output
 * @param evaluations of each function
 */
public record ShapleyEffects(
        List<String> names,
        List<Estimate> shares,
        List<Estimate> first,
        List<Estimate> total,
        Estimate mean,
        Estimate variance,
        int evaluations) {
    /** Copies the lists. */
    public ShapleyEffects {
        names = List.copyOf(names);
        shares = List.copyOf(shares);
        first = List.copyOf(first);
        total = List.copyOf(total);
    }

    /**
     * Estimates the effects.
     *
     * @param closed whether S1 and ST are wanted too
     * @throws IllegalStateException if a value is not finite
     */
    public static ShapleyEffects of(
            Response response,
            Inputs inputs,
            Grouping groups,
            SampleSize size,
            boolean closed,
            Seed seed) {
        int n = groups.size();
        var layout = new Layout(n, closed);
        double[][][] means = null;
        double[] centre = null;
        Unit unit = null;
        int rows = 0;
        for (int r = 0; r < size.scramblings(); r++) {
            Generator orders = seed.generator("orders", r);
            var x = new ArrayList<double[]>();
            var order = new ArrayList<int[]>();
            for (Inputs.Redraw redraw : inputs.redraws(size.each(), seed.child("shapley", r))) {
                int[] o = IntStream.range(0, n).toArray();
                orders.shuffle(o);
                order.add(o);
                layout.points(redraw, groups, o, x);
            }
            double[][] y = response.values(x.toArray(new double[0][]));
            unit = unit == null ? Unit.of(y) : unit;
            y = unit.in(y);
            if (means == null) {
                means = new double[y.length][size.scramblings()][];
                centre =
                        Arrays.stream(y)
                                .mapToDouble(v -> Arrays.stream(v).average().orElseThrow())
                                .toArray();
            }
            for (int k = 0; k < y.length; k++) {
                means[k][r] = layout.statistics(SobolIndices.finite(y[k]), order, centre[k]);
            }
            rows += x.size();
        }
        return layout.effects(groups, new Replicates(means), centre, unit, rows);
    }

    /**
     * Where values and statistics stand. Values of one point: X^∅ to X^all = X in the point's
     * order; then, for S1 and ST, X that keeps only i, and all but i. Statistics: mean, square,
     * terms, and products for S1 and squares for ST.
     */
    private record Layout(int n, boolean closed) {
        private static final int HEAD = 2;

        void points(Inputs.Redraw redraw, Grouping groups, int[] order, List<double[]> to) {
            var kept = new BitSet();
            to.add(redraw.keeping(kept));
            for (int i = 0; i < n - 1; i++) {
                kept.or(groups.members().get(order[i]));
                to.add(redraw.keeping(kept));
            }
            to.add(redraw.point());
            for (int i = 0; closed && i < n; i++) {
                BitSet own = groups.members().get(i);
                var others = new BitSet();
                others.set(0, groups.dimension());
                others.andNot(own);
                to.add(redraw.keeping(own));
                to.add(redraw.keeping(others));
            }
        }

        double[] statistics(double[] y, List<int[]> orders, double centre) {
            int block = n + 1 + (closed ? 2 * n : 0);
            double[] sums = new double[HEAD + n + (closed ? 2 * n : 0)];
            for (int p = 0; p < orders.size(); p++) {
                int start = p * block;
                double at = y[start + n] - centre;
                double redrawn = y[start] - centre;
                sums[0] += (at + redrawn) / 2;
                sums[1] += (at * at + redrawn * redrawn) / 2;
                for (int i = 0; i < n; i++) {
                    double without = y[start + i] - centre;
                    double with = y[start + i + 1] - centre;
                    sums[HEAD + orders.get(p)[i]] += (at - (with + without) / 2) * (with - without);
                }
                for (int i = 0; closed && i < n; i++) {
                    double first = y[start + n + 1 + 2 * i] - centre;
                    double total = y[start + n + 2 + 2 * i] - centre;
                    sums[HEAD + n + i] += at * (first - redrawn);
                    sums[HEAD + 2 * n + i] += (at - total) * (at - total) / 2;
                }
            }
            return Arrays.stream(sums).map(s -> s / orders.size()).toArray();
        }

        private double sum(double[] s) {
            double sum = 0;
            for (int i = 0; i < n; i++) {
                sum += s[HEAD + i];
            }
            return sum > 1e-14 * s[1] ? sum : Double.NaN; // all of it may be rounding
        }

        private static double variance(double[] s) {
            double v = s[1] - s[0] * s[0];
            return v > 1e-14 * s[1] ? v : Double.NaN;
        }

        ShapleyEffects effects(
                Grouping groups,
                Replicates replicates,
                double[] centre,
                Unit unit,
                int evaluations) {
            var shares = new ArrayList<Estimate>();
            var first = new ArrayList<Estimate>();
            var total = new ArrayList<Estimate>();
            for (int i = 0; i < n; i++) {
                int at = HEAD + i;
                shares.add(replicates.estimate(s -> s[at] / sum(s)));
                if (closed) {
                    first.add(replicates.estimate(s -> s[at + n] / variance(s)));
                    total.add(replicates.estimate(s -> s[at + 2 * n] / variance(s)));
                }
            }
            return new ShapleyEffects(
                    groups.names(),
                    shares,
                    first,
                    total,
                    unit.out(replicates.mean(0, centre), 1),
                    unit.out(replicates.estimate(s -> s[1] - s[0] * s[0]), 2),
                    evaluations);
        }
    }
}
