package org.attune.sensitivity;

import java.util.List;
import java.util.stream.IntStream;

/** Functions of the unit cube whose Sobol' indices have a closed form, or are used everywhere. */
final class KnownFunctions {
    private static final double A = 7;
    private static final double B = 0.1;

    private KnownFunctions() {}

    static Grouping names(int d) {
        return Grouping.single(IntStream.range(0, d).mapToObj(i -> "x" + (i + 1)).toList());
    }

    /** sin x1 + 7 sin² x2 + 0.1 x3⁴ sin x1 on [-π, π]³. */
    static double ishigami(double[] u) {
        double x1 = Math.PI * (2 * u[0] - 1);
        double x2 = Math.PI * (2 * u[1] - 1);
        double x3 = Math.PI * (2 * u[2] - 1);
        return Math.sin(x1) + A * Math.pow(Math.sin(x2), 2) + B * Math.pow(x3, 4) * Math.sin(x1);
    }

    /** Variances of Ishigami's function: all of it, V_1, V_2, V_13. */
    static double[] ishigamiVariances() {
        double p4 = Math.pow(Math.PI, 4);
        double v1 = 0.5 * Math.pow(1 + B * p4 / 5, 2);
        double v2 = A * A / 8;
        double v13 = B * B * p4 * p4 * (1.0 / 18 - 1.0 / 50);
        return new double[] {v1 + v2 + v13, v1, v2, v13};
    }

    static List<Double> ishigamiFirst() {
        double[] v = ishigamiVariances();
        return List.of(v[1] / v[0], v[2] / v[0], 0.0);
    }

    static List<Double> ishigamiTotal() {
        double[] v = ishigamiVariances();
        return List.of((v[1] + v[3]) / v[0], v[2] / v[0], v[3] / v[0]);
    }

    /** Sobol's g: the product of (|4 x_i - 2| + a_i) / (1 + a_i). */
    static double g(double[] x, double[] a) {
        double product = 1;
        for (int i = 0; i < a.length; i++) {
            product *= (Math.abs(4 * x[i] - 2) + a[i]) / (1 + a[i]);
        }
        return product;
    }

    /** The variance of the mean of a factor of g given its parameter. */
    static double gPart(double a) {
        return 1 / (3 * (1 + a) * (1 + a));
    }

    static double gVariance(double[] a) {
        double product = 1;
        for (double ai : a) {
            product *= 1 + gPart(ai);
        }
        return product - 1;
    }

    static double gFirst(double[] a, int i) {
        return gPart(a[i]) / gVariance(a);
    }

    static double gTotal(double[] a, int i) {
        return gPart(a[i]) / (1 + gPart(a[i])) * (1 + gVariance(a)) / gVariance(a);
    }

    static double gSecond(double[] a, int i, int j) {
        return gPart(a[i]) * gPart(a[j]) / gVariance(a);
    }

    /** Flow through a borehole, all eight inputs uniform over their ranges. */
    static double borehole(double[] u) {
        double rw = 0.05 + 0.10 * u[0];
        double r = 100 + 49_900 * u[1];
        double tu = 63_070 + 52_530 * u[2];
        double hu = 990 + 120 * u[3];
        double tl = 63.1 + 52.9 * u[4];
        double hl = 700 + 120 * u[5];
        double l = 1120 + 560 * u[6];
        double kw = 9855 + 2190 * u[7];
        double log = Math.log(r / rw);
        return 2
                * Math.PI
                * tu
                * (hu - hl)
                / (log * (1 + 2 * l * tu / (log * rw * rw * kw) + tu / tl));
    }
}
