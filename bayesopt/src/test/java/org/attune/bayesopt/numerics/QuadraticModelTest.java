package org.attune.bayesopt.numerics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Generator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

class QuadraticModelTest {
    private static double[] uniform(Generator random, int n) {
        return random.doubles(n).map(u -> 2 * u - 1).toArray();
    }

    /**
     * The minimiser of q is where its gradient vanishes, with the matrix that the BFGS formula
     * makes of θ I pair by pair; where a variable cannot move, along the others.
     */
    @RepeatedTest(30)
    void theMinimiserIsThatOfTheDenseMatrix(RepetitionInfo info) {
        var random = new Generator(info.getCurrentRepetition());
        int n = 2 + random.nextInt(8);
        int memory = 1 + random.nextInt(6);
        double[] a = LinearAlgebraContract.positiveDefinite(n, info.getCurrentRepetition());
        var model = new QuadraticModel(n, memory);
        List<double[]> steps = new ArrayList<>();
        List<double[]> differences = new ArrayList<>();
        double[] x = uniform(random, n);
        for (int k = 0; k < 9; k++) {
            double[] next = uniform(random, n);
            model.update(x, times(a, x), next, times(a, next));
            double[] s = minus(next, x);
            steps.add(s);
            differences.add(times(a, s));
            x = next;
        }
        double[] b = dense(steps.subList(9 - memory, 9), differences.subList(9 - memory, 9));
        double[] g = uniform(random, n);
        double[] lower = new double[n];
        double[] upper = new double[n];
        Arrays.fill(lower, Double.NEGATIVE_INFINITY);
        Arrays.fill(upper, Double.POSITIVE_INFINITY);
        double[] out = new double[n];
        model.minimize(x, g, lower, upper, out);
        assertArrayEquals(minus(new double[n], g), times(b, minus(out, x)), 1e-8);

        int fixed = random.nextInt(n);
        lower[fixed] = x[fixed];
        upper[fixed] = x[fixed];
        model.minimize(x, g, lower, upper, out);
        double[] opposite = times(b, minus(out, x));
        opposite[fixed] = -g[fixed];
        assertArrayEquals(minus(new double[n], g), opposite, 1e-8);
    }

    /** B + y yᵀ / sᵀy - B s sᵀ B / sᵀ B s for each pair, from θ = yᵀy / sᵀy of the last one on. */
    private static double[] dense(List<double[]> s, List<double[]> y) {
        int n = s.getFirst().length;
        double theta =
                Vectors.dot(y.getLast(), y.getLast()) / Vectors.dot(s.getLast(), y.getLast());
        double[] b = new double[n * n];
        for (int i = 0; i < n; i++) {
            b[i * n + i] = theta;
        }
        for (int k = 0; k < s.size(); k++) {
            double[] bs = times(b, s.get(k));
            double sbs = Vectors.dot(s.get(k), bs);
            double sy = Vectors.dot(s.get(k), y.get(k));
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    b[i * n + j] += y.get(k)[i] * y.get(k)[j] / sy - bs[i] * bs[j] / sbs;
                }
            }
        }
        return b;
    }

    private static double[] minus(double[] a, double[] b) {
        double[] out = new double[a.length];
        Arrays.setAll(out, i -> a[i] - b[i]);
        return out;
    }

    private static double[] times(double[] a, double[] x) {
        double[] out = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            for (int j = 0; j < x.length; j++) {
                out[i] += a[i * x.length + j] * x[j];
            }
        }
        return out;
    }

    /** Without pairs B = I: in a box the minimiser is the clamped x - g. */
    @Test
    void steepestDescentIsClamped() {
        var model = new QuadraticModel(4, 3);
        double[] out = new double[4];
        double[] zero = new double[4];
        double[] one = {1, 1, 1, 1};
        model.minimize(
                new double[] {0.5, 0.5, 0, 1}, new double[] {0.2, 3, 5, -0.1}, zero, one, out);
        assertArrayEquals(new double[] {0.3, 0, 0, 1}, out, 1e-13);
    }

    /** A step along which the gradient does not rise teaches nothing. */
    @Test
    void ignoresNegativeCurvature() {
        var model = new QuadraticModel(1, 3);
        model.update(new double[] {0}, new double[] {1}, new double[] {1}, new double[] {0.5});
        assertTrue(model.isEmpty());
    }
}
