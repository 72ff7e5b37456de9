package org.attune.bayesopt.numerics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
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
     * Without bounds the minimiser of q is x - H g, and H g has the well-known two-loop recursion.
     */
    @RepeatedTest(30)
    void agreesWithTheTwoLoopRecursion(RepetitionInfo info) {
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
            double[] s = new double[n];
            for (int i = 0; i < n; i++) {
                s[i] = next[i] - x[i];
            }
            steps.add(s);
            differences.add(times(a, s));
            x = next;
        }
        double[] g = uniform(random, n);
        double[] out = new double[n];
        double[] infinite = new double[n];
        Arrays.fill(infinite, Double.POSITIVE_INFINITY);
        double[] minusInfinite = new double[n];
        Arrays.fill(minusInfinite, Double.NEGATIVE_INFINITY);
        model.minimize(x, g, minusInfinite, infinite, out);
        double[] step =
                twoLoop(steps.subList(9 - memory, 9), differences.subList(9 - memory, 9), g);
        for (int i = 0; i < n; i++) {
            assertEquals(x[i] - step[i], out[i], 1e-9, "seed " + info.getCurrentRepetition());
        }
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

    private static double[] twoLoop(List<double[]> s, List<double[]> y, double[] g) {
        int m = s.size();
        double[] q = g.clone();
        double[] alpha = new double[m];
        for (int k = m - 1; k >= 0; k--) {
            alpha[k] = Vectors.dot(s.get(k), q) / Vectors.dot(s.get(k), y.get(k));
            for (int i = 0; i < q.length; i++) {
                q[i] -= alpha[k] * y.get(k)[i];
            }
        }
        double[] last = y.get(m - 1);
        double gamma = Vectors.dot(s.get(m - 1), last) / Vectors.dot(last, last);
        for (int i = 0; i < q.length; i++) {
            q[i] *= gamma;
        }
        for (int k = 0; k < m; k++) {
            double beta = Vectors.dot(y.get(k), q) / Vectors.dot(s.get(k), y.get(k));
            for (int i = 0; i < q.length; i++) {
                q[i] += (alpha[k] - beta) * s.get(k)[i];
            }
        }
        return q;
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
