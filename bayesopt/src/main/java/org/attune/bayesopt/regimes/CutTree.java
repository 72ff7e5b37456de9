package org.attune.bayesopt.regimes;

import org.attune.api.Seed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Treed partitions: the space is cut along axes, at a value or into two sets of categories, and
 * each leaf is a regime.
 *
 * <p>Cuts are ranked by how much less the outputs of both sides are off from planes of their own
 * than from one plane, n/2 log of the mean square; categories are tried in the order of their mean
 * outputs. What is made of the best cuts, each alone and the best one with a second cut, is decided
 * like other partitions.
 *
 * <p>Source: R. B. Gramacy and H. K. H. Lee, "Bayesian treed Gaussian process models with an
 * application to computer modeling", JASA 103 (2008), doi:10.1198/016214508000000689; of their
 * average over trees only the best one is left.
 *
 * @param cuts how many of the best cuts become partitions
 */
public record CutTree(int cuts) implements Candidates {
    private static final int LEAST = 2; // observations on a side
    private static final double RIDGE = 1e-3;

    /** A cut of some observations. */
    private record Split(CutBoundary.Cut cut, double gain) {}

    @Override
    public List<Candidate> of(RegimeData data, Seed seed) {
        double[][] x = data.data().x();
        int[] all = IntStream.range(0, x.length).toArray();
        List<Split> best = splits(data, all).stream().limit(cuts).toList();
        var found = new ArrayList<Candidate>();
        for (Split split : best) {
            found.add(candidate(x, List.of(split.cut())));
        }
        if (!best.isEmpty()) {
            CutBoundary.Cut first = best.getFirst().cut();
            second(data, first, all).ifPresent(s -> found.add(candidate(x, List.of(first, s))));
        }
        return found;
    }

    /** Returns the observations on one side of the best cut along each axis. */
    static List<int[]> sides(RegimeData data, int[] rows) {
        double[][] x = data.data().x();
        return splits(data, rows).stream()
                .map(s -> Arrays.stream(rows).filter(i -> s.cut().side(x[i]) == 1).toArray())
                .toList();
    }

    /** Returns the best cut of either side of a first one. */
    private static Optional<CutBoundary.Cut> second(
            RegimeData data, CutBoundary.Cut first, int[] all) {
        double[][] x = data.data().x();
        return IntStream.of(0, 1)
                .boxed()
                .flatMap(side ->
                        splits(
                                        data,
                                        Arrays.stream(all)
                                                .filter(i -> first.side(x[i]) == side)
                                                .toArray())
                                .stream()
                                .limit(1)
                                .map(s -> new Split(s.cut().within(side), s.gain())))
                .max(Comparator.comparingDouble(Split::gain))
                .map(Split::cut);
    }

    private static Candidate candidate(double[][] x, List<CutBoundary.Cut> cuts) {
        int[] leaves = Arrays.stream(x).mapToInt(p -> CutBoundary.leaf(cuts, p)).toArray();
        return new Candidate(
                Partition.of(leaves),
                Optional.of(RegimeSettings.doubted(CutBoundary.fitter(cuts))));
    }

    /** Returns the best cut of each axis, the best first. */
    private static List<Split> splits(RegimeData data, int[] rows) {
        var splits = new ArrayList<Split>();
        double whole = misfit(data, rows);
        for (int axis = 0; axis < data.axes().dimension(); axis++) {
            int d = axis;
            double[] keys =
                    data.axes().isCategorical(d)
                            ? meansOfCategories(data, rows, d)
                            : Arrays.stream(rows).mapToDouble(i -> data.data().x()[i][d]).toArray();
            best(data, rows, keys, d, whole).ifPresent(splits::add);
        }
        splits.sort(Comparator.comparingDouble(s -> -s.gain()));
        return splits;
    }

