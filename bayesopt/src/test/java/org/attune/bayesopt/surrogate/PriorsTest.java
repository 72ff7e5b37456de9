package org.attune.bayesopt.surrogate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Seed;
import org.junit.jupiter.api.Test;

import java.util.List;

class PriorsTest {
    private static final int LENGTH = 3 * TestData.AXES.dimension() + 3;

    private static ProcessPrior prior(Priors priors) {
        return ProcessPrior.of(TestData.AXES, RadialKernel.MATERN52, priors, 0);
    }

    private static Layout layout(Priors priors) {
        return prior(priors).layout();
    }

    /** Within the bounds, wide priors change no likelihood ratio by more than a few per cent. */
    @Test
    void widePriorsDecideNothing() {
        Layout wide = layout(Priors.wide(TestData.AXES, true));
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
        Layout wide = layout(Priors.wide(TestData.AXES, true));
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
        ProcessPrior prior = prior(Priors.informative(TestData.AXES, false));
        Layout joint = prior.layout();
        int share = TestData.SHARE;
        assertEquals(joint.lower()[share], joint.upper()[share]);
        assertEquals(joint.lower()[share], joint.mode()[share]);
        double[] theta = joint.mode();
        assertTrue(prior.hyperparameters(theta).additiveShare() < 1e-15);
    }

    /** log w/(1-w) of a share of 0.2 is -log 4; nothing else changes. */
    @Test
    void aShareMayBeExpectedToBeSmall() {
        Priors usual = Priors.informative(TestData.AXES, true);
        ProcessPrior prior = prior(usual.withShareAround(0.2));
        double[] mode = prior.layout().mode();
        assertEquals(0.2, prior.hyperparameters(mode).additiveShare(), 1e-15);
        assertEquals(-Math.log(4), mode[TestData.SHARE], 1e-15);
        mode[TestData.SHARE] = 0;
        assertArrayEquals(layout(usual).mode(), mode, 0);
        assertThrows(IllegalArgumentException.class, () -> usual.withShareAround(1));
    }

    @Test
    void slopesAreThoseOfTheDensities() {
        for (Prior prior : List.of(new Prior(0.3, 0.7), new Prior(0.3, 0.7, true))) {
            for (double log : new double[] {-5, 0, 0.3, 1, 40}) {
                double step = 1e-5;
                double slope =
                        (prior.logDensity(log + step) - prior.logDensity(log - step)) / (2 * step);
                assertEquals(slope, prior.slope(log), 1e-5, prior + " at " + log);
            }
        }
    }

    /** With the density of Cauchy, 1 / (π s (1 + z²)), up to the factor. */
    @Test
    void heavyTailsBearWhatNormalOnesForbid() {
        var heavy = new Prior(1, 0.5, true);
        assertEquals(Math.log(0.5), heavy.logDensity(1.5), 1e-15);
        assertEquals(Math.log(1 / 101.0), heavy.logDensity(6), 1e-12);
        assertEquals(-50, new Prior(1, 0.5).logDensity(6), 1e-12);
    }
}
