package org.attune.sensitivity;

import org.attune.api.Parameter;
import org.attune.api.Seed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Which parameters matter near the best: PED-ANOVA.
 *
 * <pre>
 *   importance of i ∝ Σ_b p'_b² / p_b - 1
 * </pre>
 *
 * with the shares p_b of some points, and p'_b of the better ones of them, that have parameter i in
 * bin b: it is the first-order variance of "is among the better ones" over those points. Bins are
 * the values of a parameter of few values, else eight of equal width. {@code reach} compares the
 * best tenth with all points, {@code within} the best tenth of the best tenth with the best tenth:
 * what decides among good configurations. Each is divided by its sum. Squares are estimated without
 * bias.
 *
 * <p>Source: S. Watanabe, A. Bansal and F. Hutter, "PED-ANOVA: efficiently quantifying
 * hyperparameter importance in arbitrary subspaces", IJCAI 2023, arXiv:2304.10255.
 *
 * @param names of the parameters, D of them
 * @param reach D shares of 1
 * @param within D shares of 1
 */
public record NearBest(List<String> names, List<Estimate> reach, List<Estimate> within) {
    /** Which part of the points counts as the best. */
    public static final double SHARE = 0.1;

    private static final int FEW = 16;
    private static final int BINS = 8;

    /** Copies the lists. */
    public NearBest {
        names = List.copyOf(names);
        reach = List.copyOf(reach);
        within = List.copyOf(within);
    }

    /**
     * Estimates the importances.
     *
     * @param response smaller being better, on any scale
     * @param parameters D of them
     */
    public static NearBest of(
            Response response,
            Inputs inputs,
            List<Parameter> parameters,
            SampleSize size,
            Seed seed) {
        int d = parameters.size();
        double[][][] means = null;
        for (int r = 0; r < size.scramblings(); r++) {
            double[][] x = inputs.points(size.each(), seed.child("near best", r));
            double[][] y = response.values(x);
            if (means == null) {
                means = new double[y.length][size.scramblings()][];
            }
            for (int k = 0; k < y.length; k++) {
                List<double[]> all = List.of(x);
                List<double[]> best = best(x, y[k], SHARE);
                List<double[]> top = best(x, y[k], SHARE * SHARE);
                means[k][r] = new double[2 * d];
                for (int i = 0; i < d; i++) {
                    means[k][r][i] = divergence(all, best, i, parameters.get(i));
                    means[k][r][d + i] = divergence(best, top, i, parameters.get(i));
                }
            }
        }
        var replicates = new Replicates(means);
        return new NearBest(
                parameters.stream().map(Parameter::name).toList(),
                shares(replicates, d, s -> Arrays.copyOf(s, d)),
                shares(replicates, d, s -> Arrays.copyOfRange(s, d, 2 * d)));
    }

    private static List<double[]> best(double[][] x, double[] y, double share) {
        int count = Math.max(2, (int) Math.round(share * x.length));
        return IntStream.range(0, x.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> y[i]))
                .limit(count)
                .map(i -> x[i])
                .toList();
    }

    private static double divergence(
            List<double[]> all, List<double[]> better, int axis, Parameter parameter) {
        double[] before = shares(all, axis, parameter);
        double[] after = shares(better, axis, parameter);
        double sum = -1;
        for (int b = 0; b < before.length; b++) {
            if (before[b] > 0) {
                double square =
                        after[b] * after[b] - after[b] * (1 - after[b]) / (better.size() - 1);
                sum += square / before[b];
            }
        }
        return sum;
    }

    private static double[] shares(List<double[]> points, int axis, Parameter parameter) {
        boolean few = parameter.size() <= FEW;
        double[] shares = new double[few ? (int) parameter.size() : BINS];
        for (double[] x : points) {
            int b =
                    few
                            ? ValueIndex.of(parameter, x[axis])
                            : Math.clamp((int) (x[axis] * BINS), 0, BINS - 1);
            shares[b] += 1.0 / points.size();
        }
        return shares;
    }

    private static List<Estimate> shares(
            Replicates replicates, int d, UnaryOperator<double[]> part) {
        var all = new ArrayList<Estimate>();
        for (int i = 0; i < d; i++) {
            int at = i;
            all.add(
                    replicates.estimate(s -> {
                        double[] v = part.apply(s);
                        double sum = Arrays.stream(v).map(w -> Math.max(w, 0)).sum();
                        return sum > 0 ? Math.max(v[at], 0) / sum : Double.NaN;
                    }));
        }
        return all;
    }
}
