package org.attune.bayesopt.regimes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.numerics.StandardNormal;
import org.attune.bayesopt.numerics.Vectors;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.RadialKernel;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

class PartitionClimbTest {
    private static final LinearAlgebra ALGEBRA = LinearAlgebra.best();

    /** Returns observations of a bowl in each regime, all of them as surprising as the others. */
    private static RegimeData data(double[][] x, ToIntFunction<double[]> regime, double... levels) {
        double[] z =
                Arrays.stream(x)
                        .mapToDouble(p ->
                                levels[regime.applyAsInt(p)]
                                        + Arrays.stream(p).map(v -> (v - 0.5) * (v - 0.5)).sum())
                        .toArray();
        double[][] left = new double[x.length][];
        Arrays.setAll(left, i -> new double[] {z[i], 1});
        Parameter[] parameters = new Parameter[x[0].length];
        Arrays.setAll(parameters, d -> Parameter.real("x" + d, 0, 1));
        var axes = new Axes(Space.of(List.of(parameters)), true);
        return new RegimeData(ALGEBRA, axes, new Dataset(x, z), left);
    }

    private static double[][] places(int n, int dimension) {
        Generator random = new Seed(1).generator("places", n);
        double[][] x = new double[n][dimension];
        for (double[] place : x) {
            Arrays.setAll(place, d -> random.nextDouble());
        }
        return x;
    }

    private static void requireFound(RegimeData data, ToIntFunction<double[]> regime) {
        Partition truth = Partition.of(Arrays.stream(data.data().x()).mapToInt(regime).toArray());
        Partition best = new PartitionClimb(2).of(data, new Seed(0)).getFirst().partition();
        assertEquals(truth, best);
    }

    /**
     * The lowest level is between the others, so that no gap between outputs says where it ends.
     */
    @Test
    void regimesAlongOneParameterAreFound() {
        ToIntFunction<double[]> regime = p -> p[0] < 0.3 ? 0 : p[0] < 0.65 ? 1 : 2;
        requireFound(data(places(40, 1), regime, 1, 0, 1.3), regime);
    }

    @Test
    void aDiscIsFound() {
        ToIntFunction<double[]> regime = p -> Math.hypot(p[0] - 0.6, p[1] - 0.4) < 0.3 ? 0 : 1;
        requireFound(data(places(40, 2), regime, 0.4, 0), regime);
    }

    /** Of 200 observations 80 are divided; no regime that is found is on both sides. */
    @Test
    void manyAreBesideTheNearestOfSome() {
        double[][] x = places(200, 2);
        ToIntFunction<double[]> regime = p -> p[0] + p[1] < 0.9 ? 0 : 1;
        Partition found =
                new PartitionClimb(1).of(data(x, regime, 0, 2), new Seed(0)).getFirst().partition();
        assertEquals(200, found.observations());
        int pure = 0;
        for (int k = 0; k < found.regimes(); k++) {
            int[] rows = found.rows(k);
            int first = (int) Arrays.stream(rows).filter(i -> regime.applyAsInt(x[i]) == 0).count();
            pure += Math.max(first, rows.length - first);
        }
        assertTrue(pure > 195, pure + " of 200 beside others of their regime");
    }

    /** What is said of an observation is what a process without it predicts. */
    @Test
    void whatIsLeftOutSaysNothingOfItself() {
        int n = 7;
        double[][] x = places(n, 2);
        RegimeData data = data(x, p -> 0, 0);
        double[][] terms =
                new GridProcesses(ALGEBRA, data).logTerms(Partition.whole(n)).orElseThrow();
        double mean = Arrays.stream(data.z()).average().orElseThrow();
        double[] z = Arrays.stream(data.z()).map(v -> v - mean).toArray();
        double believed = 0.5 * Arrays.stream(z).map(v -> v * v).sum() / n;
        double likelihood = Double.NEGATIVE_INFINITY;
        double[] expected = {};
        int[] all = IntStream.range(0, n).toArray();
        for (double length : new double[] {0.3, 0.8, 2}) {
            for (double noise : new double[] {1e-6, 1e-3, 3e-2}) {
                double[][] a = covariances(x, length, noise);
                double q = believed + quadratic(a, all, z, z);
                double l = -0.5 * ((n + 1) * Math.log(q) + logDeterminant(a));
                if (l > likelihood) {
                    likelihood = l;
                    expected = new double[n];
                    for (int i = 0; i < n; i++) {
                        int row = i;
                        int[] others = Arrays.stream(all).filter(j -> j != row).toArray();
                        double m = quadratic(a, others, a[i], z);
                        double v = a[i][i] - quadratic(a, others, a[i], a[i]);
                        double s2 = q / (n + 1) * v;
                        expected[i] =
                                StandardNormal.logPdf((z[i] - m) / Math.sqrt(s2))
                                        - 0.5 * Math.log(s2);
                    }
                }
            }
        }
        for (int i = 0; i < n; i++) {
            assertEquals(expected[i], terms[i][0], 1e-4);
        }
    }

    private static double[][] covariances(double[][] x, double length, double noise) {
        double[][] a = new double[x.length][x.length];
        for (int i = 0; i < x.length; i++) {
            for (int j = 0; j < x.length; j++) {
                double r2 = Vectors.squaredDistance(x[i], x[j]) / (2 * length * length);
                a[i][j] = RadialKernel.MATERN52.value(r2) + 10 + (i == j ? noise : 0);
            }
        }
        return a;
    }

    /** Returns bᵀ A⁻¹ c of some rows, by elimination. */
    private static double quadratic(double[][] a, int[] rows, double[] b, double[] c) {
        double[][] system = eliminated(a, rows, c);
        int m = rows.length;
        double[] solved = new double[m];
        for (int p = m - 1; p >= 0; p--) {
            double sum = system[p][m];
            for (int q = p + 1; q < m; q++) {
                sum -= system[p][q] * solved[q];
            }
            solved[p] = sum / system[p][p];
        }
        return IntStream.range(0, m).mapToDouble(p -> b[rows[p]] * solved[p]).sum();
    }

    private static double logDeterminant(double[][] a) {
        int[] rows = IntStream.range(0, a.length).toArray();
        double[][] system = eliminated(a, rows, new double[a.length]);
        return Arrays.stream(rows).mapToDouble(p -> Math.log(system[p][p])).sum();
    }

    private static double[][] eliminated(double[][] a, int[] rows, double[] right) {
        int m = rows.length;
        double[][] system = new double[m][m + 1];
        for (int p = 0; p < m; p++) {
            for (int q = 0; q < m; q++) {
                system[p][q] = a[rows[p]][rows[q]];
            }
            system[p][m] = right[rows[p]];
        }
        for (int p = 0; p < m; p++) {
            for (int r = p + 1; r < m; r++) {
                double factor = system[r][p] / system[p][p];
                for (int c = p; c <= m; c++) {
                    system[r][c] -= factor * system[p][c];
                }
            }
        }
        return system;
    }
}
