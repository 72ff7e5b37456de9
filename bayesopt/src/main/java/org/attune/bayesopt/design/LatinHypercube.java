package org.attune.bayesopt.design;

import org.attune.bayesopt.numerics.Vectors;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Latin hypercube designs: of n points, each of the n equal bins of every axis holds exactly one.
 *
 * <pre>
 *   x_id = (π_d(i) + u_id) / n,   π_d random permutations of 0 … n-1; u = 1/2 centred, u uniform in [0, 1) jittered
 * </pre>
 *
 * Unlike a Sobol' sequence a design is made for its n and cannot be extended.
 *
 * <p>Source: M. D. McKay, R. J. Beckman and W. J. Conover, Technometrics 21 (1979),
 * doi:10.2307/1268522.
 */
public final class LatinHypercube {
    /** Exchanges tried per entry of the design. */
    private static final int EXCHANGES = 50;

    private LatinHypercube() {}

    /**
     * Returns n points in d dimensions in the middle of their bins.
     *
     * @throws IllegalArgumentException if n or d is negative
     */
    public static double[][] centred(int n, int d, RandomGenerator random) {
        double[][] points = bins(n, d, random);
        for (double[] point : points) {
            for (int a = 0; a < d; a++) {
                point[a] = (point[a] + 0.5) / n;
            }
        }
        return points;
    }

    /**
     * Returns n points in d dimensions, each uniform in its bin.
     *
     * @throws IllegalArgumentException if n or d is negative
     */
    public static double[][] jittered(int n, int d, RandomGenerator random) {
        double[][] points = bins(n, d, random);
        for (double[] point : points) {
            for (int a = 0; a < d; a++) {
                double bin = point[a];
                point[a] = Math.min((bin + random.nextDouble()) / n, Math.nextDown((bin + 1) / n));
            }
        }
        return points;
    }

    /**
     * Returns n centred points that keep their distance: random exchanges of one coordinate between
     * two points are kept where they lower {@code Σ_(i,j) |x_i - x_j|^-16}, a smooth stand-in for
     * the smallest distance. O(50 n² d) work.
     *
     * <p>Source: M. D. Morris and T. J. Mitchell, J. Statist. Plann. Inference 43 (1995),
     * doi:10.1016/0378-3758(94)00035-T, with p = 16 and greedy exchanges for annealing.
     *
     * @throws IllegalArgumentException if n or d is negative
     */
    public static double[][] maximin(int n, int d, RandomGenerator random) {
        double[][] points = centred(n, d, random);
        if (n < 3 || d < 2) { // every design is the best
            return points;
        }
        for (long trial = 0; trial < (long) EXCHANGES * n * d; trial++) {
            double[] a = points[random.nextInt(n)];
            double[] b = points[random.nextInt(n)];
            int axis = random.nextInt(d);
            if (a == b) {
                continue;
            }
            double before = crowding(points, a, b);
            exchange(a, b, axis);
            if (crowding(points, a, b) > before) {
                exchange(a, b, axis);
            }
        }
        return points;
    }

    /**
     * The part of the criterion that an exchange between a and b changes; their own distance stays
     * the same.
     */
    private static double crowding(double[][] points, double[] a, double[] b) {
        double scale = points.length * (double) points.length; // distances in bins: no overflow
        double sum = 0;
        for (double[] other : points) {
            if (other != a && other != b) {
                sum +=
                        power(scale * Vectors.squaredDistance(a, other))
                                + power(scale * Vectors.squaredDistance(b, other));
            }
        }
        return sum;
    }

    /** 1 / squared^8 */
    private static double power(double squared) {
        double fourth = squared * squared * squared * squared;
        return 1 / (fourth * fourth);
    }

    private static void exchange(double[] a, double[] b, int axis) {
        double swap = a[axis];
        a[axis] = b[axis];
        b[axis] = swap;
    }

    /** Bin numbers: a random permutation of 0 … n-1 per axis (Fisher and Yates). */
    private static double[][] bins(int n, int d, RandomGenerator random) {
        if (n < 0 || d < 0) {
            throw new IllegalArgumentException(
                    "A design of %d points in %d dimensions does not exist.".formatted(n, d));
        }
        double[][] points = new double[n][d];
        for (int a = 0; a < d; a++) {
            int[] order = new int[n];
            Arrays.setAll(order, i -> i);
            for (int i = n - 1; i > 0; i--) {
                int j = random.nextInt(i + 1);
                int swap = order[i];
                order[i] = order[j];
                order[j] = swap;
            }
            for (int i = 0; i < n; i++) {
                points[i][a] = order[i];
            }
        }
        return points;
    }
}
