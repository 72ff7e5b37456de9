package org.attune.bayesopt.surrogate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.testkit.FiniteDifference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Kernels that are put together from others, as a tuner may. */
class KernelTest {
    private static final int[] REALS = {0, 1};
    private static final int[] REST = {2, 3, 4};

    /** How a kernel of {@link TestData#AXES} may be made. */
    enum Way {
        ALL(layout -> group(layout, AdditiveKernel.all(TestData.AXES))),
        GROUP(layout -> group(layout, REST)),
        SUM(layout -> Kernel.sum(List.of(group(layout, REALS), group(layout, REST)))),
        NEURAL(KernelTest::neural),
        NEURAL_PRODUCT(layout -> Kernel.product(neural(layout), group(layout, REST))),
        RIDGE(layout ->
                Kernel.sum(
                        List.of(
                                group(layout, REST),
                                new RidgeKernel(TestData.AXES, RadialKernel.MATERN52, layout)))),
        PRODUCT(layout -> Kernel.product(group(layout, REALS), group(layout, REST))),
        PRODUCT_OF_SUM(layout ->
                Kernel.product(
                        Kernel.sum(
                                List.of(
                                        group(layout, REALS),
                                        new TrendKernel(TestData.AXES, layout))),
                        group(layout, new int[] {2}))),
        ALIGNMENT(priors -> priors.withAlignment(true), RadialKernel.MATERN52);

        private final ProcessPrior prior;

        Way(Function<Layout, Kernel> kernel) {
            Priors priors = Priors.informative(TestData.AXES, true);
            this.prior = ProcessPrior.of(TestData.AXES, priors, kernel, 0);
        }

        Way(UnaryOperator<Priors> with, RadialKernel radial) {
            Priors priors = with.apply(Priors.informative(TestData.AXES, true));
            this.prior = ProcessPrior.of(TestData.AXES, radial, priors, 0);
        }

        ProcessPrior prior() {
            return prior;
        }
    }

    private static Kernel neural(Layout layout) {
        return new NeuralKernel(
                TestData.AXES, REALS, Priors.informative(TestData.AXES, true), layout);
    }

    private static Kernel group(Layout layout, int[] axes) {
        Priors priors = Priors.informative(TestData.AXES, true);
        return new AdditiveKernel(
                TestData.AXES,
                axes,
                RadialKernel.MATERN52,
                layout.add(priors.lengthscales(axes)),
                Optional.of(layout.add(priors.signal())),
                layout.add(priors.share()));
    }

    private static double[] theta(ProcessPrior prior, int seed) {
        double[] theta = prior.layout().sample(new Seed(seed).generator("theta", 0));
        double[] lower = prior.layout().lower();
        double[] upper = prior.layout().upper();
        Arrays.setAll(theta, i -> Math.clamp(theta[i], lower[i], upper[i]));
        return prior.noisier(theta);
    }

    /** Against the sum, term by term; some places twice, and at places themselves. */
    @ParameterizedTest
    @EnumSource
    void expansionsAreSums(Way way) {
        ProcessPrior prior = way.prior();
        for (int seed = 0; seed < 5; seed++) {
            Covariance covariance = prior.covariance(theta(prior, seed));
            double[][] x = warped(covariance, TestData.points(30, seed));
            x[7] = x[3];
            Generator random = new Seed(seed).generator("weights", 0);
            double[] w = IntStream.range(0, 30).mapToDouble(i -> random.nextGaussian()).toArray();
            Kernel.Expansion expansion = covariance.expansion(x, w);
            double[][] others = warped(covariance, TestData.points(20, 50 + seed));
            for (double[] at : Stream.concat(Arrays.stream(others), Arrays.stream(x)).toList()) {
                double sum = 0;
                for (int i = 0; i < w.length; i++) {
                    sum += w[i] * covariance.value(at, x[i]);
                }
                assertEquals(sum, expansion.at(at), 1e-11 * (1 + covariance.variance(at)));
            }
        }
    }

    /** Covariances with many places are those one by one, and so are their derivatives. */
    @ParameterizedTest
    @EnumSource
    void sectionsAreValues(Way way) {
        ProcessPrior prior = way.prior();
        for (int seed = 0; seed < 5; seed++) {
            Covariance covariance = prior.covariance(theta(prior, seed));
            double[][] x = warped(covariance, TestData.points(20, seed));
            x[7] = x[3];
            double[][] others = warped(covariance, TestData.points(5, 50 + seed));
            for (double[] at : Stream.of(others[0], others[1], others[2], x[3]).toList()) {
                assertSections(covariance.sections(x), covariance, at, x);
            }
        }
    }

