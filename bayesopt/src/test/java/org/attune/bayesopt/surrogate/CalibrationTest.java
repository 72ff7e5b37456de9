package org.attune.bayesopt.surrogate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.attune.api.Seed;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.junit.jupiter.api.Test;

import java.util.List;

class CalibrationTest {
    private static WarpedProcess fitted(boolean calibrated, int count, long seed) {
        double[][] x = TestData.points(count, seed);
        var settings =
                new SurrogateSettings(
                        RadialKernel.MATERN52,
                        List.of(OutputWarp.Shape.YEO_JOHNSON),
                        2,
                        60,
                        calibrated);
        return new SurrogateFitter(
                        LinearAlgebra.best(),
                        TestData.AXES,
                        settings,
                        Priors.informative(TestData.AXES, true),
                        new Seed(seed))
                .fit(new Dataset(x, TestData.outputs(x, seed)))
                .orElseThrow();
    }

    private static double meanSquare(WarpedProcess process) {
        double[] z = process.warped();
        double[][] leftOut = process.leaveOneOut();
        double sum = 0;
        for (int i = 0; i < z.length; i++) {
            sum += Math.pow(z[i] - leftOut[i][0], 2) / leftOut[i][1];
        }
        return sum / z.length;
    }

    @Test
    void errorsAreAsLargeAsPredictedAndMeansStay() {
        for (long seed = 1; seed <= 3; seed++) {
            WarpedProcess before = fitted(false, 20, seed);
            WarpedProcess after = fitted(true, 20, seed);
            assertNotEquals(1, meanSquare(before), 0.02);
            assertEquals(1, meanSquare(after), 1e-6);
            double factor = meanSquare(before);
            double[] one = new double[2];
            double[] two = new double[2];
            for (double[] x : TestData.points(5, seed + 10)) {
                before.predict(x, one);
                after.predict(x, two);
                assertEquals(one[0], two[0], 1e-8);
                assertEquals(factor * one[1], two[1], 1e-6 * two[1]);
            }
        }
    }

    @Test
    void fewObservationsSayTooLittle() {
        assertEquals(meanSquare(fitted(false, 7, 4)), meanSquare(fitted(true, 7, 4)));
    }

    @Test
    void theFactorIsBounded() {
        double[][] leftOut = new double[8][];
        java.util.Arrays.setAll(leftOut, i -> new double[] {0, 1});
        double[] z = new double[8];
        assertEquals(0.25, Calibration.factor(leftOut, z));
        z[3] = 1e200;
        assertEquals(4, Calibration.factor(leftOut, z));
        z[3] = 4;
        assertEquals(2, Calibration.factor(leftOut, z));
        leftOut[2] = new double[] {Double.NaN, 1};
        assertEquals(1, Calibration.factor(leftOut, z));
    }
}
