package org.attune.bayesopt.surrogate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

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
}
