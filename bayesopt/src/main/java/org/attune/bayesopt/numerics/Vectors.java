package org.attune.bayesopt.numerics;

/** Sums over the entries of vectors, added up in their order. */
public final class Vectors {
    private Vectors() {}

    /** Returns Σ_i a_i b_i of vectors with as many entries. */
    public static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /** Returns Σ_i (a_i - b_i)² of vectors with as many entries. */
    public static double squaredDistance(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (a[i] - b[i]) * (a[i] - b[i]);
        }
        return sum;
    }
}
