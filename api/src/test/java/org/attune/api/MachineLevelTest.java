package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

class MachineLevelTest {
    private static final Instant START = Instant.parse("2026-01-31T12:00:00Z");

    private static MachineLevel level(double... values) {
        var measurements = new ArrayList<MachineLevel.Measurement>();
        for (int i = 0; i < values.length; i++) {
            measurements.add(new MachineLevel.Measurement(START.plusSeconds(60L * i), values[i]));
        }
        return MachineLevel.of(measurements);
    }

    private static double at(MachineLevel level, double minutes) {
        return level.factor(START.plusMillis((long) (60_000 * minutes)));
    }

    @Test
    void noiseAloneChangesNothing() {
        MachineLevel level = level(1, 1.02, 0.99, 1.01, 0.98, 1.015, 0.985, 1);
        assertEquals(1, at(level, 3.5));
        assertEquals(1, at(level, 100));
        assertEquals(1, at(level(1, 1.3), 5)); // two values say nothing of the noise
    }

    @Test
    void followsAStepAndInterpolates() {
        MachineLevel level = level(1, 1.01, 0.99, 1, 1.3, 1.31, 1.29, 1.3);
        assertEquals(1, at(level, -5));
        assertEquals(1, at(level, 2), 0.02);
        assertEquals(1.3, at(level, 6), 0.03);
        assertEquals(at(level, 7), at(level, 50));
        double between = Math.sqrt(at(level, 3) * at(level, 4)); // of logarithms
        assertEquals(between, at(level, 3.5), 1e-12);
    }

    @Test
    void oneOutlierIsHardlyFollowed() {
        MachineLevel level = level(1, 1.01, 0.99, 1, 1.01, 0.995, 1, 1.3);
        assertEquals(1, at(level, 8), 0.05);
    }

    /** The conditional mean where the first level is unknown, by generalised least squares. */
    @Test
    void smoothsAsTheGaussianProcessDoes() {
        double[] y = {0.1, -0.2, 0.4, 0.3, 0.9};
        double[] gaps = {1, 0.5, 2, 0.7};
        double ratio = 0.8;
        int n = y.length;
        double[][] process = new double[n][n];
        double[][] observed = new double[n][n];
        double[] times = times(gaps);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                process[i][j] = ratio * Math.min(times[i], times[j]);
                observed[i][j] = process[i][j] + (i == j ? 1 : 0);
            }
        }
        double[] ones = {1, 1, 1, 1, 1};
        double[] ofOnes = solved(observed, ones);
        double[] ofValues = solved(observed, y);
        double first = sum(ofValues) / sum(ofOnes);
        double[] expected = new double[n];
        for (int i = 0; i < n; i++) {
            expected[i] = first;
            for (int j = 0; j < n; j++) {
                expected[i] += process[i][j] * (ofValues[j] - first * ofOnes[j]);
            }
        }
        assertArrayEquals(expected, MachineLevel.smoothed(y, gaps, ratio), 1e-12);
    }

    private static double sum(double[] values) {
        return java.util.Arrays.stream(values).sum();
    }

    /** The density of the differences, which do not depend on the first level. */
    @Test
    void likelihoodIsThatOfDifferences() {
        double[] y = {0.1, -0.2, 0.4, 0.3, 0.9};
        double[] gaps = {1, 0.5, 2, 0.7};
        double ratio = 0.8;
        int m = gaps.length;
        double[][] covariance = new double[m][m];
        double[] differences = new double[m];
        for (int i = 0; i < m; i++) {
            differences[i] = y[i + 1] - y[i];
            covariance[i][i] = ratio * gaps[i] + 2;
            if (i > 0) {
                covariance[i][i - 1] = -1;
                covariance[i - 1][i] = -1;
            }
        }
        double[] weights = solved(covariance, differences);
        double squares = 0;
        for (int i = 0; i < m; i++) {
            squares += differences[i] * weights[i];
        }
        double expected = -0.5 * (Math.log(determinant(covariance)) + m * Math.log(squares / m));
        assertEquals(expected, MachineLevel.logLikelihood(y, gaps, ratio), 1e-10);
    }

    private static double[] times(double[] gaps) {
        double[] times = new double[gaps.length + 1];
        for (int i = 0; i < gaps.length; i++) {
            times[i + 1] = times[i] + gaps[i];
        }
        return times;
    }

    private static double determinant(double[][] matrix) {
        if (matrix.length == 1) {
            return matrix[0][0];
        }
        double sum = 0;
        for (int k = 0; k < matrix.length; k++) {
            double[][] minor = new double[matrix.length - 1][];
            for (int i = 1; i < matrix.length; i++) {
                var row = new ArrayList<Double>();
                for (int j = 0; j < matrix.length; j++) {
                    if (j != k) {
                        row.add(matrix[i][j]);
                    }
                }
                minor[i - 1] = row.stream().mapToDouble(v -> v).toArray();
            }
            sum += (k % 2 == 0 ? 1 : -1) * matrix[0][k] * determinant(minor);
        }
        return sum;
    }

    private static double[] solved(double[][] matrix, double[] right) {
        double whole = determinant(matrix);
        double[] x = new double[right.length];
        for (int k = 0; k < x.length; k++) {
            double[][] replaced = new double[x.length][];
            for (int i = 0; i < x.length; i++) {
                replaced[i] = matrix[i].clone();
                replaced[i][k] = right[i];
            }
            x[k] = determinant(replaced) / whole; // Cramer
        }
        return x;
    }

    @Test
    void timesThatAreEqualDoNoHarm() {
        var same =
                List.of(
                        new MachineLevel.Measurement(START, 1),
                        new MachineLevel.Measurement(START, 1.1),
                        new MachineLevel.Measurement(START, 1.3),
                        new MachineLevel.Measurement(START, 1.2));
        double factor = MachineLevel.of(same).factor(START.plusSeconds(1));
        assertEquals(true, factor > 0 && factor < 2, factor + "");
    }
}
