package org.attune.bayesopt.surrogate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.bayesopt.numerics.BoxLbfgs;
import org.junit.jupiter.api.Test;

import java.util.Arrays;

class LayoutTest {
    /** What narrow and wide priors alone say is round in units of their deviations. */
    @Test
    void theModeOfThePriorsIsFoundAtOnceHoweverNarrowTheyAre() {
        var layout = new Layout();
        layout.add(Block.of(2, new Prior(1, 0.02), -5, 5));
        layout.add(Block.of(1, new Prior(-2, 2.5), -9, 9));
        layout.add(Block.of(1, new Prior(3, 1), -1, 2)); // whose mode is out of bounds
        BoxLbfgs.Objective f =
                (theta, gradient) -> {
                    Arrays.fill(gradient, 0);
                    return -layout.logDensity(theta, gradient);
                };
        var found =
                layout.minimize(
                        f,
                        new double[] {0.5, 1.2, 4, 0},
                        new BoxLbfgs.Options(60, 80, 8, 1e-4, 1e-9));
        assertArrayEquals(new double[] {1, 1, -2, 2}, found.x(), 1e-4);
        assertEquals(BoxLbfgs.Status.CONVERGED, found.status());
        assertTrue(found.iterations() <= 3, found.iterations() + " iterations");
    }
}
