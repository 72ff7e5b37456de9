package org.attune.sensitivity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Constraint;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;

import java.util.Arrays;

class ShapleyEffectsTest {
    private static double sum(ShapleyEffects effects) {
        return effects.shares().stream().mapToDouble(Estimate::value).sum();
    }

    /** Half of an interaction goes to each of its two: Owen (2014), theorem 1. */
    @Test
    void interactionsOfIshigamiAreHalved() {
        double[] v = KnownFunctions.ishigamiVariances();
        double[] truth = {
            (v[1] + v[3] / 2) / v[0], v[2] / v[0], v[3] / 2 / v[0],
        };
        for (long seed = 0; seed < 5; seed++) {
            ShapleyEffects s =
                    ShapleyEffects.of(
                            Response.of(KnownFunctions::ishigami),
                            new UniformInputs(3),
                            KnownFunctions.names(3),
                            SampleSize.of(8192),
                            true,
                            new Seed(seed));
            for (int i = 0; i < 3; i++) {
                assertEquals(truth[i], s.shares().get(i).value(), 0.02);
                assertEquals(KnownFunctions.ishigamiFirst().get(i), s.first().get(i).value(), 0.03);
                assertEquals(KnownFunctions.ishigamiTotal().get(i), s.total().get(i).value(), 0.02);
            }
            assertEquals(1, sum(s), 1e-12);
            assertEquals(v[0], s.variance().value(), 0.02 * v[0]);
        }
    }

    /**
     * B. Iooss and C. Prieur (2019) have this case: strong dependence gives a useless input a
     * share.
     */
    @Test
    void dependentNormalInputsAgreeWithTheClosedForm() {
        double[][] covariance = {{1, 0, 0}, {0, 1, 1.8}, {0, 1.8, 4}};
        double[] b = {1, 1, 0};
        double[] truth = Linear.shapley(covariance, b);
        assertTrue(truth[2] > 0.15, "the third is not read, and has a share");
        ShapleyEffects s =
                ShapleyEffects.of(
                        Response.of(x -> b[0] * x[0] + b[1] * x[1] + b[2] * x[2]),
                        new GaussianInputs(covariance),
                        KnownFunctions.names(3),
                        SampleSize.of(1 << 16),
                        true,
                        new Seed(1));
        double variance = Linear.explained(covariance, b, new int[] {0, 1, 2});
        for (int i = 0; i < 3; i++) {
            assertEquals(truth[i], s.shares().get(i).value(), 0.015);
            assertEquals(
                    Linear.explained(covariance, b, new int[] {i}) / variance,
                    s.first().get(i).value(),
                    0.03);
            int[] others = new int[] {(i + 1) % 3, (i + 2) % 3};
            assertEquals(
                    1 - Linear.explained(covariance, b, others) / variance,
                    s.total().get(i).value(),
                    0.015);
        }
        assertEquals(2, variance, 1e-12);
        assertEquals(2, s.variance().value(), 0.05);
    }

    @Test
    void intervalsOfSharesCoverTheTruth() {
        double[][] covariance = {{1, 0.5, 0}, {0.5, 1, 0.3}, {0, 0.3, 1}};
        double[] b = {3, 2, 1};
        double[] truth = Linear.shapley(covariance, b);
        int covered = 0;
        for (long seed = 0; seed < 200; seed++) {
            ShapleyEffects s =
                    ShapleyEffects.of(
                            Response.of(x -> b[0] * x[0] + b[1] * x[1] + b[2] * x[2]),
                            new GaussianInputs(covariance),
                            KnownFunctions.names(3),
                            SampleSize.of(512),
                            false,
                            new Seed(seed));
            for (int i = 0; i < 3; i++) {
                covered += s.shares().get(i).covers(truth[i]) ? 1 : 0;
            }
        }
        assertTrue(covered >= 0.92 * 600 && covered <= 0.98 * 600, covered + " of 600");
    }

