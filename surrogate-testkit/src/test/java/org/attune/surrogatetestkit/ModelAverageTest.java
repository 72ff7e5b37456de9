package org.attune.surrogatetestkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Seed;
import org.attune.bayesopt.acquisition.AcquisitionRule;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.ModelAverage;
import org.attune.bayesopt.surrogate.Surrogate;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Two processes of the same data that were learned from other starts. */
class ModelAverageTest extends SurrogateContract {
    private static final double[] WEIGHTS = {3, 1};

    @Override
    protected Optional<Surrogate> fit(Dataset data, Seed seed) {
        return ExactSurrogateTest.process(data, seed)
                .flatMap(a ->
                        ExactSurrogateTest.process(data, seed.child("other", 0))
                                .map(b -> new ModelAverage(List.of(a, b), WEIGHTS)));
    }

    /** Of other data for another n or seed, so that members disagree. */
    private static Surrogate model(int n, long seed) {
        double[][] x = points(n, seed);
        double[] y = Arrays.stream(x).mapToDouble(p -> p[0] + p[1] * p[2]).toArray();
        return ExactSurrogateTest.process(new Dataset(x, y), new Seed(1)).orElseThrow();
    }

    private static double[] predict(Surrogate surrogate, double[] x) {
        double[] moments = new double[2];
        surrogate.predict(x, moments);
        return moments;
    }

    /** E[z²] - E[z]² of the mixture. */
    @Test
    void theVarianceHasWhatTheMembersDisagreeBy() {
        Surrogate a = model(12, 1);
        Surrogate b = model(20, 2);
        var average = new ModelAverage(List.of(a, b), WEIGHTS);
        for (double[] x : points(5, 3)) {
            double[] p = predict(a, x);
            double[] q = predict(b, x);
            double mean = 0.75 * p[0] + 0.25 * q[0];
            double square = 0.75 * (p[1] + p[0] * p[0]) + 0.25 * (q[1] + q[0] * q[0]);
            assertArrayEquals(
                    new double[] {mean, square - mean * mean}, predict(average, x), 1e-10);
        }
    }

    /** The improvement and the density that are expected of it are the weighted sums. */
    @Test
    void whatIsExpectedOfItIsTheWeightedSum() {
        Surrogate a = model(12, 1);
        Surrogate b = model(20, 2);
        var average = new ModelAverage(List.of(a, b), WEIGHTS);
        double best = -0.5;
        for (double[] x : points(5, 3)) {
            assertEquals(
                    0.75 * improvement(a, x, best) + 0.25 * improvement(b, x, best),
                    improvement(average, x, best),
                    1e-12);
            assertEquals(
                    0.75 * Math.exp(a.logDensity(x, 0.7)) + 0.25 * Math.exp(b.logDensity(x, 0.7)),
                    Math.exp(average.logDensity(x, 0.7)),
                    1e-12);
        }
    }

    private static double improvement(Surrogate surrogate, double[] x, double best) {
        return Math.exp(AcquisitionRule.LOG_EI.of(surrogate, best, 2).value(x));
    }

    @Test
    void theMemberWithTheMostWeightSpeaksOfWhatCannotBeAveraged() {
        Surrogate a = model(12, 1);
        Surrogate b = model(12, 1);
        var average = new ModelAverage(List.of(a, b), new double[] {1, 2});
        assertEquals(b.fit(), average.fit());
        assertEquals(b.kernel(), average.kernel());
        assertTrue(average.description(List.of("x", "w", "n", "o", "c")).containsKey("averaged"));
    }

    @Test
    void weightsThatAreNoneAreRefused() {
        Surrogate own = model(5, 1);
        for (double[] weights :
                new double[][] {{}, {0}, {-1}, {Double.NaN}, {1, 1}, {Double.POSITIVE_INFINITY}}) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> new ModelAverage(List.of(own), weights),
                    Arrays.toString(weights));
        }
    }
}
