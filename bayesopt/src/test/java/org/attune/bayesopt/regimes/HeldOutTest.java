package org.attune.bayesopt.regimes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class HeldOutTest {
    private static final double[][][] MIXTURES = {
        {{0.9, 0, 1}, {0.1, 5, 4}},
        {{0.3, 1, 0.25}, {0.7, 4, 1}},
        {{0.5, -1, 1}, {0.5, 6, 9}}
    };

    @Test
    void theJointDensityIsThatOfTheRegimesAndOfTheOutputsInThem() {
        var partition = Partition.of(new int[] {1, 0, 0});
        double[] z = {0.5, 3, 8};
        double outputs = 0;
        for (int i = 0; i < z.length; i++) {
            double[] own = MIXTURES[i][partition.regime(i)];
            double off = z[i] - own[1];
            outputs -= 0.5 * (Math.log(2 * Math.PI * own[2]) + off * off / own[2]);
        }
        var heldOut = new HeldOut(MIXTURES);
        double regimes = heldOut.logDensityOfRegimes(partition);
        assertEquals(Math.log(0.1 * 0.3 * 0.5), regimes, 1e-12);
        assertEquals(regimes + outputs, heldOut.logJointDensity(partition, z), 1e-12);
    }
}
