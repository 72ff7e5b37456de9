package org.attune.bayesopt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Seed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.stream.IntStream;

class DesignTest {
    @ParameterizedTest
    @EnumSource
    void aPointDependsOnItsIndexAlone(Design design) {
        Design.Points inOrder = design.points(3, 4, new Seed(1));
        double[][] points =
                IntStream.range(0, 12).mapToObj(inOrder::point).toArray(double[][]::new);
        Design.Points backwards = design.points(3, 4, new Seed(1));
        for (int i = 11; i >= 0; i--) {
            assertArrayEquals(points[i], backwards.point(i), 0);
            assertTrue(Arrays.stream(points[i]).allMatch(v -> v >= 0 && v < 1));
        }
        assertEquals(12, Arrays.stream(points).map(Arrays::toString).distinct().count());
    }

    /** Each of the n bins of every axis holds one of each n points. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 300})
    void hypercubesFillEveryBin(int n) {
        Design.Points points = Design.LATIN_HYPERCUBE.points(2, n, new Seed(1));
        for (int block = 0; block < 2; block++) {
            int from = block * n;
            for (int axis = 0; axis < 2; axis++) {
                int d = axis;
                long bins =
                        IntStream.range(from, from + n)
                                .map(i -> (int) (points.point(i)[d] * n))
                                .distinct()
                                .count();
                assertEquals(n, bins);
            }
        }
    }

    @Test
    void anEmptyHypercubeStillHasPoints() {
        assertEquals(2, Design.LATIN_HYPERCUBE.points(2, 0, new Seed(1)).point(0).length);
    }
}
