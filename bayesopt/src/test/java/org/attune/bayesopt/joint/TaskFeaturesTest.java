package org.attune.bayesopt.joint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Space;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Optional;

class TaskFeaturesTest {
    private static final Space SPACE =
            Space.of(
                    List.of(
                            Parameter.integer("n", 1, 100_000),
                            Parameter.integer("nodes", 1, 64),
                            Parameter.real("shift", -1, 1),
                            Parameter.categorical("matrix", List.of("a", "b"))));

    private static Point task(int n, double shift, String matrix) {
        return SPACE.canonical(Point.of("n", n, "nodes", 8, "shift", shift, "matrix", matrix));
    }

    /** Sizes by their logarithm, small ranges as they are, constants and categories not at all. */
    @Test
    void numbersThatDifferAreFeatures() {
        List<Point> tasks =
                List.of(task(100, 0.5, "a"), task(1000, 0, "b"), task(10_000, 0.25, "a"));
        double[][] features = TaskFeatures.of(SPACE, tasks, Map.of()).orElseThrow();
        assertEquals(3, features.length);
        assertArrayEquals(new double[] {0, 1}, features[0], 1e-12);
        assertArrayEquals(new double[] {0.5, 0}, features[1], 1e-12);
        assertArrayEquals(new double[] {1, 0.5}, features[2], 1e-12);
    }

    @Test
    void tasksWithoutNumbersHaveNone() {
        assertEquals(
                Optional.empty(),
                TaskFeatures.of(SPACE, List.of(task(5, 0, "a"), task(5, 0, "b")), Map.of()));
        assertEquals(
                Optional.empty(),
                TaskFeatures.of(Space.of(List.of()), List.of(Point.EMPTY), Map.of()));
    }

    /** What is given takes the place of the parameters; columns by name. */
    @Test
    void givenFeaturesTakeThePlaceOfParameters() {
        List<Point> tasks = List.of(task(100, 0.5, "a"), task(1000, 0, "b"));
        Map<Point, Map<String, Double>> given =
                Map.of(
                        tasks.get(0), Map.of("nnz", 1e6, "band", 4.0),
                        tasks.get(1), Map.of("nnz", 1e3, "band", 5.0));
        double[][] features = TaskFeatures.of(SPACE, tasks, given).orElseThrow();
        assertArrayEquals(new double[] {0, 1}, features[0], 1e-12);
        assertArrayEquals(new double[] {1, 0}, features[1], 1e-12);
    }

    @Test
    void theWholeRangeOfNumbersIsOne() {
        Space space = Space.of(List.of(Parameter.real("shift", -1.7e308, 1.7e308)));
        List<Point> tasks =
                List.of(
                        Point.of("shift", -1.7e308),
                        Point.of("shift", 0.0),
                        Point.of("shift", 1.7e308));
        double[][] features = TaskFeatures.of(space, tasks, Map.of()).orElseThrow();
        assertArrayEquals(new double[][] {{0}, {0.5}, {1}}, features);
    }
}
