package org.attune.bayesopt.surrogate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.bayesopt.numerics.Cholesky;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.testkit.FiniteDifference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Kernels over permutations, alone and beside other parameters. */
class OrderKernelTest {
    private static final Space SPACE =
            Space.of(
                    List.of(
                            Parameter.real("x", 0, 1),
                            Parameter.permutation("order", List.of("a", "b", "c", "d", "e")),
                            Parameter.categorical("c", List.of("u", "v"))));

    private static final Axes AXES = new Axes(SPACE, false);

    private static double[] at(double x, String order, String c) {
        return SPACE.encode(SPACE.canonical(Point.of("x", x, "order", order, "c", c)));
    }

    private static double[][] points(int n, long seed) {
        Generator random = new Seed(seed).generator("points", n);
        double[][] x = new double[n][];
        for (int i = 0; i < n; i++) {
            x[i] = SPACE.encode(SPACE.sample(random));
        }
        return x;
    }

    private static double[] outputs(double[][] x) {
        return Arrays.stream(x).mapToDouble(u -> Math.sin(4 * u[0]) + u[1] - u[2] * u[4]).toArray();
    }

    private static ProcessPrior prior(RadialKernel radial) {
        return ProcessPrior.of(AXES, radial, Priors.informative(AXES, true), 0);
    }

    private static double[] theta(ProcessPrior prior, int seed) {
        double[] theta = prior.layout().sample(new Seed(seed).generator("theta", 0));
        double[] lower = prior.layout().lower();
        double[] upper = prior.layout().upper();
        Arrays.setAll(theta, i -> Math.clamp(theta[i], lower[i], upper[i]));
        return prior.noisier(theta);
    }

    /**
     * From abcde to badce two of ten pairs are turned round, four of five items moved by one:
     * 4/(5·24/3). A reversal is as far as can be by the first two; its middle item stays.
     */
    @Test
    void metricsMatchTheirDefinitions() {
        double[] first = at(0, "a,b,c,d,e", "u");
        double[] second = at(0, "b,a,d,c,e", "u");
        double[] last = at(0, "e,d,c,b,a", "u");
        assertEquals(0.2, OrderMetric.KENDALL.squaredDistance(first, second, 1, 5), 1e-15);
        assertEquals(0.1, OrderMetric.SPEARMAN.squaredDistance(first, second, 1, 5), 1e-15);
        assertEquals(0.8, OrderMetric.HAMMING.squaredDistance(first, second, 1, 5), 1e-15);
        assertEquals(1, OrderMetric.KENDALL.squaredDistance(first, last, 1, 5), 1e-15);
        assertEquals(1, OrderMetric.SPEARMAN.squaredDistance(first, last, 1, 5), 1e-15);
        assertEquals(0.8, OrderMetric.HAMMING.squaredDistance(first, last, 1, 5), 1e-15);
    }

    /** The squared distance is that of the embeddings, so that radial kernels of it are kernels. */
    @ParameterizedTest
    @EnumSource
    void metricsAreThoseOfTheirEmbeddings(OrderMetric metric) {
        double[][] x = points(30, 1);
        Arrays.fill(x[4], 1, 6, 0.5); // inactive
        for (double[] a : x) {
            for (double[] b : x) {
                double[] e = new double[metric.size(5)];
                double[] f = new double[metric.size(5)];
                metric.embed(a, 1, 5, e);
                metric.embed(b, 1, 5, f);
                double sum = 0;
                for (int i = 0; i < e.length; i++) {
                    sum += (e[i] - f[i]) * (e[i] - f[i]);
                }
                assertEquals(sum, metric.squaredDistance(a, b, 1, 5), 1e-14);
            }
        }
    }

    /** With a Gaussian, exp(-λ d) of Kendall's distance d, and the determinant is positive. */
    @Test
    void theGaussianOfKendallsDistanceIsMallows() {
        Space orders = Space.of(List.of(Parameter.permutation("o", List.of("a", "b", "c", "d"))));
        Axes axes = new Axes(orders, false);
        var layout = new Layout();
        Priors priors = Priors.informative(axes, false);
        Kernel kernel =
                AdditiveKernel.ofUnitVariance(
                        axes, new int[] {0}, RadialKernel.RBF, priors, layout);
        double[] theta = layout.mode();
        theta[0] = Math.log(0.6);
        theta[1] = -40; // no additive share
        List<double[]> all = orders.points(24).orElseThrow().stream().map(orders::encode).toList();
        double[] matrix = new double[24 * 24];
        for (int i = 0; i < 24; i++) {
            for (int j = 0; j < 24; j++) {
                double d = OrderMetric.KENDALL.squaredDistance(all.get(i), all.get(j), 0, 4);
                double k = kernel.at(theta).value(all.get(i), all.get(j));
                assertEquals(Math.exp(-d / (2 * 0.36)), k, 1e-12);
                matrix[i * 24 + j] = k;
            }
        }
        assertTrue(Cholesky.of(LinearAlgebra.best(), matrix, 24).isPresent());
    }

