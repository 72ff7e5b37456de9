package org.attune.bayesopt.surrogate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.attune.bayesopt.numerics.LinearAlgebra;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Outputs that were measured once have the noise σ² that is learned, to the bit. */
class PlainNoiseTest {
    private static final int N = 12;

    @ParameterizedTest
    @EnumSource
    void aProcessIsThatOfOneVarianceForAll(RadialKernel kernel) {
        for (long seed = 1; seed <= 20; seed++) {
            double[][] x = TestData.points(N, seed);
            double[] y = TestData.outputs(x, seed);
            double[] theta = TestData.theta(seed);
            Covariance covariance = TestData.prior(kernel).covariance(theta);
            double[][] warped = Arrays.stream(x).map(covariance::warped).toArray(double[][]::new);
            double[] variances = new double[N];
            Arrays.fill(variances, Math.exp(theta[TestData.NOISE]));
            LinearAlgebra algebra = LinearAlgebra.best();
            GaussianProcess one =
                    ExactProcess.of(algebra, covariance, warped, y, variances).orElseThrow();
            GaussianProcess plain =
                    GaussianProcess.condition(algebra, covariance, x, y, ObservationNoise.plain(N))
                            .orElseThrow();
            String which = "seed " + seed;
            assertEquals(one.logLikelihood(), plain.logLikelihood(), 0, which);
            int[] rows = IntStream.range(0, N).toArray();
            assertArrayEquals(one.leaveOneOut(rows), plain.leaveOneOut(rows), which);
            for (double[] place : TestData.points(3, seed + 100)) {
                assertArrayEquals(predict(one, place), predict(plain, place), which);
            }
        }
    }

    private static double[] predict(GaussianProcess process, double[] x) {
        double[] moments = new double[2];
        process.predict(x, moments);
        return moments;
    }
}
