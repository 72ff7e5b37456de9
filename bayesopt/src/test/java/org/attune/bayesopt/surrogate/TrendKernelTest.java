package org.attune.bayesopt.surrogate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.testkit.FiniteDifference;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

class TrendKernelTest {
    private static final Axes AXES = axes(8);

    /** Ordered axes, one of which is discrete, and a category. */
    private static Axes axes(int ordered) {
        var parameters = new ArrayList<Parameter>();
        for (int d = 1; d < ordered; d++) {
            parameters.add(Parameter.real("x" + d, 0.01, 10));
        }
        parameters.add(Parameter.categorical("c", List.of("a", "b")));
        parameters.add(Parameter.integer("n", 1, 64));
        return new Axes(Space.of(parameters), false);
    }

    private static double[] place(Axes axes, Generator random) {
        double[] x = random.doubles(axes.dimension()).toArray();
        Arrays.setAll(x, d -> axes.snap(d, x[d]));
        return x;
    }

    /** The covariance of Σ_de c_de z_d z_e, with c_de ~ N(0, v (3/m)²), over 40,000 of such. */
    @Test
    void isTheCovarianceOfRandomQuadratics() {
        Generator random = new Seed(1).generator("quadratics", 0);
        double[] a = place(AXES, random);
        double[] b = place(AXES, random);
        int draws = 40_000;
        double[] products = new double[draws];
        for (int draw = 0; draw < draws; draw++) {
            double atA = 0;
            double atB = 0;
            for (int d = 0; d < 9; d++) {
                for (int e = 0; e < 9 && d != 7; e++) {
                    double c = e == 7 ? 0 : Math.sqrt(0.4) * 3 / 8 * random.nextGaussian();
                    atA += c * (2 * a[d] - 1) * (2 * a[e] - 1);
                    atB += c * (2 * b[d] - 1) * (2 * b[e] - 1);
                }
            }
            products[draw] = atA * atB;
        }
        double mean = Arrays.stream(products).average().orElseThrow();
        double squares = Arrays.stream(products).map(p -> (p - mean) * (p - mean)).sum();
        double error = Math.sqrt(squares) / draws;
        Kernel.At trend = new TrendKernel(AXES, new Layout()).at(new double[] {Math.log(0.4)});
        assertEquals(trend.value(a, b), mean, 4 * error);
    }

    @RepeatedTest(5)
    void gradientsMatchFiniteDifferences(RepetitionInfo info) {
        Generator random = new Seed(info.getCurrentRepetition()).generator("places", 0);
        var prior =
                ProcessPrior.of(
                        AXES, RadialKernel.MATERN52, Priors.informative(AXES, true).withTrend(), 0);
        Covariance covariance = prior.covariance(prior.layout().sample(random));
        double[] a = covariance.warped(place(AXES, random));
        double[] b = covariance.warped(place(AXES, random));
        double[] gradient = new double[9];
        assertEquals(covariance.value(a, b), covariance.valueAndGradient(a, b, gradient), 1e-14);
        assertEquals(covariance.value(b, a), covariance.value(a, b), 1e-14);
        double[] ofVariance = new double[9];
        Arrays.setAll(ofVariance, d -> covariance.varianceSlope(d, a));
        FiniteDifference.assertGradient(
                ordered(a, x -> covariance.value(x, b)), a, gradient, 1e-6, "k(a, b)");
        FiniteDifference.assertGradient(
                ordered(a, covariance::variance), a, ofVariance, 1e-6, "k(a, a)");
    }

    /** The function with the category left as it is. */
    private static ToDoubleFunction<double[]> ordered(
            double[] a, ToDoubleFunction<double[]> function) {
        return x -> {
            double[] same = x.clone();
            same[7] = a[7];
            return function.applyAsDouble(same);
        };
    }

    @RepeatedTest(5)
    void posteriorGradientMatchesFiniteDifferences(RepetitionInfo info) {
        Generator random = new Seed(info.getCurrentRepetition()).generator("posterior", 0);
        int models = info.getCurrentRepetition() % 2;
        var priors = Priors.informative(AXES, true).withTrend();
        var prior = ProcessPrior.of(AXES, RadialKernel.MATERN52, priors, models);
        double[][] x = Stream.generate(() -> place(AXES, random)).limit(9).toArray(double[][]::new);
        for (int i = 0; models > 0 && i < 9; i++) {
            x[i] = Arrays.copyOf(x[i], 10);
            x[i][9] = random.nextGaussian();
        }
        double[] y = random.doubles(9).toArray();
        var likelihood =
                new Likelihood(LinearAlgebra.best(), prior, x, y, ObservationNoise.plain(9));
        double[] theta = prior.layout().sample(random);
        theta[29] = Math.max(theta[29], -7); // of the noise
        double[] gradient = new double[theta.length];
        likelihood.valueAndGradient(theta, gradient);
        FiniteDifference.assertGradient(
                t -> likelihood.valueAndGradient(t, new double[t.length]),
                theta,
                gradient,
                1e-5,
                models + " models");
    }

    /** A saddle, of which no axis alone shows anything. */
    @Test
    void whatATrendPredictsOfASaddleIsNearerThanWithoutOne() {
        Axes axes = axes(12);
        Generator random = new Seed(3).generator("saddle", 0);
        double[][] x =
                Stream.generate(() -> place(axes, random)).limit(150).toArray(double[][]::new);
        double[] y = new double[150];
        for (int i = 0; i < y.length; i++) {
            for (int d = 0; d < 10; d += 2) {
                y[i] += (2 * x[i][d] - 1) * (2 * x[i][d + 1] - 1);
            }
        }
        var seen = new Dataset(Arrays.copyOf(x, 110), Arrays.copyOf(y, 110));
        Priors plain = Priors.informative(axes, true);
        double without = squaredError(axes, plain, seen, x, y);
        double with = squaredError(axes, plain.withTrend(), seen, x, y);
        assertTrue(with < 0.7 * without, with + " with a trend, " + without + " without");
    }

    private static double squaredError(
            Axes axes, Priors priors, Dataset seen, double[][] x, double[] y) {
        WarpedProcess process =
                new SurrogateFitter(
                                LinearAlgebra.best(),
                                axes,
                                SurrogateSettings.standard(),
                                priors,
                                new Seed(1))
                        .fit(seen)
                        .orElseThrow();
        double sum = 0;
        for (int i = seen.size(); i < y.length; i++) {
            double[] normal = new double[2];
            process.predict(x[i], normal);
            sum += Math.pow(normal[0] - process.warp().forward(y[i]), 2);
        }
        return sum;
    }

    @Test
    void whatWasLearnedWithoutATrendIsRefused() {
        Priors plain = Priors.informative(AXES, true);
        var fitter =
                new SurrogateFitter(
                        LinearAlgebra.best(),
                        AXES,
                        SurrogateSettings.standard(),
                        plain.withTrend(),
                        new Seed(1));
        var seen = new Dataset(new double[][] {new double[9]}, new double[] {1});
        double[] mode = ProcessPrior.of(AXES, RadialKernel.MATERN52, plain, 0).layout().mode();
        var learned = new Learned(OutputWarp.Shape.IDENTITY, mode, mode);
        var refused =
                assertThrows(IllegalArgumentException.class, () -> fitter.recall(seen, learned));
        assertTrue(refused.getMessage().contains("30 hyperparameters and its tuner's has 31"));
    }

    @Test
    void thereIsNoneOnFewAxes() {
        assertFalse(Priors.informative(axes(7), true).withTrend().isTrended());
        assertTrue(Priors.informative(axes(8), true).withTrend().isTrended());
    }
}
