package org.attune.baselines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Parameter;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.bayesopt.numerics.StandardNormal;
import org.attune.bayesopt.surrogate.Axes;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;

class ForestTest {
    private static final Axes AXES =
            new Axes(
                    Space.of(
                            List.of(
                                    Parameter.real("x", 0, 1),
                                    Parameter.real("z", 0, 1),
                                    Parameter.categorical("c", List.of("a", "b", "c")))),
                    false);
    private static final int ROWS = 120;

    /** A step at x = 1/2 and an offset of the middle category, which no order explains. */
    private static double output(double[] x) {
        return (x[0] < 0.5 ? 0 : 2) + (x[2] == 0.5 ? -5 : 0);
    }

    private static double[][] rows() {
        var random = new Seed(1).generator("rows", 0);
        double[][] rows = new double[ROWS][];
        for (int i = 0; i < ROWS; i++) {
            rows[i] =
                    new double[] {
                        random.nextDouble(), random.nextDouble(), (random.nextInt(3) + 0.5) / 3
                    };
        }
        return rows;
    }

    private static Forest forest(long seed) {
        double[][] rows = rows();
        double[] y = java.util.Arrays.stream(rows).mapToDouble(ForestTest::output).toArray();
        return new Forest(AXES, rows, y, 30, new Seed(seed).generator("forest", 0));
    }

    @Test
    void learnsStepsAndCategories() {
        Forest forest = forest(1);
        for (double c : new double[] {1 / 6.0, 0.5, 5 / 6.0}) {
            for (double x : new double[] {0.1, 0.4, 0.6, 0.9}) {
                double[] at = {x, 0.5, c};
                assertEquals(output(at), forest.predict(at)[0], 0.3, x + " " + c);
            }
        }
    }

    /** Mean and variance of one tree are its value and 0; near the step trees disagree. */
    @Test
    void varianceIsThatAcrossTrees() {
        Forest forest = forest(1);
        assertTrue(forest.predict(new double[] {0.5, 0.5, 0.5})[1] > 0.1);
        double[][] rows = rows();
        double[] y = java.util.Arrays.stream(rows).mapToDouble(ForestTest::output).toArray();
        var one = new Forest(AXES, rows, y, 1, new Seed(1).generator("forest", 0));
        assertEquals(0, one.predict(rows[0])[1]);
    }

    @Test
    void improvementAgreesWithTheClosedForm() {
        Forest forest = forest(2);
        double[] at = {0.5, 0.5, 0.5};
        double[] p = forest.predict(at);
        double z = (-5 - p[0]) / p[1];
        double expected = p[1] * (z * StandardNormal.cdf(z) + StandardNormal.pdf(z));
        assertEquals(Math.log(expected), forest.logImprovement(at, -5), 1e-9);
        var flat =
                new Forest(AXES, rows(), new double[ROWS], 5, new Seed(1).generator("forest", 0));
        assertEquals(Double.NEGATIVE_INFINITY, flat.logImprovement(at, 0));
        assertEquals(Math.log(0.25), flat.logImprovement(at, 0.25), 1e-15);
    }

    /** Bit for bit the same in whichever thread, and while others grow theirs. */
    @Test
    void dependsOnTheGeneratorAlone() {
        double[] at = {0.48, 0.3, 0.5};
        double[] expected = forest(7).predict(at);
        try (var threads = Executors.newFixedThreadPool(4)) {
            var others = new ArrayList<CompletableFuture<double[]>>();
            for (int i = 0; i < 12; i++) {
                others.add(CompletableFuture.supplyAsync(() -> forest(7).predict(at), threads));
            }
            others.forEach(f -> assertArrayEquals(expected, f.join()));
        }
    }
}
