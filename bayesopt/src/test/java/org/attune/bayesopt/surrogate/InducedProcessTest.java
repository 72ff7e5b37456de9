package org.attune.bayesopt.surrogate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.bayesopt.numerics.Cholesky;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.testkit.FiniteDifference;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

class InducedProcessTest {
    private static final int N = 60;

    private final double[] theta = TestData.theta(5);
    private final double[][] x = TestData.points(N, 5);
    private final double[] y = TestData.outputs(x, 5);
    private final Covariance covariance = TestData.prior(RadialKernel.MATERN52).covariance(theta);

    private GaussianProcess induced(int count, int most) {
        return InducedProcess.of(
                        LinearAlgebra.best(),
                        covariance,
                        Arrays.stream(x)
                                .limit(count)
                                .map(covariance::warped)
                                .toArray(double[][]::new),
                        Arrays.copyOf(y, count),
                        noise(count),
                        most)
                .orElseThrow();
    }

    private double[] noise(int count) {
        return IntStream.range(0, count).mapToDouble(i -> covariance.noise(x[i])).toArray();
    }

    private GaussianProcess exact() {
        return GaussianProcess.condition(LinearAlgebra.best(), covariance, x, y).orElseThrow();
    }

    private static double[] predict(GaussianProcess process, double[] x) {
        double[] out = new double[2];
        process.predict(x, out);
        return out;
    }

    private static int[] rows() {
        return IntStream.range(0, N).toArray();
    }

    /** With every observation inducing, the approximation is exact. */
    @Test
    void isExactWhereAllPlacesInduce() {
        GaussianProcess all = induced(N, N);
        for (double[] at : TestData.points(10, 77)) {
            assertArrayEquals(predict(exact(), at), predict(all, at), 1e-6);
        }
        assertEquals(exact().logLikelihood(), all.logLikelihood(), 1e-4);
        double[][] expected = exact().leaveOneOut(rows());
        double[][] leftOut = all.leaveOneOut(rows());
        for (int i = 0; i < N; i++) {
            assertArrayEquals(expected[i], leftOut[i], 1e-5);
        }
    }

    /** The definition: a normal prior with covariance Q + diag(K - Q) + σ², by dense algebra. */
    @Test
    void matchesTheDenseDefinition() {
        assertMatchesDense(induced(N, 12), N, 12);
    }

    @Test
    void matchesTheDenseDefinitionAfterMoreObservations() {
        GaussianProcess grown =
                induced(40, 12)
                        .with(List.of(Arrays.copyOfRange(x, 40, N)), Arrays.copyOfRange(y, 40, N))
                        .orElseThrow();
        assertEquals(N, grown.observations());
        assertMatchesDense(grown, 40, 12);
    }

