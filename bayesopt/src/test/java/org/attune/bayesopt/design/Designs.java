package org.attune.bayesopt.design;

import static org.junit.jupiter.api.Assertions.assertTrue;

/** Measures of designs for the tests of this package. */
final class Designs {
    private Designs() {}

    /** Fails unless each of the n bins of every axis holds exactly one of the n points. */
    static void assertStratified(double[][] points, String context) {
        int n = points.length;
        for (int axis = 0; axis < points[0].length; axis++) {
            boolean[] taken = new boolean[n];
            for (double[] point : points) {
                assertTrue(
                        point[axis] >= 0 && point[axis] < 1,
                        context + ", coordinate " + point[axis]);
                int bin = (int) (point[axis] * n);
                assertTrue(!taken[bin], "%s, axis %d, bin %d".formatted(context, axis, bin));
                taken[bin] = true;
            }
        }
    }

    /** The squared centred L2 discrepancy; F. J. Hickernell, Math. Comp. 67 (1998), eq. (5.3). */
    static double centredDiscrepancy(double[][] points) {
        int n = points.length;
        int d = points[0].length;
        double single = 0;
        double pairs = 0;
        for (double[] x : points) {
            double product = 1;
            for (int a = 0; a < d; a++) {
                double c = Math.abs(x[a] - 0.5);
                product *= 1 + c / 2 - c * c / 2;
            }
            single += product;
            for (double[] y : points) {
                product = 1;
                for (int a = 0; a < d; a++) {
                    product *=
                            1
                                    + Math.abs(x[a] - 0.5) / 2
                                    + Math.abs(y[a] - 0.5) / 2
                                    - Math.abs(x[a] - y[a]) / 2;
                }
                pairs += product;
            }
        }
        return Math.pow(13 / 12.0, d) - 2.0 / n * single + pairs / n / n;
    }

    static double smallestDistance(double[][] points) {
        double smallest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < points.length; i++) {
            for (int j = 0; j < i; j++) {
                double sum = 0;
                for (int a = 0; a < points[i].length; a++) {
                    sum += (points[i][a] - points[j][a]) * (points[i][a] - points[j][a]);
                }
                smallest = Math.min(smallest, Math.sqrt(sum));
            }
        }
        return smallest;
    }

    /**
     * The mean squared discrepancy of uniform points: ((5/4)^d - (13/12)^d) / n, from the
     * expectation of each term.
     */
    static double expectedDiscrepancyOfRandomPoints(int n, int d) {
        return (Math.pow(5 / 4.0, d) - Math.pow(13 / 12.0, d)) / n;
    }
}
