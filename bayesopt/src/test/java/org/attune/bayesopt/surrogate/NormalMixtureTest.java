package org.attune.bayesopt.surrogate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.bayesopt.numerics.StandardNormal;
import org.junit.jupiter.api.Test;

import java.util.Arrays;

class NormalMixtureTest {
    /** Two heaps far apart: half of what is expected lies in each. */
    @Test
    void quantilesOfAMixtureAreThoseOfItsHeaps() {
        double[][] mixture = {{0.5, 0, 1}, {0.5, 100, 4}};
        assertEquals(0, NormalMixture.quantile(mixture, 0.25), 1e-6);
        assertEquals(100, NormalMixture.quantile(mixture, 0.75), 1e-6);
        assertEquals(
                1.959963984540054, NormalMixture.quantile(new double[][] {{1, 0, 1}}, 0.975), 1e-9);
    }

    /** F of what is returned is p; where a component is a step, F passes p there. */
    @Test
    void theMixtureIsBelowWithTheProbability() {
        Generator random = new Generator(1);
        for (int round = 0; round < 2000; round++) {
            double[][] mixture = new double[1 + random.nextInt(6)][];
            for (int k = 0; k < mixture.length; k++) {
                double deviation =
                        random.nextInt(5) == 0 ? 0 : Math.pow(10, 3 * random.nextGaussian() / 2);
                mixture[k] =
                        new double[] {
                            1.0 / mixture.length, 10 * random.nextGaussian(), deviation * deviation
                        };
            }
            double p = Math.clamp(random.nextDouble(), 1e-3, 1 - 1e-3);
            double quantile = NormalMixture.quantile(mixture, p);
            double step = 1e-9 * (1 + Math.abs(quantile));
            assertTrue(below(mixture, quantile - step) <= p + 1e-9, "round " + round);
            assertTrue(below(mixture, quantile + step) >= p - 1e-9, "round " + round);
        }
    }

    private static double below(double[][] mixture, double z) {
        return Arrays.stream(mixture)
                .mapToDouble(c ->
                        c[0]
                                * (c[2] > 0
                                        ? StandardNormal.cdf((z - c[1]) / Math.sqrt(c[2]))
                                        : z >= c[1] ? 1 : 0))
                .sum();
    }
}