    private static void assertSections(
            Kernel.Sections sections, Covariance covariance, double[] at, double[][] x) {
        int n = x.length - 2; // of the first places alone
        double[] values = new double[n];
        double[] again = new double[n];
        double[][] slopes = new double[n][covariance.dimension()];
        sections.addTo(at, values);
        sections.addTo(at, again, slopes);
        for (int i = 0; i < n; i++) {
            double[] gradient = new double[covariance.dimension()];
            double value = covariance.valueAndGradient(at, x[i], gradient);
            assertEquals(value, values[i], 1e-12 * covariance.variance(at));
            assertEquals(value, again[i], 1e-12 * covariance.variance(at));
            for (int d = 0; d < gradient.length; d++) {
                assertEquals(gradient[d], slopes[i][d], 1e-9 * (1 + Math.abs(gradient[d])));
            }
        }
    }

    /** Every radial kernel; lengthscales for which a product of exponentials would overflow. */
    @ParameterizedTest
    @EnumSource
    void sectionsOfSharpKernelsAreValues(RadialKernel radial) {
        var layout = new Layout();
        Kernel kernel =
                AdditiveKernel.ofUnitVariance(
                        TestData.AXES,
                        REALS,
                        radial,
                        Priors.informative(TestData.AXES, true),
                        layout);
        double[][] x = TestData.points(12, 1);
        x[5][0] = x[2][0] + 1e-9;
        for (double lengthscale : new double[] {1e-4, 1e-2, 0.1, 1, 30}) {
            double[] theta = {Math.log(lengthscale), Math.log(2 * lengthscale), 0.3};
            Kernel.At at = kernel.at(theta);
            for (double[] a : x) {
                double[] values = new double[x.length];
                at.sections(x).addTo(a, values);
                double[] outside = a.clone();
                outside[0] += 1.5; // as places of shifted tasks are
                double[] further = new double[x.length];
                at.sections(x).addTo(outside, further);
                for (int i = 0; i < x.length; i++) {
                    String where = radial + " " + lengthscale;
                    assertEquals(at.value(a, x[i]), values[i], 1e-12, where);
                    assertEquals(at.value(outside, x[i]), further[i], 1e-12, where);
                }
            }
        }
    }

    /** Every radial kernel along one axis, lengthscales from far below to far above the range. */
    @ParameterizedTest
    @EnumSource
    void expansionsAlongALineAreSums(RadialKernel radial) {
        Generator random = new Seed(4).generator("line", 0);
        double[] x = IntStream.range(0, 50).mapToDouble(i -> random.nextDouble()).toArray();
        double[] w = IntStream.range(0, 50).mapToDouble(i -> random.nextGaussian()).toArray();
        x[9] = x[2];
        for (double c : new double[] {0.01, 1, 30, 1e4}) {
            LineExpansion line = LineExpansion.of(radial, false, c, x, w);
            for (double at : new double[] {0, 1, -0.3, 1.4, 0.5, x[9], x[11]}) {
                double sum = 0;
                for (int i = 0; i < x.length; i++) {
                    sum += w[i] * radial.value(c * c * (at - x[i]) * (at - x[i]));
                }
                assertEquals(sum, line.at(at), 1e-11, radial + " " + c + " at " + at);
            }
        }
    }

    /** φ(a)·φ(b) is k(a, b) on average over what the features are drawn from. */
    @ParameterizedTest
    @EnumSource
    void featuresHaveTheCovarianceOfTheKernel(Way way) {
        ProcessPrior prior = way.prior();
        Covariance covariance = prior.covariance(theta(prior, 3));
        double[][] x = warped(covariance, TestData.points(6, 4));
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
        double largest = Arrays.stream(x).mapToDouble(covariance::variance).max().orElseThrow();
        for (int i = 0; i < 6; i++) {
            for (int j = 0; j <= i; j++) {
                // of at least 20,000 cosines: five deviations are 0.03
                assertEquals(covariance.value(x[i], x[j]), sum[i][j], 0.03 * largest);
            }
        }
    }

    private static double[][] warped(Covariance covariance, double[][] x) {
        return Arrays.stream(x).map(covariance::warped).toArray(double[][]::new);
    }

    @ParameterizedTest
    @EnumSource
    void likelihoodGradientMatchesFiniteDifferences(Way way) {
        ProcessPrior prior = way.prior();
        double[][] x = TestData.points(12, 3);
        x[1] = x[0].clone();
        var likelihood =
                new Likelihood(
                        LinearAlgebra.best(),
                        prior,
                        x,
                        TestData.outputs(x, 3),
                        ObservationNoise.plain(12));
        double[] theta = theta(prior, 5);
        double[] gradient = new double[theta.length];
        likelihood.valueAndGradient(theta, gradient);
        FiniteDifference.assertGradient(
                t -> likelihood.valueAndGradient(t, new double[t.length]),
                theta,
                gradient,
                1e-5,
                way.name());
    }

