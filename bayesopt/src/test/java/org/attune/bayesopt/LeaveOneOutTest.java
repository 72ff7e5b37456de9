package org.attune.bayesopt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.Surrogate;
import org.attune.bayesopt.surrogate.SurrogateFitter;
import org.attune.bayesopt.surrogate.SurrogateSettings;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.function.ToDoubleFunction;

class LeaveOneOutTest {
    private static Surrogate model(int n, ToDoubleFunction<double[]> f) {
        var axes =
                new Axes(
                        Space.of(List.of(Parameter.real("x", 0, 1), Parameter.real("w", 0, 1))),
                        false);
        Generator random = new Seed(4).generator("points", n);
        double[][] x = new double[n][];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            x[i] = new double[] {random.nextDouble(), random.nextDouble()};
            y[i] = f.applyAsDouble(x[i]);
        }
        return new SurrogateFitter(
                        LinearAlgebra.best(),
                        axes,
                        SurrogateSettings.standard(),
                        Priors.informative(axes, true),
                        new Seed(1))
                .fit(new Dataset(x, y))
                .orElseThrow();
    }

    @Test
    void aSmoothFunctionIsPredicted() {
        Surrogate model = model(20, x -> Math.sin(3 * x[0]) + x[1] * x[1]);
        assertTrue(LeaveOneOut.skill(model) > 0.9);
        assertFalse(LeaveOneOut.predictsNothing(model));
    }

    /** Values that have nothing to do with the place. */
    @Test
    void noiseIsNot() {
        Generator noise = new Seed(5).generator("noise", 0);
        Surrogate model = model(20, x -> noise.nextDouble());
        assertTrue(LeaveOneOut.predictsNothing(model), "skill " + LeaveOneOut.skill(model));
    }

    @Test
    void fewOrEqualTrialsSayLittle() {
        Generator noise = new Seed(6).generator("noise", 0);
        assertFalse(LeaveOneOut.predictsNothing(model(7, x -> noise.nextDouble())));
        Surrogate flat = model(10, x -> 3);
        assertEquals(0, LeaveOneOut.skill(flat));
        assertTrue(LeaveOneOut.predictsNothing(flat));
    }
}
