package org.attune.bayesopt.surrogate;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The function Σ_i w_i ρ(c² (x - x_i)²) of one coordinate.
 *
 * <p>For a Matérn kernel, which is a polynomial of a = c |x - x_i| times exp(-γ a), the terms on
 * one side of x can be summed beforehand: with the sums S_m = Σ w_i (x_k - x_i)^m exp(-γ c (x_k -
 * x_i)) of the n sorted places up to each x_k, those at x follow from those of the nearest x_k, by
 * two exponentials in place of n. All exponents are negative, so that nothing overflows. On a
 * categorical axis there are as many values as categories.
 */
interface LineExpansion {
    /** Returns its value. */
    double at(double x);

    /**
     * Sums beforehand what can be.
     *
     * @param categorical whether different coordinates are 1 apart
     * @param c inverse lengthscale
     * @param x n coordinates
     * @param w n weights
     */
    static LineExpansion of(
            RadialKernel radial, boolean categorical, double c, double[] x, double[] w) {
        if (categorical) {
            return ofCategories(radial.value(c * c), x, w);
        }
        double[] polynomial =
                switch (radial) {
                    case RBF -> new double[0];
                    case MATERN12 -> new double[] {1, 0, 0};
                    case MATERN32 -> new double[] {1, Math.sqrt(3) * c, 0};
                    case MATERN52 -> new double[] {1, Math.sqrt(5) * c, 5 * c * c / 3};
                };
        double rate = radial.rate() * c;
        return polynomial.length == 0
                ? at -> direct(radial, c, x, w, at)
                : new Summed(polynomial, rate, x, w);
    }

    private static LineExpansion ofCategories(double other, double[] x, double[] w) {
        Map<Double, Double> same = new HashMap<>();
        for (int i = 0; i < x.length; i++) {
            same.merge(x[i], w[i], Double::sum);
        }
        double all = Arrays.stream(w).sum();
        return at -> {
            double own = same.getOrDefault(at, 0.0);
            return own + other * (all - own);
        };
    }

    private static double direct(RadialKernel radial, double c, double[] x, double[] w, double at) {
        double sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += w[i] * radial.value(c * c * (at - x[i]) * (at - x[i]));
        }
        return sum;
    }

    /** The sums from the left and from the right, at the sorted places. */
    final class Summed implements LineExpansion {
        private final double[] polynomial;
        private final double rate;
        private final double[] x; // sorted
        private final double[][] left; // of places up to x_k
        private final double[][] right; // of places from x_k on

        private Summed(double[] polynomial, double rate, double[] x, double[] w) {
            this.polynomial = polynomial;
            this.rate = rate;
            int n = x.length;
            int[] order =
                    IntStream.range(0, n)
                            .boxed()
                            .sorted(Comparator.comparingDouble(i -> x[i]))
                            .mapToInt(i -> i)
                            .toArray();
            this.x = Arrays.stream(order).mapToDouble(i -> x[i]).toArray();
            this.left = new double[n][];
            this.right = new double[n][];
            for (int k = 0; k < n; k++) {
                left[k] = k == 0 ? new double[3] : moved(left[k - 1], this.x[k] - this.x[k - 1]);
                left[k][0] += w[order[k]];
            }
            for (int k = n - 1; k >= 0; k--) {
                right[k] =
                        k == n - 1 ? new double[3] : moved(right[k + 1], this.x[k + 1] - this.x[k]);
                right[k][0] += w[order[k]];
            }
        }

        /** Returns the sums at a distance further from all their places. */
        private double[] moved(double[] s, double by) {
            double e = Math.exp(-rate * by);
            return new double[] {
                e * s[0], e * (s[1] + by * s[0]), e * (s[2] + by * (2 * s[1] + by * s[0]))
            };
        }

        private double value(double[] s) {
            return polynomial[0] * s[0] + polynomial[1] * s[1] + polynomial[2] * s[2];
        }

        @Override
        public double at(double point) {
            int found = Arrays.binarySearch(x, point);
            int next = found >= 0 ? found + 1 : -found - 1; // the first place that is right of it
            while (next < x.length && x[next] <= point) {
                next++; // binary search finds any of equal places
            }
            double sum = 0;
            if (next > 0) {
                sum += value(moved(left[next - 1], point - x[next - 1]));
            }
            if (next < x.length) {
                sum += value(moved(right[next], x[next] - point));
            }
            return sum;
        }
    }
}
