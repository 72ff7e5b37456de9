package org.attune.bayesopt.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.surrogate.Axes;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;

class TrustRegionTest {
    private static final Axes PLANE =
            new Axes(
                    Space.of(List.of(Parameter.real("x", 0, 1), Parameter.real("y", 0, 1))), false);
    private static final double[] EQUAL = {0.3, 0.3};

    /** Returns the side after outputs at the middle, of which the first is the design; 0: none. */
    private static double side(double... z) {
        double[][] x = new double[z.length][];
        Arrays.fill(x, new double[] {0.5, 0.5});
        return TrustRegion.of(PLANE, x, z, 1, EQUAL)
                .map(region -> region.upper()[0] - region.lower()[0])
                .orElse(0.0);
    }

    @Test
    void shrinksWithFailuresAndGrowsWithSuccesses() {
        assertEquals(0, side(0), "nothing is known");
        assertEquals(0, side(0, 1, 1, 1), "three failures");
        assertEquals(0.4, side(0, 1, 1, 1, 1), 1e-12);
        assertEquals(0, side(0, 1, 1, 1, 1, -1, -2, -3), "lucky again");
        assertEquals(0.2, side(0, 1, 1, 1, 1, 1, 1, 1, 1), 1e-12);
        assertEquals(0.4, side(0, 1, 1, 1, -1, 1, 1, 1, 1), 1e-12, "an improvement between");
    }

    /** 0.8 / 2^6 = 1/80 is above 1/128 and half of it below. */
    @Test
    void startsAgainWhereItVanishes() {
        double[] z = new double[1 + 4 * 7];
        Arrays.fill(z, 1, z.length, 1);
        assertEquals(0.8 / 64, side(Arrays.copyOf(z, 1 + 4 * 6)), 1e-12);
        assertEquals(0, side(z));
    }

    @Test
    void isLongerWhereTheFunctionIsFlatter() {
        double[][] x = {{0.5, 0.5}, {0.4, 0.6}, {1, 1}, {1, 1}, {1, 1}, {1, 1}};
        double[] z = {1, 0, 1, 1, 1, 1};
        TrustRegion region = TrustRegion.of(PLANE, x, z, 2, new double[] {0.1, 0.4}).orElseThrow();
        assertArrayEquals(new double[] {0.4 - 0.1, 0.6 - 0.4}, region.lower(), 1e-12);
        assertArrayEquals(new double[] {0.4 + 0.1, 1}, region.upper(), 1e-12);
    }

    @Test
    void categoriesAreFreeAndIntegersReachTheNext() {
        var space =
                Space.of(
                        List.of(
                                Parameter.categorical("c", List.of("a", "b", "d")),
                                Parameter.integer("n", 1, 4)));
        var axes = new Axes(space, false);
        double[] best = space.encode(Point.of("c", "a", "n", 2));
        double[] z = new double[1 + 4 * 6];
        Arrays.fill(z, 1, z.length, 1);
        double[][] x = new double[z.length][];
        Arrays.fill(x, best);
        TrustRegion region = TrustRegion.of(axes, x, z, 1, EQUAL).orElseThrow();
        var around = new Region(problem(space), Point.EMPTY, axes).within(region);
        assertTrue(around.admits(space.encode(Point.of("c", "d", "n", 3))));
        assertTrue(around.admits(space.encode(Point.of("c", "b", "n", 1))));
        assertFalse(around.admits(space.encode(Point.of("c", "a", "n", 4))));
    }

    @Test
    void samplesLieInTheBox() {
        var space = Space.of(List.of(Parameter.real("x", 0, 1), Parameter.real("y", 0, 1)));
        var box = new TrustRegion(new double[] {0.2, 0.9}, new double[] {0.3, 1});
        var region = new Region(problem(space), Point.EMPTY, PLANE).within(box);
        var random = new Seed(1).generator("samples", 0);
        for (int i = 0; i < 100; i++) {
            assertTrue(box.contains(region.sample(random, 1).orElseThrow()));
        }
    }

    private static TuningProblem problem(Space space) {
        var builder = TuningProblem.named("p");
        space.parameters().forEach(builder::parameter);
        return builder.objective(Objective.minimize("seconds")).build();
    }
}
