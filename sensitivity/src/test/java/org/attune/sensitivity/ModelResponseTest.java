package org.attune.sensitivity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.FittedModel;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;

import java.util.SequencedMap;

class ModelResponseTest {
    private static final TuningProblem CUBE = Fitted.cube(3);

    private static double smooth(double[] x) {
        return 20 + 10 * Math.pow(x[0] - 0.3, 2) + x[1];
    }

    private static Analysis analysis(int draws) {
        return new Analysis(
                CUBE,
                Point.EMPTY,
                SampleSize.of(1024),
                draws,
                ModelResponse.Scale.NATIVE,
                new Seed(1));
    }

    /** Var 10 (x - 0.3)² = 100 (E(x - 0.3)⁴ - (E(x - 0.3)²)²) = 1.423, and Var x = 1/12. */
    @Test
    void importanceSharesTheVariation() {
        FittedModel model = Fitted.of(CUBE, 40, ModelResponseTest::smooth, new Seed(3));
        SequencedMap<String, Double> importance =
                Analysis.shown(CUBE, Point.EMPTY, new Seed(0)).importance(model, "y");
        assertEquals(0.945, importance.get("x1"), 0.03);
        assertEquals(0.055, importance.get("x2"), 0.03);
        assertEquals(0, importance.get("x3"), 0.01);
        assertEquals(1, importance.values().stream().mapToDouble(v -> v).sum(), 1e-9);
    }

    /** Of what does nothing the estimate is often below 0; shown are parts of a whole. */
    @Test
    void sharesArePartsOfAWholeWhereMuchDoesNothing() {
        TuningProblem many = Fitted.cube(8);
        for (long seed = 0; seed < 3; seed++) {
            FittedModel model = Fitted.of(many, 40, ModelResponseTest::smooth, new Seed(seed));
            var shares =
                    Analysis.shown(many, Point.EMPTY, new Seed(seed))
                            .importance(model, "y")
                            .values();
            assertTrue(shares.stream().allMatch(s -> s >= 0), shares.toString());
            assertEquals(1, shares.stream().mapToDouble(s -> s).sum(), 1e-9);
        }
    }

    @Test
    void drawsWidenTheIntervalsOfAModelThatKnowsLittle() {
        FittedModel model = Fitted.of(CUBE, 12, KnownFunctions::ishigami, new Seed(5));
        var asked = new ModelResponse(CUBE, model, Point.EMPTY, "y");
        assertTrue(asked.hasDraws());
        SobolIndices mean =
                analysis(0).sobol(analysis(0).functions(asked), analysis(0).single()).orElseThrow();
        SobolIndices drawn =
                analysis(20)
                        .sobol(analysis(20).functions(asked), analysis(20).single())
                        .orElseThrow();
        for (int i = 0; i < 3; i++) {
            assertTrue(
                    drawn.total().get(i).half() > 2 * mean.total().get(i).half(),
                    drawn.total().get(i) + " of draws, " + mean.total().get(i) + " of the mean");
        }
    }

    /** A page of so many flags ended with "The Sobol' sequence has 0 to 256 dimensions here". */
    @Test
    void moreParametersThanTheSobolSequenceHasDimensions() {
        TuningProblem many = Fitted.cube(300);
        FittedModel model = Fitted.of(many, 8, ModelResponseTest::smooth, new Seed(3));
        var asked = new ModelResponse(many, model, Point.EMPTY, "y");
        double value = asked.mean(ModelResponse.Scale.NATIVE).values(new double[1][300])[0][0];
        assertTrue(Double.isFinite(value), value + "");
    }

    /** The scale of the model is another one, but what varies is the same. */
    @Test
    void theScaleIsThatWhichIsAskedFor() {
        FittedModel model = Fitted.of(CUBE, 40, x -> Math.exp(4 * x[0]), new Seed(3));
        var asked = new ModelResponse(CUBE, model, Point.EMPTY, "y");
        double[][] x = {{0.5, 0.5, 0.5}, {0.9, 0.2, 0.1}};
        double[] natively = asked.mean(ModelResponse.Scale.NATIVE).values(x)[0];
        double[] warped = asked.mean(ModelResponse.Scale.WARPED).values(x)[0];
        assertEquals(Math.exp(2), natively[0], 0.2);
        assertEquals(natively[1], asked.output(warped[1]), 1e-9);
        assertFalse(Math.abs(natively[0] - warped[0]) < 1e-3);
        double[][] draws = asked.draws(ModelResponse.Scale.NATIVE, 5, new Seed(1)).values(x);
        assertEquals(5, draws.length);
        assertEquals(Math.exp(2), draws[3][0], 0.5);
    }

    /** The range of the mean, and half of it beyond, are more than numbers can say. */
    @Test
    void outputsAsLargeAsNumbersCanBeAreShown() {
        FittedModel model =
                Fitted.of(CUBE, 30, x -> (x[0] + 0.1 * x[1] - 0.5) * 1.5e308 * 2, new Seed(1));
        Analysis analysis = Analysis.shown(CUBE, Point.EMPTY, new Seed(1));
        SequencedMap<String, Double> importance = analysis.importance(model, "y");
        assertTrue(importance.get("x1") > 0.9, importance.toString());
        var asked = new ModelResponse(CUBE, model, Point.EMPTY, "y");
        Point good = Point.of("x1", 0.0, "x2", 0.0, "x3", 0.8);
        Reduction reduction = Reduction.of(analysis, asked, importance, good, 0.01);
        assertTrue(Double.isFinite(reduction.best()), reduction.toString());
        assertTrue(Double.isFinite(reduction.upper()), reduction.toString());
    }

    /** What is stated is not exceeded by the function itself. */
    @Test
    void whatCanBeHeldLosesNoMoreThanStated() {
        int kept = 0;
        for (long seed = 0; seed < 5; seed++) {
            FittedModel model = Fitted.of(CUBE, 30, ModelResponseTest::smooth, new Seed(seed));
            Analysis analysis = Analysis.shown(CUBE, Point.EMPTY, new Seed(seed));
            Point good = Point.of("x1", 0.35, "x2", 0.05, "x3", 0.8);
            Reduction reduction =
                    Reduction.of(
                            analysis,
                            new ModelResponse(CUBE, model, Point.EMPTY, "y"),
                            analysis.importance(model, "y"),
                            good,
                            0.01);
            assertTrue(reduction.held().containsKey("x3"), reduction.toString());
            assertEquals(0.8, (Double) reduction.held().get("x3"), 1e-12);
            double x1 = (Double) reduction.held().getOrDefault("x1", 0.3);
            double x2 = (Double) reduction.held().getOrDefault("x2", 0.0);
            double loss = smooth(new double[] {x1, x2, 0}) - 20;
            kept += loss <= reduction.upper() + 1e-3 ? 1 : 0;
            assertEquals(20, reduction.best(), 0.2);
            assertTrue(reduction.loss() <= reduction.upper());
        }
        assertTrue(kept >= 4, kept + " of 5");
    }

    @Test
    void mistakesAreNamed() {
        FittedModel model = Fitted.of(CUBE, 12, ModelResponseTest::smooth, new Seed(3));
        assertThrows(
                IllegalArgumentException.class,
                () -> new ModelResponse(CUBE, model, Point.EMPTY, "z"));
        assertThrows(IllegalArgumentException.class, () -> analysis(1));
    }
}