    /** The inducing places are chosen among the first {@code among} observations. */
    private void assertMatchesDense(GaussianProcess process, int among, int m) {
        double[][] warped = Arrays.stream(x).map(covariance::warped).toArray(double[][]::new);
        int[] inducing =
                InducingPlaces.choose(
                        covariance, Arrays.copyOf(warped, among), Arrays.copyOf(y, among), m);
        assertEquals(m, inducing.length);
        double[] at = TestData.points(1, 77)[0];
        double[][] all = Arrays.copyOf(warped, N + 1);
        all[N] = covariance.warped(at);
        double[][] q = projected(all, inducing, warped);
        double[] k = new double[N * N];
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
                k[i * N + j] =
                        i == j ? covariance.variance(all[i]) + covariance.noise(all[i]) : q[i][j];
            }
        }
        double[] inverse = Cholesky.of(LinearAlgebra.best(), k, N).orElseThrow().inverse();
        double mean = 0;
        double variance = covariance.variance(all[N]);
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
                mean += q[N][i] * inverse[i * N + j] * y[j];
                variance -= q[N][i] * inverse[i * N + j] * q[N][j];
            }
        }
        assertArrayEquals(new double[] {mean, variance}, predict(process, at), 1e-6);
    }

    /** Q = K_nm K_mm⁻¹ K_mn. */
    private double[][] projected(double[][] all, int[] inducing, double[][] places) {
        int m = inducing.length;
        double[] kmm = new double[m * m];
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < m; j++) {
                kmm[i * m + j] = covariance.value(places[inducing[i]], places[inducing[j]]);
            }
        }
        double[] inverse = Cholesky.of(LinearAlgebra.best(), kmm, m).orElseThrow().inverse();
        double[][] q = new double[all.length][all.length];
        for (int a = 0; a < all.length; a++) {
            for (int b = 0; b < all.length; b++) {
                for (int i = 0; i < m; i++) {
                    for (int j = 0; j < m; j++) {
                        q[a][b] +=
                                covariance.value(all[a], places[inducing[i]])
                                        * inverse[i * m + j]
                                        * covariance.value(all[b], places[inducing[j]]);
                    }
                }
            }
        }
        return q;
    }

    @Test
    void derivativesMatchFiniteDifferences() {
        GaussianProcess process = induced(N, 15);
        double[] at = TestData.points(1, 77)[0];
        double[] byMean = new double[5];
        double[] byVariance = new double[5];
        process.predict(at, new double[2], byMean, byVariance);
        for (int part = 0; part < 2; part++) {
            int index = part;
            FiniteDifference.assertGradient(
                    v -> {
                        double[] moved = at.clone();
                        System.arraycopy(v, 0, moved, 0, 4);
                        return predict(process, moved)[index];
                    },
                    Arrays.copyOf(at, 4),
                    Arrays.copyOf(part == 0 ? byMean : byVariance, 4),
                    1e-5,
                    "part " + part);
        }
    }

    @Test
    void otherOutputsAreAsThoughGivenFromTheStart() {
        double[] other = TestData.outputs(x, 9);
        double[] at = TestData.points(1, 78)[0];
        GaussianProcess all = induced(N, N);
        GaussianProcess expected =
                GaussianProcess.condition(LinearAlgebra.best(), covariance, x, other).orElseThrow();
        assertArrayEquals(predict(expected, at), predict(all.of(other), at), 1e-6);
    }

    @Test
    void scaledVariancesLeaveMeans() {
        GaussianProcess process = induced(N, 20);
        double[] at = TestData.points(1, 7)[0];
        double[] before = predict(process, at);
        double[] after = predict(process.scaled(3), at);
        assertEquals(before[0], after[0]);
        assertEquals(3 * before[1], after[1], 1e-12);
        assertEquals(
                3 * process.leaveOneOut(rows())[4][1],
                process.scaled(3).leaveOneOut(rows())[4][1],
                1e-12);
    }

    /** Equal places add nothing: they are chosen once. */
    @Test
    void repeatsInduceOnce() {
        double[][] warped = Arrays.stream(x).map(covariance::warped).toArray(double[][]::new);
        double[][] twice = new double[2 * N][];
        double[] values = new double[2 * N];
        for (int i = 0; i < 2 * N; i++) {
            twice[i] = warped[i % N];
            values[i] = y[i % N];
        }
        int[] chosen = InducingPlaces.choose(covariance, twice, values, 2 * N);
        long distinct =
                Arrays.stream(chosen).mapToObj(i -> Arrays.toString(twice[i])).distinct().count();
        assertEquals(distinct, chosen.length);
        assertTrue(chosen.length <= N);
    }

    /** Thousands of observations, most of which a few hundred places represent. */
    @Test
    void manyObservationsAreApproximatedWell() {
        int n = GaussianProcess.EXACT + 200;
        double[][] many = TestData.points(n, 9);
        double[] outputs = TestData.outputs(many, 9);
        GaussianProcess sparse =
                GaussianProcess.condition(LinearAlgebra.best(), covariance, many, outputs)
                        .orElseThrow();
        GaussianProcess dense =
                GaussianProcess.condition(
                                LinearAlgebra.best(),
                                covariance,
                                Arrays.copyOf(many, GaussianProcess.EXACT),
                                Arrays.copyOf(outputs, GaussianProcess.EXACT))
                        .orElseThrow();
        assertTrue(sparse instanceof InducedProcess);
        double off = 0;
        double apart = 0;
        double[][] test = TestData.points(200, 10);
        double[] truth = TestData.outputs(test, 10);
        for (int i = 0; i < test.length; i++) {
            off += Math.abs(predict(sparse, test[i])[0] - truth[i]);
            apart += Math.abs(predict(dense, test[i])[0] - truth[i]);
        }
        assertTrue(off < 1.1 * apart, off + " against " + apart);
    }
}
