package org.attune.bayesopt.acquisition;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.FailureFitter;
import org.attune.bayesopt.surrogate.FailureModel;
import org.attune.testkit.FiniteDifference;
import org.junit.jupiter.api.Test;

import java.util.List;

class FeasibilityTest {
    private static final Space SPACE =
            Space.of(List.of(Parameter.real("a", 0, 1), Parameter.real("b", 0, 1)));

    /** Runs fail beyond a line. */
    private static FailureModel model() {
        Generator random = new Seed(1).generator("points", 0);
        double[][] x = new double[40][];
        double[] failed = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            x[i] = SPACE.encode(SPACE.sample(random));
            failed[i] = x[i][0] + 0.5 * x[i][1] > 0.9 ? 1 : 0;
        }
        return new FailureFitter(new Axes(SPACE, false), true, new Seed(1))
                .fit(new Dataset(x, failed), 100)
                .orElseThrow();
    }

    @Test
    void isThePowerOfTheProbabilityBelowWhatCountsAsCertain() {
        FailureModel model = model();
        Feasibility careful = Feasibility.careful(model);
        int certain = 0;
        for (double[] x : grid()) {
            double success = 1 - model.probability(x);
            assertEquals(Math.log(success), Feasibility.plain(model).value(x), 1e-12);
            assertEquals(Math.min(12 * Math.log(success / 0.7), 0), careful.value(x), 1e-9);
            certain += careful.value(x) == 0 ? 1 : 0;
        }
        assertTrue(certain > 10 && certain < 70, certain + " of 81 places are certain");
    }

    @Test
    void itsGradientIsThatOfFiniteDifferencesAndVanishesWhereARunIsCertain() {
        FailureModel model = model();
        for (double[] x : grid()) {
            for (Feasibility f : List.of(Feasibility.careful(model), Feasibility.plain(model))) {
                double[] gradient = new double[2];
                assertEquals(f.value(x), f.valueAndGradient(x, gradient), 1e-12);
                FiniteDifference.assertGradient(f::value, x, gradient, 1e-5, f.toString());
                if (f.value(x) == 0) {
                    assertArrayEquals(new double[2], gradient);
                }
            }
        }
    }

    private static List<double[]> grid() {
        return java.util.stream.IntStream.range(0, 81)
                .mapToObj(i -> new double[] {(i % 9 + 0.5) / 9, (i / 9 + 0.5) / 9})
                .toList();
    }
}