    @ParameterizedTest
    @EnumSource
    void likelihoodGradientMatchesFiniteDifferences(RadialKernel radial) {
        ProcessPrior prior = prior(radial);
        double[][] x = points(14, 3);
        x[1] = x[0].clone();
        var likelihood =
                new Likelihood(
                        LinearAlgebra.best(), prior, x, outputs(x), ObservationNoise.plain(14));
        double[] theta = theta(prior, 5);
        double[] gradient = new double[theta.length];
        likelihood.valueAndGradient(theta, gradient);
        FiniteDifference.assertGradient(
                t -> likelihood.valueAndGradient(t, new double[t.length]),
                theta,
                gradient,
                1e-5,
                radial.name());
    }

    @Test
    void matrixAndExpansionHaveTheValues() {
        ProcessPrior prior = prior(RadialKernel.MATERN52);
        double[] theta = theta(prior, 6);
        Covariance covariance = prior.covariance(theta);
        double[][] x = points(12, 4);
        double[] matrix = new double[144];
        prior.kernel().at(theta).gram(new Places(prior.warping().at(theta), x)).addTo(matrix);
        double[][] warped = Arrays.stream(x).map(covariance::warped).toArray(double[][]::new);
        double[] w = IntStream.range(0, 12).mapToDouble(i -> Math.cos(i)).toArray();
        Kernel.Expansion expansion = covariance.expansion(warped, w);
        for (int i = 0; i < 12; i++) {
            double sum = 0;
            for (int j = 0; j < 12; j++) {
                double value = covariance.value(warped[i], warped[j]);
                sum += w[j] * value;
                if (j <= i) {
                    assertEquals(value, matrix[i * 12 + j], 1e-12);
                }
            }
            assertEquals(sum, expansion.at(warped[i]), 1e-11);
        }
    }

    /** φ(a)·φ(b) is k(a, b) on average over what the features are drawn from. */
    @Test
    void featuresHaveTheCovarianceOfTheKernel() {
        ProcessPrior prior = prior(RadialKernel.MATERN52);
        Covariance covariance = prior.covariance(theta(prior, 3));
        double[][] x = Arrays.stream(points(6, 4)).map(covariance::warped).toArray(double[][]::new);
        int times = 200;
        double[][] sum = new double[6][6];
        for (int seed = 0; seed < times; seed++) {
            Features features = covariance.features(400, new Seed(seed).generator("features", 0));
            double[][] phi = new double[6][features.size()];
            for (int i = 0; i < 6; i++) {
                features.write(x[i], phi[i], 0);
                for (int j = 0; j <= i; j++) {
                    for (int f = 0; f < phi[i].length; f++) {
                        sum[i][j] += phi[i][f] * phi[j][f] / times;
                    }
                }
            }
        }
        for (int i = 0; i < 6; i++) {
            for (int j = 0; j <= i; j++) {
                // of at least 20,000 cosines: five deviations are 0.03
                double scale = covariance.variance(x[i]);
                assertEquals(covariance.value(x[i], x[j]), sum[i][j], 0.03 * scale);
            }
        }
    }

    /** Coordinates of positions are not climbed along: what a kernel says of them is flat. */
    @Test
    void slopesAreThoseOfTheRealAxis() {
        ProcessPrior prior = prior(RadialKernel.MATERN52);
        Covariance covariance = prior.covariance(theta(prior, 7));
        double[][] x = Arrays.stream(points(2, 8)).map(covariance::warped).toArray(double[][]::new);
        double[] slope = new double[7];
        covariance.valueAndGradient(x[0], x[1], slope);
        double h = 1e-6;
        double[] up = x[0].clone();
        double[] down = x[0].clone();
        up[0] += h;
        down[0] -= h;
        double expected = (covariance.value(up, x[1]) - covariance.value(down, x[1])) / (2 * h);
        assertEquals(expected, slope[0], 1e-7);
        assertArrayEquals(new double[6], Arrays.copyOfRange(slope, 1, 7));
    }

    @Test
    void allAxesOfAnOrderHaveTheLengthscaleOfItsMetricsTogether() {
        ProcessPrior prior = prior(RadialKernel.MATERN52);
        double[] lengthscales = prior.hyperparameters(theta(prior, 1)).lengthscales();
        assertEquals(7, lengthscales.length);
        for (int d = 2; d < 6; d++) {
            assertEquals(lengthscales[1], lengthscales[d]);
        }
    }
}
