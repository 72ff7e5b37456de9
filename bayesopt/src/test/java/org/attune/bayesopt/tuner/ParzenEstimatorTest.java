package org.attune.bayesopt.tuner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.attune.api.Parameter;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.bayesopt.numerics.StandardNormal;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.tuner.ParzenEstimator.Observation;
import org.junit.jupiter.api.Test;

import java.util.List;

class ParzenEstimatorTest {
    private static final Space SPACE =
            Space.of(
                    List.of(
                            Parameter.real("x", 0, 1),
                            Parameter.integer("n", 1, 9).log(),
                            Parameter.categorical("c", List.of("a", "b", "c"))));
    private static final Axes AXES = new Axes(SPACE, false);

    private static Observation at(double x, double n, double c, boolean xActive) {
        double[] unit = SPACE.encode(SPACE.decode(new double[] {x, n, c}));
        return new Observation(unit, new boolean[] {xActive, true, true});
    }

    /**
     * One observation at 0.3 of one real axis: weights 1/2; h = max(0.2, 1/3) = 1/3; both normals
     * are divided by their mass in [0, 1].
     */
    @Test
    void agreesWithTheFormula() {
        var axes = new Axes(Space.of(List.of(Parameter.real("x", 0, 1))), false);
        boolean[] active = {true};
        var estimator =
                new ParzenEstimator(axes, List.of(new Observation(new double[] {0.3}, active)));
        double kernel =
                3 * StandardNormal.pdf(1.5) / (StandardNormal.cdf(2.1) - StandardNormal.cdf(-0.9));
        double prior =
                StandardNormal.pdf(0.3) / (StandardNormal.cdf(0.5) - StandardNormal.cdf(-0.5));
        assertEquals(
                Math.log((kernel + prior) / 2),
                estimator.logDensity(new Observation(new double[] {0.8}, active)),
                1e-14);
    }

    /** Over all values of the discrete axes, and by the midpoint rule over the real one. */
    @Test
    void integratesToOne() {
        var estimator =
                new ParzenEstimator(
                        AXES,
                        List.of(
                                at(0.1, 0.2, 0.1, true),
                                at(0.5, 0.9, 0.9, false), // x is not active here
                                at(0.4, 0.6, 0.5, true)));
        double sum = 0;
        int cells = 2000;
        for (int i = 0; i < cells; i++) {
            for (long n = 1; n <= 9; n++) {
                for (int c = 0; c < 3; c++) {
                    double unitN = AXES.coordinate(1, n - 1);
                    double unitC = AXES.coordinate(2, c);
                    var point = at((i + 0.5) / cells, unitN, unitC, true);
                    sum += Math.exp(estimator.logDensity(point)) / cells;
                }
            }
        }
        assertEquals(1, sum, 1e-6);
    }

    /**
     * Of 20 000 draws a share lies in a region that differs from its mass by sampling error alone.
     */
    @Test
    void drawsFromItsDensity() {
        var estimator =
                new ParzenEstimator(
                        AXES, List.of(at(0.1, 0.2, 0.1, true), at(0.4, 0.6, 0.5, true)));
        var random = new Seed(1).generator("draws", 0);
        int draws = 20_000;
        int inside = 0;
        for (int i = 0; i < draws; i++) {
            double[] x = estimator.sample(random);
            inside +=
                    x[0] < 0.3 && (Long) AXES.parameter(1).decode(x[1]) <= 4 && x[2] < 1 / 3.0
                            ? 1
                            : 0;
        }
        double mass = 0;
        int cells = 1000;
        for (int i = 0; i < cells; i++) {
            for (long n = 1; n <= 4; n++) {
                var point = at(0.3 * (i + 0.5) / cells, AXES.coordinate(1, n - 1), 0.1, true);
                mass += 0.3 * Math.exp(estimator.logDensity(point)) / cells;
            }
        }
        assertEquals(mass, inside / (double) draws, 4 * Math.sqrt(mass * (1 - mass) / draws));
    }

    /** 27 observations: the first weighs 1/27, the second 1, as do the last 25, and the prior. */
    @Test
    void oldObservationsWeighLess() {
        boolean[] active = {true};
        var axes =
                new Axes(Space.of(List.of(Parameter.categorical("c", List.of("a", "b")))), false);
        var observations = new java.util.ArrayList<Observation>();
        for (int i = 0; i < 27; i++) {
            observations.add(new Observation(new double[] {i == 0 ? 0.25 : 0.75}, active));
        }
        double same = (1 + 1 / 28.0) / (1 + 2 / 28.0);
        double expected = (same / 27 + 26 * (1 - same) + 0.5) / (1 / 27.0 + 26 + 1);
        assertEquals(
                Math.log(expected),
                new ParzenEstimator(axes, observations)
                        .logDensity(new Observation(new double[] {0.25}, active)),
                1e-13);
    }
}
