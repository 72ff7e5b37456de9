package org.attune.bayesopt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.api.Prediction;
import org.attune.api.Seed;
import org.attune.bayesopt.surrogate.OutputWarp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

class WarpedMixtureTest {
    private static final double[] SECONDS = {
        0.030, 0.031, 0.031, 0.032, 0.033, 0.035, 0.036, 0.038, 0.04, 0.05, 0.9, 2.6
    };

    private static OutputWarp warp(double... outputs) {
        return OutputWarp.fit(OutputWarp.Shape.YEO_JOHNSON, outputs).orElseThrow();
    }

    private static double[][] normal(double mean, double deviation) {
        return new double[][] {{1, mean, deviation * deviation}};
    }

    /** Of a warp with an asymptote the median was the largest number, 1.798e308. */
    @Test
    void aMiddlingRunIsNotExpectedToTakeForever() {
        OutputWarp warp = warp(SECONDS);
        double worst = warp.forward(2.6);
        assertEquals(Double.POSITIVE_INFINITY, warp.inverse(worst + 0.5), "it has an asymptote");
        Prediction there = WarpedMixture.of(warp, normal(worst + 0.5, 0.6), 1, 0);
        assertTrue(there.median() > 2.6 && there.median() < 26, there.toString());
        assertTrue(there.mean() > there.median() && there.mean() < 26, there.toString());
        assertTrue(there.standardDeviation() < 26, there.toString());
        assertEquals(Double.POSITIVE_INFINITY, there.upper());
        assertTrue(there.lower() > 0 && there.lower() <= there.median(), there.toString());
    }

    /** Rounding made the mean of largest numbers infinite, and their deviation none. */
    @Test
    void wellBeyondTheLargestNumberPredictionsAreNumbers() {
        OutputWarp warp = warp(-1.7e308, -1.7e308, 1.7e308, 1.7e308);
        for (int count = 1; count <= 30; count++) {
            double[][] mixture = new double[count][];
            Arrays.fill(mixture, new double[] {1.0 / count, 9, 0.01});
            Prediction there = WarpedMixture.of(warp, mixture, 1, Double.NEGATIVE_INFINITY);
            assertEquals(1, there.mean() / Double.MAX_VALUE, 1e-12);
            assertTrue(there.standardDeviation() < 1e-6 * Double.MAX_VALUE, there.toString());
        }
    }

    /** What is maximised is negated, and runs away downwards. */
    @Test
    void theSameUpsideDown() {
        OutputWarp up = warp(SECONDS);
        OutputWarp down = warp(Arrays.stream(SECONDS).map(y -> -y).toArray());
        Prediction a = WarpedMixture.of(up, normal(3, 0.6), 1, 0);
        Prediction b = WarpedMixture.of(down, normal(-3, 0.6), -1, 0);
        assertEquals(Double.POSITIVE_INFINITY, b.upper());
        // the middle of twelve outputs is another one from the other side
        assertEquals(1, b.median() / a.median(), 0.1);
        assertEquals(1, b.standardDeviation() / a.standardDeviation(), 0.1);
    }

    @ParameterizedTest
    @EnumSource
    void meanAndDeviationAreThoseOfManyDraws(OutputWarp.Shape shape) {
        OutputWarp warp = OutputWarp.fit(shape, SECONDS).orElseThrow();
        for (double mean : new double[] {-1, 0.5, 2}) {
            Generator random = new Seed(3).generator("draws", 0);
            double[] draws =
                    random.doubles(200_000)
                            .map(u -> warp.output(mean + 0.3 * random.nextGaussian()))
                            .toArray();
            double first = Arrays.stream(draws).average().orElseThrow();
            double second =
                    Arrays.stream(draws)
                            .map(y -> (y - first) * (y - first))
                            .average()
                            .orElseThrow();
            Prediction there =
                    WarpedMixture.of(warp, normal(mean, 0.3), 1, Double.NEGATIVE_INFINITY);
            // the standard error of the mean of so many is 0.0022 deviations
            assertEquals(first, there.mean(), 0.01 * Math.sqrt(second), shape + " " + mean);
            assertEquals(
                    1, Math.sqrt(second) / there.standardDeviation(), 0.05, shape + " " + mean);
        }
    }

