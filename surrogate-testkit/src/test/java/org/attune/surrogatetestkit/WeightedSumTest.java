package org.attune.surrogatetestkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.attune.api.Seed;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Surrogate;
import org.attune.bayesopt.surrogate.WeightedSum;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Two processes of the same data that were learned from other starts. */
class WeightedSumTest extends SurrogateContract {
    private static final double[] WEIGHTS = {3, 1};

    @Override
    protected Optional<Surrogate> fit(Dataset data, Seed seed) {
        return ExactSurrogateTest.process(data, seed)
                .flatMap(a ->
                        ExactSurrogateTest.process(data, seed.child("other", 0))
                                .map(b -> new WeightedSum(List.of(a, b), WEIGHTS)));
    }

    /** Errors of two models of the same data add up, while the sum takes them as independent. */
    @Override
    protected double coverage() {
        return 0.7;
    }

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

    /** Of independent normal variables: variances count by the squares of the weights. */
    @Test
    void momentsAreThoseOfAWeightedSum() {
        Surrogate own = model(12, 1);
        Surrogate other = model(20, 2);
        var sum = new WeightedSum(List.of(own, other), new double[] {3, 1});
        for (double[] x : points(5, 3)) {
            double[] a = predict(own, x);
            double[] b = predict(other, x);
            assertEquals(0.75 * a[0] + 0.25 * b[0], predict(sum, x)[0], 1e-12);
            assertEquals(0.5625 * a[1] + 0.0625 * b[1], predict(sum, x)[1], 1e-12);
        }
        double[] scales = sum.lengthscales().orElseThrow();
        assertEquals(
                Math.pow(own.lengthscales().orElseThrow()[1], 0.75)
                        * Math.pow(other.lengthscales().orElseThrow()[1], 0.25),
                scales[1],
                1e-12);
    }

    /** What has seen an observation leaves it out; what has not says of it what it says anyway. */
    @Test
    void onlyWhoHasSeenAnObservationLeavesItOut() {
        Surrogate own = model(12, 1);
        Surrogate other = model(20, 2);
        var sum = new WeightedSum(List.of(own, other), new double[] {1, 1});
        for (int i = 0; i < 12; i++) {
            double[] left = own.leaveOneOut()[i];
            double[] seen = predict(other, own.data().x()[i]);
            double noise = own.noiseVariance();
            assertArrayEquals(
                    new double[] {(left[0] + seen[0]) / 2, (left[1] - noise + seen[1]) / 4 + noise},
                    sum.leaveOneOut()[i],
                    1e-12);
        }
    }

    @Test
    void aSumOfOneIsThatOne() {
        Surrogate own = model(12, 1);
        var sum = new WeightedSum(List.of(own, model(20, 2)), new double[] {2, 0});
        for (double[] x : points(5, 3)) {
            assertArrayEquals(predict(own, x), predict(sum, x), 1e-15);
        }
    }

    @Test
    void weightsThatAreNoneAreRefused() {
        Surrogate own = model(5, 1);
        for (double[] weights :
                new double[][] {{}, {0}, {-1}, {Double.NaN}, {1, 1}, {Double.POSITIVE_INFINITY}}) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> new WeightedSum(List.of(own), weights),
                    Arrays.toString(weights));
        }
    }
}
