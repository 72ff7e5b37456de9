package org.attune.bayesopt.surrogate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.attune.api.Generator;
import org.attune.api.Seed;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.numerics.Vectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;

class ExplainedVarianceTest {
    /** The product says what the substitution says, of even and of odd numbers of answers. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 12, 33})
    void manyPlacesAreToldWhatOneIs(int n) {
        Generator random = new Seed(n).generator("places", 0);
        double[] x = new double[n];
        boolean[] yes = new boolean[n];
        for (int i = 0; i < n; i++) {
            x[i] = random.nextDouble();
            yes[i] = x[i] > 0.6;
        }
        double[] prior = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                prior[i * n + j] = covariance(x[i], x[j]) + (i == j ? 1e-6 : 0);
            }
        }
        ProbitProcess process =
                ProbitProcess.of(LinearAlgebra.best(), prior, -1, yes).orElseThrow();
        ExplainedVariance explained = process.explainedVariance();
        for (double at : new double[] {0, 0.3, 0.61, 1}) {
            double[] k = Arrays.stream(x).map(v -> covariance(at, v)).toArray();
            double[] slope = new double[n];
            Arrays.fill(slope, Double.NaN);
            double expected = Vectors.dot(k, process.solve(k));
            assertEquals(expected, explained.of(k), 1e-9);
            assertEquals(expected, explained.of(k, slope), 1e-9);
            assertArrayEquals(process.solve(k), slope, 1e-9);
        }
    }

    private static double covariance(double a, double b) {
        return 4 * Math.exp(-20 * (a - b) * (a - b)) + 1;
    }
}