    /**
     * Two heaps: quantiles, mean and deviation against draws; the heaps' moments alone know none.
     */
    @Test
    void aMixtureIsDescribedAsItsDraws() {
        OutputWarp warp = warp(SECONDS);
        double[][] mixture = {{0.7, -1, 0.01}, {0.3, 1, 0.04}};
        Generator random = new Seed(5).generator("draws", 0);
        double[] draws =
                random.doubles(200_000)
                        .map(u -> {
                            double[] c = mixture[u < 0.7 ? 0 : 1];
                            return warp.output(c[1] + Math.sqrt(c[2]) * random.nextGaussian());
                        })
                        .sorted()
                        .toArray();
        double mean = Arrays.stream(draws).average().orElseThrow();
        double variance =
                Arrays.stream(draws).map(y -> (y - mean) * (y - mean)).average().orElseThrow();
        double deviation = Math.sqrt(variance);
        Prediction there = WarpedMixture.of(warp, mixture, 1, Double.NEGATIVE_INFINITY);
        assertEquals(mean, there.mean(), 0.01 * deviation);
        assertEquals(1, there.standardDeviation() / deviation, 0.01);
        assertEquals(draws[draws.length / 2], there.median(), 0.01 * deviation);
        assertEquals(draws[draws.length / 40], there.lower(), 0.01 * deviation);
        assertEquals(draws[draws.length - draws.length / 40], there.upper(), 0.03 * deviation);
    }

    /** Histories of many shapes, at places far from all that was measured. */
    @Test
    void everyPredictionIsANumberAndQuantilesAreInOrder() {
        DoubleUnaryOperator[] shapes = {
            u -> u,
            u -> 5,
            u -> Math.exp(3 * u),
            u -> -Math.exp(3 * u),
            u -> Math.exp(Math.pow(u, 3)),
            u -> 1 / u,
            u -> 1e300 * u,
            u -> 1e-300 * u,
            u -> u > 1 ? 1.7e308 : u < -1 ? -1.7e308 : u,
            u -> u > 0 ? 1e300 : 1,
            u -> Math.rint(u)
        };
        for (int k = 0; k < shapes.length; k++) {
            for (int n = 1; n < 60; n += 1 + n / 3) {
                Generator random = new Seed(n).generator("shape", k);
                double[] y = new double[n];
                DoubleUnaryOperator of = shapes[k];
                Arrays.setAll(y, i -> of.applyAsDouble(random.nextGaussian()));
                for (OutputWarp.Shape shape : OutputWarp.Shape.values()) {
                    OutputWarp.fit(shape, y).ifPresent(warp -> isOrdered(warp, y));
                }
            }
        }
    }

    private static void isOrdered(OutputWarp warp, double[] y) {
        double before = Double.NEGATIVE_INFINITY;
        for (double mean = -8; mean <= 8; mean += 0.5) {
            String where = "%s of %s at %s".formatted(warp.shape(), Arrays.toString(y), mean);
            double output = warp.output(mean);
            assertTrue(Double.isFinite(output) && output >= before, where);
            before = output;
            for (int sign : new int[] {1, -1}) {
                Prediction p =
                        WarpedMixture.of(warp, normal(mean, 0.7), sign, Double.NEGATIVE_INFINITY);
                assertTrue(Double.isFinite(p.median()), where + p);
                assertTrue(Double.isFinite(p.mean()), where + p);
                assertTrue(Double.isFinite(p.standardDeviation()), where + p);
                assertTrue(p.standardDeviation() >= 0, where + p);
                assertTrue(p.lower() <= p.median() && p.median() <= p.upper(), where + p);
            }
        }
    }
}
