package org.attune.tla;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Constraint;
import org.attune.api.Generator;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.surrogate.Axes;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

class OptimumPredictionTest {
    private static Region region(boolean constrained) {
        var builder =
                TuningProblem.named("optima")
                        .parameter(Parameter.real("x", 0, 1))
                        .parameter(Parameter.integer("k", 1, 32))
                        .parameter(Parameter.categorical("c", List.of("a", "b")))
                        .objective(Objective.minimize("y"));
        if (constrained) {
            builder.constraint(Constraint.of("small", "x + k / 32 <= 0.8"));
        }
        TuningProblem problem = builder.build();
        return new Region(problem, Point.EMPTY, new Axes(problem.parameterSpace(), false));
    }

    /** x = 0.2 + 0.5 f, k = 32 f and c = b from f = 0.5 on, for tasks f = 0, 0.1, ..., 1. */
    private static OptimumPrediction prediction(Region region, double f) {
        var best = new ArrayList<double[]>();
        double[][] features = new double[12][1];
        for (int t = 0; t <= 10; t++) {
            features[t][0] = t / 10.0;
            best.add(
                    region.encode(
                            Point.of(
                                    "x",
                                    0.2 + 0.05 * t,
                                    "k",
                                    Math.max(1, Math.round(3.2 * t)),
                                    "c",
                                    t < 5 ? "a" : "b")));
        }
        features[11][0] = f;
        return OptimumPrediction.of(region, best, Optional.of(features)).orElseThrow();
    }

    @Test
    void followsTheFeatures() {
        Region region = region(false);
        for (double f : new double[] {0.15, 0.75}) {
            Point p = region.decode(prediction(region, f).best().orElseThrow());
            assertEquals(0.2 + 0.5 * f, p.number("x"), 0.03);
            assertEquals(32 * f, p.number("k"), 2);
            assertEquals(f < 0.5 ? "a" : "b", p.get("c"));
        }
    }

    /** Between its optima, a component's 95 % range has the line on which they lie. */
    @Test
    void saysHowSureItIs() {
        OptimumPrediction.Component x = prediction(region(false), 0.55).components().getFirst();
        assertTrue(Math.abs(x.mean() - 0.475) < 1.96 * x.deviation() + 1e-3);
        assertTrue(x.deviation() < 0.1);
        OptimumPrediction.Component far = prediction(region(false), 3).components().getFirst();
        assertTrue(far.deviation() > x.deviation(), "far from all tasks less is known");
    }

    /** Of three tasks: x was said to lie between 0.30 and 0.33, and c to be b by 100 %. */
    @Test
    void isNotSureOfFewTasks() {
        Region region = region(false);
        var best =
                List.of(
                        new double[] {0.30, 0.5, 0.75},
                        new double[] {0.31, 0.5, 0.75},
                        new double[] {0.32, 0.5, 0.75});
        double[][] features = {{0}, {0.5}, {1}, {0.75}};
        OptimumPrediction prediction =
                OptimumPrediction.of(region, best, Optional.of(features)).orElseThrow();
        Point configuration = region.decode(prediction.best().orElseThrow());
        List<String> confidence = prediction.confidence(configuration);
        String[] bounds = confidence.getFirst().split(" to ");
        double width = Double.parseDouble(bounds[1]) - Double.parseDouble(bounds[0]);
        assertTrue(width > 0.05 && width < 0.3, confidence.toString());
        assertEquals("80 %", confidence.get(2));
    }

    /** x = 0.575 and k = 24 violate the constraint; the prediction gives way to it. */
    @Test
    void respectsConstraints() {
        Region region = region(true);
        double[] best = prediction(region, 0.75).best().orElseThrow();
        assertTrue(region.admits(best));
        Point p = region.decode(best);
        assertTrue(p.number("x") + p.number("k") / 32 > 0.7, "as near as it may be: " + p);
    }

    @Test
    void oneOptimumPredictsNothing() {
        assertTrue(
                OptimumPrediction.of(
                                region(false),
                                List.of(new double[] {0.5, 0.5, 0.25}),
                                Optional.empty())
                        .isEmpty());
    }

    /** Mean and deviation of many draws, by Monte Carlo; nothing lies beyond the bounds. */
    @Test
    void drawsAroundTheOptimum() {
        Region region = region(false);
        OptimumPrediction prediction = prediction(region, 0.55);
        double[] best = prediction.best().orElseThrow();
        Generator random = new Seed(2).generator("around", 0);
        int count = 4000;
        double sum = 0;
        double squares = 0;
        int of = 0;
        for (int i = 0; i < count; i++) {
            double[] x =
                    prediction.around(new double[] {0.1, 0.2, 5}, u -> true, random).orElseThrow();
            sum += x[0];
            squares += (x[0] - best[0]) * (x[0] - best[0]);
            of += region.decode(x).get("c").equals("b") ? 1 : 0;
            assertTrue(region.admits(x));
        }
        assertEquals(best[0], sum / count, 0.01);
        assertEquals(0.1, Math.sqrt(squares / count), 0.005); // its bounds are 4 deviations away
        double p = prediction.components().get(2).probabilities()[1];
        assertEquals(p, (double) of / count, 4 * Math.sqrt(p * (1 - p) / count));
    }

    @Test
    void drawsAroundTheOptimumWhatConstraintsAllow() {
        Region region = region(true);
        OptimumPrediction prediction = prediction(region, 0.75);
        Generator random = new Seed(2).generator("around", 0);
        for (int i = 0; i < 100; i++) {
            double[] x = prediction.around(new double[] {1, 1, 1}, u -> true, random).orElseThrow();
            assertTrue(region.admits(x));
        }
        assertEquals(
                Optional.empty(), prediction.around(new double[] {1, 1, 1}, u -> false, random));
    }

    @Test
    void anOrderThatIsHeldIsNotInactive() {
        TuningProblem problem =
                TuningProblem.named("p")
                        .parameter(Parameter.real("x", 0, 1))
                        .parameter(Parameter.permutation("order", List.of("i", "j")))
                        .fix("order", List.of("j", "i"))
                        .objective(Objective.minimize("y"))
                        .build();
        var region = new Region(problem, Point.EMPTY, new Axes(problem.parameterSpace(), false));
        var best = List.of(new double[] {0.3, 0.5, 0.5}, new double[] {0.4, 0.5, 0.5});
        OptimumPrediction prediction =
                OptimumPrediction.of(region, best, Optional.empty()).orElseThrow();
        Point configuration = region.decode(prediction.best().orElseThrow());
        assertEquals(List.of("1", "0"), prediction.confidence(configuration).subList(1, 3));
    }
}
