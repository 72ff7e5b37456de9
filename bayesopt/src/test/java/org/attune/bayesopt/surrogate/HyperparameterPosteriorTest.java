package org.attune.bayesopt.surrogate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Seed;
import org.attune.bayesopt.numerics.BoxLbfgs;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Draws of hyperparameters against distributions whose moments are known. */
class HyperparameterPosteriorTest {
    private static final int COUNT = 4000;

    private static final double[] LOWER = {-50, -50};
    private static final double[] UPPER = {50, 50};

    private static List<double[]> draws(BoxLbfgs.Objective u, double[] mode) {
        return new HyperparameterPosterior(u, mode, LOWER, UPPER)
                .draws(COUNT, new Seed(3).generator("draws", 0));
    }

    private static double mean(List<double[]> draws, ToDoubleFunction<double[]> of) {
        return draws.stream().mapToDouble(of).average().orElseThrow();
    }

    /** U = ½ (θ - m)ᵀ P (θ - m): a normal distribution, whose covariance is P⁻¹. */
    @Test
    void aNormalDistributionIsDrawn() {
        double[] m = {1, -2};
        double[][] p = {{4, 1.5}, {1.5, 1}};
        double determinant = 4 - 1.5 * 1.5;
        List<double[]> draws =
                draws(
                        (theta, gradient) -> {
                            double a = theta[0] - m[0];
                            double b = theta[1] - m[1];
                            gradient[0] = p[0][0] * a + p[0][1] * b;
                            gradient[1] = p[1][0] * a + p[1][1] * b;
                            return 0.5 * (a * gradient[0] + b * gradient[1]);
                        },
                        m);
        assertEquals(1, mean(draws, t -> t[0]), 0.05);
        assertEquals(-2, mean(draws, t -> t[1]), 0.1);
        assertEquals(1 / determinant, mean(draws, t -> Math.pow(t[0] - 1, 2)), 0.06);
        assertEquals(4 / determinant, mean(draws, t -> Math.pow(t[1] + 2, 2)), 0.2);
        assertEquals(-1.5 / determinant, mean(draws, t -> (t[0] - 1) * (t[1] + 2)), 0.1);
    }

    /**
     * U = e^θ - a θ: e^θ has a gamma distribution of shape a, so that θ is skewed; its mean is ψ(3)
     * = 3/2 - γ, and its variance ψ'(3) = π²/6 - 5/4.
     */
    @Test
    void weightsMakeUpForWhatIsNotNormal() {
        double shape = 3;
        List<double[]> draws =
                draws(
                        (theta, gradient) -> {
                            gradient[0] = Math.exp(theta[0]) - shape;
                            gradient[1] = theta[1];
                            return Math.exp(theta[0]) - shape * theta[0] + theta[1] * theta[1] / 2;
                        },
                        new double[] {Math.log(shape), 0});
        double mean = 1.5 - 0.5772156649015329;
        assertEquals(mean, mean(draws, t -> t[0]), 0.04);
        assertEquals(
                Math.PI * Math.PI / 6 - 1.25, mean(draws, t -> Math.pow(t[0] - mean, 2)), 0.04);
    }

    @Test
    void whatIsAtTheEndOfItsRangeStays() {
        double[] mode = {-50, 0};
        List<double[]> draws =
                draws(
                        (theta, gradient) -> {
                            gradient[0] = 1;
                            gradient[1] = theta[1];
                            return theta[0] + theta[1] * theta[1] / 2;
                        },
                        mode);
        assertTrue(draws.stream().allMatch(t -> t[0] == -50));
        assertEquals(1, mean(draws, t -> t[1] * t[1]), 0.1);
    }

    @Test
    void withoutADensityThereIsTheMode() {
        double[] mode = {0, 0};
        for (double value : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
            List<double[]> draws =
                    draws(
                            (theta, gradient) -> {
                                Arrays.fill(gradient, value);
                                return value;
                            },
                            mode);
            assertEquals(COUNT, draws.size());
            draws.forEach(t -> assertArrayEquals(mode, t));
        }
    }

    /** Little data say little of lengthscales: what is drawn spreads more than with one of them. */
    @Test
    void aProcessOfFewRunsIsLessSureWithItsHyperparametersDrawn() {
        double[][] runs = TestData.points(10, 1);
        WarpedProcess process =
                new SurrogateFitter(
                                LinearAlgebra.best(),
                                TestData.AXES,
                                SurrogateSettings.standard(),
                                Priors.informative(TestData.AXES, true),
                                new Seed(1))
                        .fit(new Dataset(runs, TestData.outputs(runs, 1)))
                        .orElseThrow();
        double[][] x = TestData.points(50, 2);
        double one = spread(process.draws(400, new Seed(1).generator("a", 0)).values(x));
        double all = spread(process.marginalDraws(400, new Seed(1).generator("a", 0)).values(x));
        assertTrue(all > 1.05 * one, all + " with them drawn, " + one + " without");
        NormalMixture marginal = process.marginal(new Seed(1).generator("b", 0));
        double mixed = Arrays.stream(x).mapToDouble(at -> variance(marginal.at(at))).sum();
        assertEquals(1, mixed / all, 0.15, "moments of the mixture and of functions drawn from it");
    }

    private static double variance(double[][] mixture) {
        double mean = Arrays.stream(mixture).mapToDouble(c -> c[0] * c[1]).sum();
        return Arrays.stream(mixture)
                .mapToDouble(c -> c[0] * (c[2] + Math.pow(c[1] - mean, 2)))
                .sum();
    }

    private static double spread(double[][] values) {
        double sum = 0;
        for (int i = 0; i < values[0].length; i++) {
            int at = i;
            double mean = Arrays.stream(values).mapToDouble(v -> v[at]).average().orElseThrow();
            sum +=
                    Arrays.stream(values)
                            .mapToDouble(v -> Math.pow(v[at] - mean, 2))
                            .average()
                            .orElseThrow();
        }
        return sum;
    }
}
