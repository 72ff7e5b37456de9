package org.attune.bayesopt.surrogate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.function.Predicate;

class FailureModelTest {
    private static final Space SPACE =
            Space.of(
                    List.of(
                            Parameter.real("a", 0, 1),
                            Parameter.real("b", 0, 1),
                            Parameter.categorical("c", List.of("x", "y", "z"))));

    private static FailureModel fit(int n, int seed, Predicate<double[]> fails) {
        Generator random = new Seed(seed).generator("points", n);
        double[][] x = new double[n][];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            x[i] = SPACE.encode(SPACE.sample(random));
            y[i] = fails.test(x[i]) ? 1 : 0;
        }
        var axes = new Axes(SPACE, false);
        Priors priors = Priors.informative(axes, true);
        var labels = new Dataset(x, y);
        var fitter =
                new SurrogateFitter(
                        LinearAlgebra.best(),
                        axes,
                        SurrogateSettings.labels(),
                        priors,
                        new Seed(seed));
        assertTrue(fitter.fit(labels).isPresent());
        return FailureModel.fit(
                        LinearAlgebra.best(), axes, priors, labels, fitter.learned().orElseThrow())
                .orElseThrow();
    }

    /** Of runs that fail by chance, the share is what is known, wherever they are. */
    @Test
    void chanceIsNoRegion() {
        Generator coins = new Seed(5).generator("coins", 0);
        FailureModel model = fit(200, 5, x -> coins.nextDouble() < 0.3);
        Generator random = new Seed(6).generator("places", 0);
        double sum = 0;
        for (int i = 0; i < 200; i++) {
            double p = model.probability(SPACE.encode(SPACE.sample(random)));
            assertTrue(p > 0.02 && p < 0.9, "probability " + p);
            sum += p / 200;
        }
        assertEquals(0.3, sum, 0.1);
    }

    @Test
    void manyRunsMakeItSureButNeverCertain() {
        FailureModel model = fit(200, 1, x -> x[0] > 0.5);
        double inside = model.probability(SPACE.encode(SPACE.decode(new double[] {0.9, 0.5, 0.5})));
        double outside =
                model.probability(SPACE.encode(SPACE.decode(new double[] {0.1, 0.5, 0.5})));
        assertTrue(inside > 0.9 && inside < 1, "inside " + inside);
        assertTrue(outside < 0.1 && outside > 1e-6, "outside " + outside);
    }

    /** All runs have failed: it is likely, and no more, that others do. */
    @Test
    void onlyFailuresAreNoCertainty() {
        double p = fit(3, 1, x -> true).probability(new double[] {0.5, 0.5, 0.5});
        assertTrue(p > 0.4 && p < 0.9, "probability " + p);
    }
}