    /** Returns, for each row, the mean output of the rows of its category. */
    private static double[] meansOfCategories(RegimeData data, int[] rows, int axis) {
        double[] keys = new double[rows.length];
        for (int i = 0; i < keys.length; i++) {
            double code = data.data().x()[rows[i]][axis];
            keys[i] =
                    Arrays.stream(rows)
                            .filter(j -> data.data().x()[j][axis] == code)
                            .mapToDouble(j -> data.z()[j])
                            .average()
                            .orElseThrow();
        }
        return keys;
    }

    private static Optional<Split> best(
            RegimeData data, int[] rows, double[] keys, int axis, double whole) {
        double[] values = Arrays.stream(keys).distinct().sorted().toArray();
        Optional<Split> best = Optional.empty();
        for (int v = 1; v < values.length; v++) {
            double from = values[v];
            int[] low = those(rows, i -> keys[i] < from);
            int[] high = those(rows, i -> keys[i] >= from);
            if (low.length >= LEAST && high.length >= LEAST) {
                double gain = whole - misfit(data, low) - misfit(data, high);
                if (best.isEmpty() || gain > best.get().gain()) {
                    best = Optional.of(new Split(cut(data, low, high, axis), gain));
                }
            }
        }
        return best;
    }

    /** Returns some of the rows, chosen by their index. */
    private static int[] those(int[] rows, IntPredicate chosen) {
        return IntStream.range(0, rows.length).filter(chosen).map(i -> rows[i]).toArray();
    }

    private static CutBoundary.Cut cut(RegimeData data, int[] low, int[] high, int axis) {
        double[][] x = data.data().x();
        if (data.axes().isCategorical(axis)) {
            return CutBoundary.Cut.of(
                    axis, Arrays.stream(high).mapToDouble(i -> x[i][axis]).distinct().toArray());
        }
        double below = Arrays.stream(low).mapToDouble(i -> x[i][axis]).max().orElseThrow();
        double above = Arrays.stream(high).mapToDouble(i -> x[i][axis]).min().orElseThrow();
        return CutBoundary.Cut.at(axis, below, above);
    }

    /** Returns n/2 log (SS/n + ridge) of the outputs beside their plane over the ordered axes. */
    private static double misfit(RegimeData data, int[] rows) {
        int[] axes =
                IntStream.range(0, data.axes().dimension())
                        .filter(d -> !data.axes().isCategorical(d))
                        .toArray();
        int columns = rows.length > 2 * axes.length + 2 ? axes.length + 1 : 1;
        double[][] normal = new double[columns][columns + 1];
        double squares = 0;
        double[] row = new double[columns];
        for (int i : rows) {
            row[0] = 1;
            for (int c = 1; c < columns; c++) {
                row[c] = data.data().x()[i][axes[c - 1]] - 0.5;
            }
            double z = data.z()[i];
            squares += z * z;
            for (int a = 0; a < columns; a++) {
                for (int b = 0; b < columns; b++) {
                    normal[a][b] += row[a] * row[b];
                }
                normal[a][columns] += row[a] * z;
            }
        }
        double explained = 0;
        double[] moments = new double[columns];
        for (int a = 0; a < columns; a++) {
            normal[a][a] += RIDGE;
            moments[a] = normal[a][columns];
        }
        double[] weights = solved(normal);
        for (int a = 0; a < columns; a++) {
            explained += weights[a] * moments[a];
        }
        return 0.5 * rows.length * Math.log(Math.max(squares - explained, 0) / rows.length + RIDGE);
    }

    /** Solves a positive definite system by elimination; the right side is the last column. */
    private static double[] solved(double[][] system) {
        int n = system.length;
        for (int p = 0; p < n; p++) {
            for (int r = p + 1; r < n; r++) {
                double factor = system[r][p] / system[p][p];
                for (int c = p; c <= n; c++) {
                    system[r][c] -= factor * system[p][c];
                }
            }
        }
        double[] solution = new double[n];
        for (int p = n - 1; p >= 0; p--) {
            double sum = system[p][n];
            for (int c = p + 1; c < n; c++) {
                sum -= system[p][c] * solution[c];
            }
            solution[p] = sum / system[p][p];
        }
        return solution;
    }
}
