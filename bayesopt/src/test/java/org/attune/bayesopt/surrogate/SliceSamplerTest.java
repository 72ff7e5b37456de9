package org.attune.bayesopt.surrogate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.api.Seed;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

class SliceSamplerTest {
    private static final int COUNT = 20_000;
    private static final double[] FREE = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};

    private static Generator random() {
        return new Seed(7).generator("slices", 0);
    }

    private static double[] negated(double[] v) {
        return Arrays.stream(v).map(d -> -d).toArray();
    }

    private static double mean(List<double[]> draws, ToDoubleFunction<double[]> of) {
        return draws.stream().mapToDouble(of).average().orElseThrow();
    }

    /** Means 1 and -2, deviations 1 and 3, correlation .6, from far away and with a bad width. */
    @Test
    void aNormalDistributionHasItsMoments() {
        double rho = 0.6;
        ToDoubleFunction<double[]> log =
                t -> {
                    double a = t[0] - 1;
                    double b = (t[1] + 2) / 3;
                    return -(a * a - 2 * rho * a * b + b * b) / (2 * (1 - rho * rho));
                };
        for (double width : new double[] {0.2, 1, 20}) {
            List<double[]> draws =
                    new SliceSampler(log, negated(FREE), FREE, width)
                            .sample(new double[] {8, 8}, 100, COUNT, random());
            assertEquals(COUNT, draws.size());
            // a chain of these moves has about a third as many independent states
            double error = 5 * Math.sqrt(3.0 / COUNT);
            assertEquals(1, mean(draws, t -> t[0]), error);
            assertEquals(-2, mean(draws, t -> t[1]), 3 * error);
            assertEquals(1, mean(draws, t -> Math.pow(t[0] - 1, 2)), 2 * error);
            assertEquals(9, mean(draws, t -> Math.pow(t[1] + 2, 2)), 18 * error);
            assertEquals(rho * 3, mean(draws, t -> (t[0] - 1) * (t[1] + 2)), 6 * error);
        }
    }

    /** Of exp(-t) between 1 and 2, of which the distribution function is known. */
    @Test
    void boundsCutADistributionOff() {
        List<double[]> draws =
                new SliceSampler(t -> -t[0], new double[] {1}, new double[] {2}, 1)
                        .sample(new double[] {1.5}, 0, COUNT, random());
        for (double quantile : new double[] {1.1, 1.5, 1.9}) {
            double share = mean(draws, t -> t[0] <= quantile ? 1 : 0);
            double expected = (Math.exp(-1) - Math.exp(-quantile)) / (Math.exp(-1) - Math.exp(-2));
            assertEquals(expected, share, 5 * Math.sqrt(0.25 * 2 / COUNT));
        }
    }

    /** Two heaps, between which there is nothing: a wide slice reaches both. */
    @Test
    void heapsAreVisitedAsOftenAsTheyWeigh() {
        ToDoubleFunction<double[]> log =
                t -> Math.abs(Math.abs(t[0]) - 2) < 0.5 ? (t[0] > 0 ? Math.log(3) : 0) : Double.NaN;
        List<double[]> draws =
                new SliceSampler(log, new double[] {-9}, new double[] {9}, 6)
                        .sample(new double[] {-2}, 0, COUNT, random());
        assertEquals(0.75, mean(draws, t -> t[0] > 0 ? 1 : 0), 0.03);
        assertTrue(draws.stream().allMatch(t -> Math.abs(Math.abs(t[0]) - 2) < 0.5));
    }

    /** The noise of a process, all else being known: moments by sums over a fine grid. */
    @Test
    void theMarginalOfAHyperparameterIsThatOfQuadrature() {
        double[][] x = TestData.points(12, 3);
        ProcessPrior prior = TestData.prior(RadialKernel.MATERN52);
        Generator random = random();
        double[] y =
                Arrays.stream(TestData.outputs(x, 3))
                        .map(v -> v + 0.3 * random.nextGaussian())
                        .toArray();
        var likelihood =
                new Likelihood(LinearAlgebra.best(), prior, x, y, ObservationNoise.plain(y.length));
        double[] mode = prior.layout().mode();
        int noise = prior.noise().from();
        double[] lower = mode.clone();
        double[] upper = mode.clone();
        lower[noise] = prior.layout().lower()[noise];
        upper[noise] = prior.layout().upper()[noise];
        ToDoubleFunction<double[]> log = theta -> -likelihood.value(theta);
        List<double[]> draws =
                new SliceSampler(log, lower, upper, 1).sample(mode, 50, 4000, random);
        assertTrue(
                draws.stream()
                        .allMatch(t ->
                                IntStream.range(0, t.length)
                                        .allMatch(i -> i == noise || t[i] == mode[i])));

        int cells = 4000;
        double mass = 0;
        double first = 0;
        double second = 0;
        double top = log.applyAsDouble(mode);
        for (int c = 0; c < cells; c++) {
            double[] theta = mode.clone();
            theta[noise] = lower[noise] + (c + 0.5) / cells * (upper[noise] - lower[noise]);
            double p = Math.exp(log.applyAsDouble(theta) - top);
            mass += p;
            first += p * theta[noise];
            second += p * theta[noise] * theta[noise];
        }
        double expected = first / mass;
        double variance = second / mass - expected * expected;
        double error = 5 * Math.sqrt(variance * 3 / draws.size());
        assertEquals(expected, mean(draws, t -> t[noise]), error);
        assertEquals(variance, mean(draws, t -> Math.pow(t[noise] - expected, 2)), 0.2 * variance);
    }

    @Test
    void theSameSeedGivesTheSameBits() {
        var sampler = new SliceSampler(t -> -t[0] * t[0], new double[] {-9}, new double[] {9}, 1);
        List<double[]> one = sampler.sample(new double[] {0}, 5, 50, random());
        List<double[]> two = sampler.sample(new double[] {0}, 5, 50, random());
        IntStream.range(0, 50).forEach(i -> assertArrayEquals(one.get(i), two.get(i)));
    }

    @Test
    void withoutADensityAtTheStartThereIsNothing() {
        for (double value : new double[] {Double.NaN, Double.NEGATIVE_INFINITY}) {
            assertTrue(
                    new SliceSampler(t -> value, new double[] {0}, new double[] {1}, 1)
                            .sample(new double[] {0.5}, 0, 3, random())
                            .isEmpty());
        }
    }

    @Test
    void whatCannotBeSampledIsRefused() {
        double[] zero = {0};
        double[] one = {1};
        assertThrows(IllegalArgumentException.class, () -> new SliceSampler(t -> 0, one, zero, 1));
        assertThrows(IllegalArgumentException.class, () -> new SliceSampler(t -> 0, zero, one, 0));
        assertThrows(IllegalArgumentException.class, () -> new SliceSampler(t -> 0, zero, FREE, 1));
    }
}
