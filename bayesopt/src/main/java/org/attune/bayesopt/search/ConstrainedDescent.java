package org.attune.bayesopt.search;

import org.attune.api.Generator;
import org.attune.bayesopt.numerics.Vectors;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * A descent of a cheap function of n numbers among admissible points, whose constraints answer yes
 * or no and have no slope. Steps are normal; their covariance grows along steps that led down and
 * shrinks across constraints that refused one, so that it slides along these.
 *
 * <p>Source: D. V. Arnold and N. Hansen, "A (1+1)-CMA-ES for constrained optimisation", GECCO 2012,
 * doi:10.1145/2330163.2330207, with one direction for all constraints, and restarts.
 */
final class ConstrainedDescent {
    private static final int STEPS = 5000;
    private static final double FIRST = 0.3; // step size
    private static final double AGAIN = 0.01; // after a restart
    private static final double SMALLEST = 1e-14;
    private static final double MOVED = 1e-9; // shorter steps may be none but for rounding
    private static final double WORST_CONDITION = 1e10;
    private static final double TARGET = 2 / 11.0; // share of steps that lead down

    private final Generator random;
    private final double[] lower;
    private final double[] upper;
    private double[] best;
    private boolean moved; // whether a step was admitted
    private double step = FIRST;
    private double success = TARGET; // how many led down lately
    private double[][] root; // A: the covariance is step² A Aᵀ
    private double[][] inverse; // of A
    private double[] path; // of steps that led down
    private double[] wall; // direction of those that were refused

    private ConstrainedDescent(double[] start, double[] lower, double[] upper, Generator random) {
        this.best = start;
        this.lower = lower;
        this.upper = upper;
        this.random = random;
    }

    /**
     * Returns the lowest point that was found.
     *
     * @param start an admissible point
     * @param lower bounds, about 1 below it
     * @param upper bounds, about 1 above it
     * @return empty where constraints, such as equations, refused all steps
     */
    static Optional<double[]> from(
            double[] start,
            double[] lower,
            double[] upper,
            ToDoubleFunction<double[]> function,
            Predicate<double[]> admits,
            Generator random) {
        var descent = new ConstrainedDescent(start, lower, upper, random);
        descent.forget();
        descent.run(function, admits);
        return descent.moved ? Optional.of(descent.best) : Optional.empty();
    }

    private void forget() {
        int n = best.length;
        root = new double[n][n];
        for (int i = 0; i < n; i++) {
            root[i][i] = 1;
        }
        inverse = Arrays.stream(root).map(double[]::clone).toArray(double[][]::new);
        path = new double[n];
        wall = new double[n];
    }

    private void run(ToDoubleFunction<double[]> function, Predicate<double[]> admits) {
        int n = best.length;
        double least = function.applyAsDouble(best);
        for (int i = 0; i < STEPS; i++) {
            double[] normal = new double[n];
            Arrays.setAll(normal, j -> random.nextGaussian());
            double[] way = times(root, normal);
            double[] next = new double[n];
            Arrays.setAll(next, j -> Math.clamp(best[j] + step * way[j], lower[j], upper[j]));
            if (!admits.test(next)) {
                refused(way);
                continue;
            }
            moved = moved || isFar(next);
            double value = function.applyAsDouble(next);
            boolean down = value < least;
            success += ((down ? 1 : 0) - success) / 12;
            step *= Math.exp((success - TARGET / (1 - TARGET) * (1 - success)) / (1 + n / 2.0));
            if (down) {
                best = next;
                least = value;
                ledDown(way);
            }
            double longest = largest(root);
            if (step * longest < SMALLEST || longest * largest(inverse) > WORST_CONDITION) {
                forget();
                step = AGAIN;
                success = TARGET;
            }
        }
    }

    private boolean isFar(double[] next) {
        return IntStream.range(0, next.length).anyMatch(j -> Math.abs(next[j] - best[j]) > MOVED);
    }

    private void refused(double[] way) {
        int n = best.length;
        double rate = 1 / (n + 2.0);
        Arrays.setAll(wall, j -> (1 - rate) * wall[j] + rate * way[j]);
        double[] w = times(inverse, wall);
        stretch(1, -0.1 / (n + 2) / Vectors.dot(w, w), w);
    }

    private void ledDown(double[] way) {
        int n = best.length;
        double rate = 2 / (n + 2.0);
        Arrays.setAll(path, j -> (1 - rate) * path[j] + Math.sqrt(rate * (2 - rate)) * way[j]);
        double[] w = times(inverse, path);
        double square = Vectors.dot(w, w);
        double learned = 2 / (n * n + 6.0);
        double kept = Math.sqrt(1 - learned);
        stretch(kept, kept / square * (Math.sqrt(1 + learned * square / (1 - learned)) - 1), w);
    }

    /** Makes A (a I + b w wᵀ) of A, and likewise of its inverse. */
    private void stretch(double a, double b, double[] w) {
        int n = w.length;
        double[] along = times(root, w);
        double[] across = new double[n]; // wᵀ times the inverse
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                across[j] += w[i] * inverse[i][j];
            }
        }
        double back = b / (a + b * Vectors.dot(w, w));
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                root[i][j] = a * root[i][j] + b * along[i] * w[j];
                inverse[i][j] = (inverse[i][j] - back * w[i] * across[j]) / a;
            }
        }
    }

    private static double[] times(double[][] matrix, double[] x) {
        return Arrays.stream(matrix).mapToDouble(row -> Vectors.dot(row, x)).toArray();
    }

    private static double largest(double[][] matrix) {
        double largest = 0;
        for (double[] row : matrix) {
            for (double v : row) {
                largest = Math.max(largest, Math.abs(v));
            }
        }
        return largest;
    }
}
