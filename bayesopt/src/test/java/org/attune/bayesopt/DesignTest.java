package org.attune.bayesopt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Constraint;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Settings;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.surrogate.Alignment;
import org.attune.bayesopt.surrogate.Axes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    private static final TuningProblem SIZES =
            TuningProblem.named("sizes")
                    .parameter(Parameter.integer("tile", 1, 1024))
                    .parameter(Parameter.integer("buffer", 1, 1 << 20).log())
                    .parameter(Parameter.integer("threads", 1, 16))
                    .parameter(Parameter.real("x", 0, 1))
                    .objective(Objective.minimize("seconds"))
                    .build();

    private static List<double[]> designed(
            TuningProblem problem, boolean aligned, int count, Optional<double[]> place) {
        var region = new Region(problem, Point.EMPTY, new Axes(problem.parameterSpace(), false));
        EngineSettings settings =
                EngineOptions.read(
                        Settings.of("t", EngineOptions.all(), Map.of("alignment", "" + aligned)));
        var design = new InitialDesign(problem, region, settings, new Seed(4));
        var known = new HashSet<Point>();
        var points = new ArrayList<double[]>();
        while (points.size() < count) {
            points.add(design.next(count, points.size(), known, place).orElseThrow());
            known.add(region.decode(points.getLast()));
        }
        return points;
    }

    /** Of each level there are about as many, where half of all numbers are odd otherwise. */
    @Test
    void someWholeNumbersAreRounded() {
        var axes = new Axes(SIZES.parameterSpace(), false);
        var alignment = Alignment.of(axes);
        List<double[]> plain = designed(SIZES, false, 400, Optional.empty());
        List<double[]> rounded = designed(SIZES, true, 400, Optional.empty());
        long odd = rounded.stream().filter(x -> alignment.level(0, x[0]) == 0).count();
        long even = rounded.stream().filter(x -> alignment.level(0, x[0]) >= 5).count();
        assertTrue(odd > 20 && odd < 120, odd + " odd ones");
        assertTrue(even > 80, even + " multiples of 32");
        for (int i = 0; i < 400; i++) {
            assertEquals(plain.get(i)[2], rounded.get(i)[2]);
            assertEquals(plain.get(i)[3], rounded.get(i)[3]);
            for (int d = 0; d < 2; d++) {
                double before = ((Number) axes.parameter(d).decode(plain.get(i)[d])).doubleValue();
                double after = ((Number) axes.parameter(d).decode(rounded.get(i)[d])).doubleValue();
                assertEquals(before, after, Math.max(before / 8, 1));
            }
        }
    }

    /** What constraints refuse when it is rounded stays as it is. */
    @Test
    void constraintsHoldOfRoundedNumbers() {
        TuningProblem odd =
                SIZES.toBuilder().constraint(Constraint.of("odd", "tile % 2 == 1")).build();
        for (double[] x : designed(odd, true, 30, Optional.empty())) {
            assertEquals(1, odd.parameterSpace().decode(x).number("tile") % 2);
        }
    }

    /** Ordered parameters go half of the way, categories anywhere. */
    @Test
    void aDesignNearAPlaceGoesHalfOfTheWay() {
        TuningProblem mixed =
                SIZES.toBuilder()
                        .parameter(Parameter.categorical("order", List.of("a", "b", "c")))
                        .build();
        double[] place = {0.8, 0.3, 0.1, 0.9, 0};
        List<double[]> all = designed(mixed, false, 64, Optional.empty());
        List<double[]> near = designed(mixed, false, 64, Optional.of(place));
        double[] widest = {0.5 / 1024 + 1e-9, 0.05, 0.5 / 16 + 1e-9, 1e-12}; // halves of cells
        for (int i = 0; i < 64; i++) {
            for (int d = 0; d < 4; d++) {
                double half = (place[d] + all.get(i)[d]) / 2;
                assertEquals(half, near.get(i)[d], 2 * widest[d]);
            }
            assertEquals(all.get(i)[4], near.get(i)[4]);
        }
    }

    /** A compiler may have more flags than the Sobol sequence has dimensions. */
    @Test
    void pointsOfManyParametersAreRandom() {
        Parameter[] flags =
                IntStream.range(0, 300)
                        .mapToObj(i -> Parameter.categorical("f" + i, List.of("on", "off")))
                        .toArray(Parameter[]::new);
        var study = new StudyOfOneTask(StudyOfOneTask.problem(flags), 10);
        assertEquals(
                new Origin(Origin.Phase.INITIAL, "random"),
                study.proposed(StudyOfOneTask.with("center-first", "false")).origin());
        assertEquals(
                new Origin(Origin.Phase.INITIAL, "center"),
                study.proposed(EngineSettings.standard()).origin());
    }
}
