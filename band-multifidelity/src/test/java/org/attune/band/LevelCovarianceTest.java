package org.attune.band;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.attune.api.Seed;
import org.attune.bayesopt.joint.Coregionalization;
import org.attune.bayesopt.joint.FeatureCovariance;
import org.attune.bayesopt.joint.TaskCovariance;
import org.junit.jupiter.api.Test;

import java.util.List;

class LevelCovarianceTest {
    private static final List<TaskCovariance> CASES =
            List.of(
                    new LevelCovariance(new OneTask(), 3, false),
                    new LevelCovariance(new OneTask(), 1, true),
                    new LevelCovariance(new Coregionalization(2, 2), 3, true),
                    new LevelCovariance(
                            new TwoFunctions(
                                    new FeatureCovariance(new double[][] {{0, 1}, {0.3, 0.2}})),
                            2,
                            false));

    private static double[] phi(TaskCovariance covariance, Generator random) {
        double[] phi = new double[covariance.block().size()];
        for (int i = 0; i < phi.length; i++) {
            phi[i] = 2 * random.nextDouble() - 1;
        }
        return phi;
    }

    /** Σ_q Σ_ij W_q[i, j] B_q[i, j] by each hyperparameter, against central differences. */
    @Test
    void gradientIsThatOfTheMatrices() {
        Generator random = new Seed(3).generator("phi", 0);
        for (TaskCovariance covariance : CASES) {
            double[] phi = phi(covariance, random);
            double[][] weights = covariance.matrices(phi);
            for (double[] w : weights) {
                for (int i = 0; i < w.length; i++) {
                    w[i] = random.nextDouble() - 0.5;
                }
            }
            double[] gradient = covariance.gradient(phi, weights);
            double h = 1e-6;
            for (int i = 0; i < phi.length; i++) {
                double[] up = phi.clone();
                double[] down = phi.clone();
                up[i] += h;
                down[i] -= h;
                double expected =
                        (sum(covariance.matrices(up), weights)
                                        - sum(covariance.matrices(down), weights))
                                / (2 * h);
                assertEquals(expected, gradient[i], 1e-7, covariance + ", phi " + i);
            }
        }
    }

    private static double sum(double[][] b, double[][] weights) {
        double sum = 0;
        for (int q = 0; q < b.length; q++) {
            for (int i = 0; i < b[q].length; i++) {
                sum += weights[q][i] * b[q][i];
            }
        }
        return sum;
    }

    /** By hand: ρ = (2, 3), v = (5, 7), c = (11, 13), A = (a_0, a_1, a_1) = (0.5, 2, 2). */
    @Test
    void agreesWithTheFormula() {
        double[] phi = {
            Math.log(0.5), Math.log(2), 2, 3, Math.log(5), Math.log(7), Math.log(11), Math.log(13)
        };
        double[][] b = new LevelCovariance(new OneTask(), 3, false).matrices(phi);
        double[] levels = {25, 14, 1, 14, 14, 1, 1, 1, 1};
        double[] shared = {4, 6, 2, 6, 9, 3, 2, 3, 1};
        double[] errors = {12, 7, 0, 7, 7, 0, 0, 0, 0};
        for (int i = 0; i < 9; i++) {
            assertEquals(0.5 * levels[i], b[0][i], 1e-12);
            assertEquals(2 * shared[i], b[1][i], 1e-12);
            assertEquals(2 * errors[i], b[2][i], 1e-12);
        }
    }

    /** All matrices are covariances: their quadratic forms are not negative. */
    @Test
    void matricesArePositiveSemidefinite() {
        Generator random = new Seed(4).generator("phi", 0);
        for (TaskCovariance covariance : CASES) {
            int n = covariance.tasks();
            for (int k = 0; k < 20; k++) {
                for (double[] b : covariance.matrices(phi(covariance, random))) {
                    double[] x = new double[n];
                    for (int i = 0; i < n; i++) {
                        x[i] = random.nextDouble() - 0.5;
                    }
                    double form = 0;
                    for (int i = 0; i < n * n; i++) {
                        form += x[i / n] * b[i] * x[i % n];
                        assertEquals(b[i], b[i % n * n + i / n], 1e-12, "symmetric");
                    }
                    assertTrue(form >= -1e-12, covariance + ": " + form);
                }
            }
        }
    }

    @Test
    void startsLieWithinTheBounds() {
        for (TaskCovariance covariance : CASES) {
            for (double[] start : covariance.starts()) {
                assertEquals(covariance.block().size(), start.length);
                for (int i = 0; i < start.length; i++) {
                    assertTrue(start[i] >= covariance.block().lower()[i]);
                    assertTrue(start[i] <= covariance.block().upper()[i]);
                }
            }
        }
    }

    @Test
    void needsTwoLatentFunctions() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new LevelCovariance(new Coregionalization(2, 1), 3, false));
    }
}
