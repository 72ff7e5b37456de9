package org.attune.bayesopt.surrogate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Seed;
import org.junit.jupiter.api.Test;

class PriorsTest {
    private static final int LENGTH = 3 * TestData.AXES.dimension() + 3;

    /** Within the bounds, wide priors change no likelihood ratio by more than a few per cent. */
    @Test
    void widePriorsDecideNothing() {
        Priors wide = Priors.wide(TestData.AXES, true);
        double[] slopes = new double[LENGTH];
        double[] lower = wide.lower();
        for (int i = 0; i < LENGTH - 1; i++) {
            double[] theta = wide.mode();
            double best = wide.logDensity(theta, slopes);
            theta[i] = lower[i];
            assertEquals(best, wide.logDensity(theta, slopes), 0.03, "theta " + i);
        }
    }

    @Test
    void wideStartsAreWithinReach() {
        Priors wide = Priors.wide(TestData.AXES, true);
        double[] mode = wide.mode();
        for (int i = 0; i < LENGTH - 1; i++) {
            assertEquals(0, mode[i], 0, "lengthscales, warps and signal variance of 1");
        }
        double noise = Math.exp(mode[LENGTH - 1]);
        assertTrue(noise > 1e-8 && noise < 1e-5);
        double[] draw = wide.sample(new Seed(1).generator("draw", 0));
        assertTrue(Math.abs(draw[0]) < 15);
    }

    @Test
    void withoutAnAdditiveShareItStaysAtNothing() {
        Priors joint = Priors.informative(TestData.AXES, false);
        int share = TestData.SHARE;
        assertEquals(joint.lower()[share], joint.upper()[share]);
        assertEquals(joint.lower()[share], joint.mode()[share]);
        double[] theta = joint.mode();
        assertTrue(Hyperparameters.of(theta).additiveShare() < 1e-15);
    }
}
