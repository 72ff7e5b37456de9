package org.attune.bayesopt.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.api.Seed;
import org.attune.bayesopt.acquisition.AcquisitionFunction;
import org.junit.jupiter.api.Test;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Points come as if all were sorted, though few are looked at. */
class BestFirstTest {
    /** The first coordinate, or less by the second, whose bound is known. */
    private static final class Bounded implements AcquisitionFunction {
        private int asked;

        @Override
        public double value(double[] x) {
            asked++;
            return x[0] - x[1];
        }

        @Override
        public double bound(double[] x) {
            return x[0];
        }

        @Override
        public double valueAndGradient(double[] x, double[] gradient) {
            throw new AssertionError("no derivatives are asked for");
        }
    }

    private static List<double[]> points(int count) {
        Generator random = new Seed(3).generator("points", 0);
        return IntStream.range(0, count)
                .mapToObj(i -> new double[] {random.nextInt(20), random.nextInt(2)})
                .toList();
    }

    @Test
    void pointsComeInOrder() {
        var function = new Bounded();
        List<double[]> points = points(300);
        var left = new BestFirst(function, points);
        List<double[]> sorted =
                points.stream()
                        .sorted(Comparator.comparingDouble(function::value).reversed())
                        .toList();
        for (double[] x : sorted) {
            Search.Found next = left.next().orElseThrow();
            assertSame(x, next.x());
            assertEquals(x[0] - x[1], next.value());
        }
        assertTrue(left.next().isEmpty());
    }

    @Test
    void fewAreLookedAt() {
        var function = new Bounded();
        var left = new BestFirst(function, points(300));
        left.next();
        assertTrue(function.asked < 40, "" + function.asked);
    }

    @Test
    void withoutABoundAllAre() {
        var values =
                new AcquisitionFunction() {
                    @Override
                    public double value(double[] x) {
                        return -x[0];
                    }

                    @Override
                    public double valueAndGradient(double[] x, double[] gradient) {
                        throw new AssertionError("no derivatives are asked for");
                    }
                };
        double[] least = {-7, 0};
        var left = new BestFirst(values, List.of(new double[] {1, 0}, least, new double[] {0, 0}));
        assertSame(least, left.next().orElseThrow().x());
        assertEquals(0, left.next().orElseThrow().x()[0]);
    }
}
