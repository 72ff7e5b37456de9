package org.attune.bayesopt.surrogate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.attune.api.Generator;
import org.attune.api.Seed;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.testkit.FiniteDifference;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;

class LikelihoodTest {
    private static Likelihood likelihood(RadialKernel kernel, double[][] x, double[] y) {
        return new Likelihood(
                LinearAlgebra.best(),
                TestData.prior(kernel),
                x,
                y,
                ObservationNoise.plain(y.length));
    }

    /** One observation: K = s² + σ², so -log p(y) = ½ (y²/K + log K + log 2π). */
    @Test
    void matchesOneObservationByHand() {
        double[] theta = TestData.theta(3);
        double k = TestData.variance(theta) + Math.exp(theta[TestData.NOISE]);
        double prior = TestData.logDensity(TestData.prior(RadialKernel.RBF), theta);
        double expected = 0.5 * (0.49 / k + Math.log(k) + Math.log(2 * Math.PI)) - prior;
        double value =
                likelihood(RadialKernel.MATERN52, TestData.points(1, 1), new double[] {0.7})
                        .valueAndGradient(theta, new double[18]);
        assertEquals(expected, value, 1e-12);
    }

    /**
     * Two observations that differ in the category alone: the covariance is s² [(1 - w) ρ(1/ℓ²) + w
     * (4 + ρ(5/ℓ²))/5], since four axes of five agree.
     */
    @Test
    void matchesTwoObservationsByHand() {
        double[] theta = TestData.theta(4);
        double[] a = TestData.points(1, 1)[0];
        double[] b = a.clone();
        b[4] = a[4] > 0.5 ? 1.0 / 6 : 5.0 / 6;
        double d = TestData.variance(theta) + Math.exp(theta[TestData.NOISE]);
        double q = Math.exp(-2 * theta[4]);
        double w = 1 / (1 + Math.exp(-theta[TestData.SHARE]));
        double off =
                TestData.variance(theta)
                        * ((1 - w) * RadialKernel.RBF.value(q)
                                + w * (4 + RadialKernel.RBF.value(5 * q)) / 5);
        double determinant = d * d - off * off;
        double[] y = {0.4, -1.1};
        double fit = (d * (y[0] * y[0] + y[1] * y[1]) - 2 * off * y[0] * y[1]) / determinant;
        double prior = TestData.logDensity(TestData.prior(RadialKernel.RBF), theta);
        double expected = 0.5 * (fit + Math.log(determinant)) + Math.log(2 * Math.PI) - prior;
        double value =
                likelihood(RadialKernel.RBF, new double[][] {a, b}, y)
                        .valueAndGradient(theta, new double[18]);
        assertEquals(expected, value, 1e-11);
    }

    @Test
    void theValueAloneIsTheValue() {
        for (int seed = 1; seed < 6; seed++) {
            double[][] x = TestData.points(4 * seed, seed);
            double[] theta = TestData.theta(seed);
            Likelihood likelihood = likelihood(RadialKernel.MATERN52, x, TestData.outputs(x, seed));
            double value = likelihood.valueAndGradient(theta, new double[theta.length]);
            assertEquals(value, likelihood.value(theta), 1e-9 * Math.abs(value));
        }
    }

    @RepeatedTest(20)
    void gradientMatchesFiniteDifference(RepetitionInfo info) {
        int seed = info.getCurrentRepetition();
        double[][] x = TestData.points(3 + seed, seed);
        if (seed % 4 == 0) {
            x[1] = x[0].clone(); // a configuration measured twice
        }
        checkGradient(RadialKernel.MATERN52, x, seed);
    }

    @ParameterizedTest
    @EnumSource
    void gradientMatchesFiniteDifferenceForEveryKernel(RadialKernel kernel) {
        checkGradient(kernel, TestData.points(12, 7), 7);
    }

    @RepeatedTest(10)
    void gradientMatchesFiniteDifferenceWithModels(RepetitionInfo info) {
        int seed = info.getCurrentRepetition();
        int models = 1 + seed % 3;
        double[][] x = TestData.points(4 + seed, seed);
        Generator random = new Seed(seed).generator("models", 0);
        for (int i = 0; i < x.length; i++) {
            x[i] = Arrays.copyOf(x[i], 5 + models);
            for (int j = 0; j < models; j++) {
                x[i][5 + j] = random.nextGaussian();
            }
        }
        var priors = Priors.informative(TestData.AXES, true);
        var prior = ProcessPrior.of(TestData.AXES, RadialKernel.MATERN52, priors, models);
        var likelihood =
                new Likelihood(
                        LinearAlgebra.best(),
                        prior,
                        x,
                        TestData.outputs(x, seed),
                        noise(x.length, random));
        double[] theta = prior.layout().sample(random);
        theta[TestData.NOISE] = Math.max(theta[TestData.NOISE], -7);
        double[] gradient = new double[theta.length];
        likelihood.valueAndGradient(theta, gradient);
        FiniteDifference.assertGradient(
                t -> likelihood.valueAndGradient(t, new double[t.length]),
                theta,
                gradient,
                1e-5,
                models + " models, seed " + seed);
    }

    /** Noise of one, two and more measurements, and of a program that says its error. */
    private static ObservationNoise[] noise(int count, Generator random) {
        ObservationNoise[] noise = ObservationNoise.plain(count);
        for (int i = 0; i < count; i += 2) {
            noise[i] =
                    new ObservationNoise(random.nextDouble(), 0.3 * (i % 3) * random.nextDouble());
        }
        return noise;
    }

    /** K = s² + a σ² + d². */
    @Test
    void matchesOneRepeatedObservationByHand() {
        double[] theta = TestData.theta(3);
        double k = TestData.variance(theta) + 0.3 * Math.exp(theta[TestData.NOISE]) + 0.04;
        ProcessPrior prior = TestData.prior(RadialKernel.RBF);
        double expected =
                0.5 * (0.49 / k + Math.log(k) + Math.log(2 * Math.PI))
                        - TestData.logDensity(prior, theta);
        var likelihood =
                new Likelihood(
                        LinearAlgebra.best(),
                        prior,
                        TestData.points(1, 1),
                        new double[] {0.7},
                        new ObservationNoise[] {new ObservationNoise(0.3, 0.2)});
        assertEquals(expected, likelihood.valueAndGradient(theta, new double[18]), 1e-12);
    }

    private static void checkGradient(RadialKernel kernel, double[][] x, int seed) {
        Likelihood likelihood = likelihood(kernel, x, TestData.outputs(x, seed));
        double[] theta = TestData.theta(seed);
        theta[TestData.NOISE] =
                Math.max(
                        theta[TestData.NOISE],
                        -7); // below, K of near points loses the digits a difference needs
        double[] gradient = new double[theta.length];
        likelihood.valueAndGradient(theta, gradient);
        FiniteDifference.assertGradient(
                t -> likelihood.valueAndGradient(t, new double[t.length]),
                theta,
                gradient,
                1e-5,
                kernel + ", seed " + seed);
    }
}