    /**
     * x + y over the admissible half of a grid, where everything can be counted: conditional means,
     * hence both orders of two inputs.
     */
    @Test
    void constraintsCountOverTheAdmissibleRegion() {
        TuningProblem problem =
                TuningProblem.named("triangle")
                        .parameter(Parameter.integer("x", 0, 9))
                        .parameter(Parameter.integer("y", 0, 9))
                        .objective(Objective.minimize("f"))
                        .constraint(Constraint.of("half", "x + 2*y <= 9"))
                        .build();
        double mean = 0;
        double squares = 0;
        int count = 0;
        double[] sx = new double[10];
        double[] nx = new double[10];
        double[] sy = new double[10];
        double[] ny = new double[10];
        for (int x = 0; x < 10; x++) {
            for (int y = 0; y < 10; y++) {
                if (x + 2 * y <= 9) {
                    double f = f(x, y);
                    mean += f;
                    squares += f * f;
                    count++;
                    sx[x] += f;
                    nx[x]++;
                    sy[y] += f;
                    ny[y]++;
                }
            }
        }
        mean /= count;
        double variance = squares / count - mean * mean;
        double vx = 0;
        double vy = 0;
        for (int v = 0; v < 10; v++) {
            vx += nx[v] == 0 ? 0 : nx[v] / count * Math.pow(sx[v] / nx[v] - mean, 2);
            vy += ny[v] == 0 ? 0 : ny[v] / count * Math.pow(sy[v] / ny[v] - mean, 2);
        }
        var space = problem.parameterSpace();
        ShapleyEffects s =
                ShapleyEffects.of(
                        Response.of(u -> {
                            Point p = space.decode(u);
                            return f(p.number("x"), p.number("y"));
                        }),
                        new AdmissibleInputs(problem, Point.EMPTY),
                        KnownFunctions.names(2),
                        SampleSize.of(1 << 14),
                        true,
                        new Seed(4));
        assertEquals((vx + variance - vy) / 2 / variance, s.shares().get(0).value(), 0.02);
        assertEquals((vy + variance - vx) / 2 / variance, s.shares().get(1).value(), 0.02);
        assertEquals(vx / variance, s.first().get(0).value(), 0.03);
        assertEquals(1 - vx / variance, s.total().get(1).value(), 0.03);
        assertEquals(mean, s.mean().value(), 0.1);
    }

    private static double f(double x, double y) {
        return x * x + 7 * y + x * y;
    }

    /** One of 3·10⁵ points is admissible, so that points are constructed and moved. */
    @Test
    void narrowRegionsAreReached() {
        TuningProblem problem =
                TuningProblem.named("narrow")
                        .parameter(Parameter.integer("a", 1, 1000))
                        .parameter(Parameter.integer("b", 1, 1000))
                        .parameter(Parameter.integer("c", 1, 1000))
                        .objective(Objective.minimize("f"))
                        .constraint(Constraint.of("small", "a + b + c <= 30"))
                        .build();
        var space = problem.parameterSpace();
        var inputs = new AdmissibleInputs(problem, Point.EMPTY);
        double total = 0;
        double[][] points = inputs.points(2000, new Seed(2));
        for (double[] x : points) {
            Point p = space.decode(x);
            assertTrue(problem.admits(Point.EMPTY, p));
            total += p.number("a");
        }
        double sum = 0; // over all that is admissible
        double count = 0;
        for (int a = 1; a <= 28; a++) {
            double ways = (30 - a) * (29 - a) / 2.0;
            sum += a * ways;
            count += ways;
        }
        assertEquals(sum / count, total / points.length, 0.5);
    }

    /** A compiler may have more flags than the Sobol sequence has dimensions for two points. */
    @Test
    void inputsMayBeMany() {
        var random = new Seed(1);
        for (int dimension : new int[] {129, 300}) {
            Inputs inputs = new UniformInputs(dimension);
            assertEquals(dimension, inputs.points(2, random)[1].length);
            assertEquals(dimension, inputs.redraws(2, random).get(1).point().length);
        }
        Inputs half = new AdmissibleInputs(300, x -> x[0] < 0.5, generator -> new double[300]);
        assertTrue(Arrays.stream(half.points(8, random)).allMatch(x -> x[0] < 0.5));
    }
}