    /** The search for hyperparameters and the process see the same function. */
    @ParameterizedTest
    @EnumSource
    void matrixHasTheValues(Way way) {
        ProcessPrior prior = way.prior();
        double[] theta = theta(prior, 6);
        Covariance covariance = prior.covariance(theta);
        double[][] x = TestData.points(9, 4);
        var places = new Places(prior.warping().at(theta), x);
        double[] matrix = new double[81];
        prior.kernel().at(theta).gram(places).addTo(matrix);
        for (int i = 0; i < 9; i++) {
            double[] a = covariance.warped(x[i]);
            assertEquals(covariance.variance(a), covariance.value(a, a), 1e-12);
            for (int j = 0; j <= i; j++) {
                double expected = covariance.value(a, covariance.warped(x[j]));
                assertEquals(expected, matrix[i * 9 + j], 1e-12, way + " " + i + " " + j);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void slopesMatchFiniteDifferences(Way way) {
        ProcessPrior prior = way.prior();
        Covariance covariance = prior.covariance(theta(prior, 7));
        double[] a = covariance.warped(TestData.points(2, 8)[0]);
        double[] b = covariance.warped(TestData.points(2, 8)[1]);
        b[4] = a[4]; // a category
        double[] slope = new double[5];
        Arrays.fill(slope, 9); // overwritten
        assertEquals(covariance.value(a, b), covariance.valueAndGradient(a, b, slope), 1e-12);
        assertArrayEquals(
                FiniteDifference.gradient(v -> covariance.value(with(a, v), b), reals(a)),
                reals(slope),
                1e-7);
        double[] ofVariance = new double[5];
        Arrays.setAll(ofVariance, d -> covariance.varianceSlope(d, a));
        assertArrayEquals(
                FiniteDifference.gradient(v -> covariance.variance(with(a, v)), reals(a)),
                reals(ofVariance),
                1e-7);
    }

    private static double[] reals(double[] a) {
        return Arrays.copyOf(a, 4);
    }

    private static double[] with(double[] a, double[] first) {
        double[] moved = a.clone();
        System.arraycopy(first, 0, moved, 0, first.length);
        return moved;
    }

    /** Axes of which a group says nothing do not matter; each kernel's lengthscales are found. */
    @Test
    void aGroupSeesItsOwnAxesAlone() {
        ProcessPrior prior = Way.GROUP.prior();
        double[] theta = theta(prior, 2);
        Covariance covariance = prior.covariance(theta);
        double[] a = covariance.warped(TestData.points(1, 1)[0]);
        double[] b = a.clone();
        b[0] = 1 - a[0];
        assertEquals(covariance.variance(a), covariance.value(a, b), 1e-15);
        double[] lengthscales = prior.hyperparameters(theta).lengthscales();
        assertArrayEquals(new double[] {1, 1}, Arrays.copyOf(lengthscales, 2));
        assertEquals(Math.exp(theta[0]), lengthscales[2]);
        assertEquals(Math.exp(theta[2]), lengthscales[4]);
    }

    /**
     * f(x, w) = g(x) h(w) of a coarse grid: the product of kernels knows of it, the sum does not.
     */
    @Test
    void aFittedProductOfGroupsPredictsAProduct() {
        var space = Space.of(List.of(Parameter.real("x", 0, 1), Parameter.real("fidelity", 0, 1)));
        var axes = new Axes(space, false, false);
        Priors priors = Priors.informative(axes, false);
        Generator random = new Seed(4).generator("places", 0);
        var x = new ArrayList<double[]>();
        for (int i = 0; i < 24; i++) {
            x.add(new double[] {random.nextDouble(), random.nextDouble()});
        }
        Dataset data = new Dataset(x.toArray(double[][]::new), product(x));
        Function<Layout, Kernel> factors =
                layout ->
                        Kernel.product(
                                new AdditiveKernel(
                                        axes,
                                        new int[] {0},
                                        RadialKernel.RBF,
                                        layout.add(priors.lengthscales(new int[] {0})),
                                        Optional.of(layout.add(priors.signal())),
                                        layout.add(priors.share())),
                                AdditiveKernel.ofUnitVariance(
                                        axes, new int[] {1}, RadialKernel.RBF, priors, layout));
        var settings = SurrogateSettings.standard();
        WarpedProcess process =
                new SurrogateFitter(
                                LinearAlgebra.best(),
                                ProcessPrior.of(axes, priors, factors, 0),
                                settings,
                                Enrichment.NONE,
                                new Seed(1))
                        .fit(data)
                        .orElseThrow();
        var others = new ArrayList<double[]>();
        for (int i = 0; i < 50; i++) {
            others.add(new double[] {random.nextDouble(), random.nextDouble()});
        }
        double off = 0;
        double all = 0;
        double[] y = product(others);
        double[] out = new double[2];
        for (int i = 0; i < y.length; i++) {
            double z = process.warp().forward(y[i]);
            process.predict(others.get(i), out);
            off += (z - out[0]) * (z - out[0]);
            all += z * z;
        }
        assertEquals(0, off / all, 0.05);
    }

    private static double[] product(List<double[]> x) {
        return x.stream().mapToDouble(p -> Math.sin(5 * p[0]) * (0.5 + p[1])).toArray();
    }
}
