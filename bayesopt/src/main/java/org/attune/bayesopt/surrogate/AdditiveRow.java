package org.attune.bayesopt.surrogate;

import java.util.Arrays;

/**
 * What a place and each of n others have in common along the axes of an {@link AdditiveKernel}.
 *
 * @param together ρ of all axes together
 * @param slope its slope
 * @param apart mean of ρ of each axis alone
 * @param slopes of ρ of each of the D axes alone
 * @param delta differences along each axis, squared those of permutations
 */
record AdditiveRow(
        double[] together, double[] slope, double[] apart, double[][] slopes, double[][] delta) {
    /** Makes a row that is to be filled in. */
    static AdditiveRow of(int dimension, int n) {
        return of(n, new double[dimension][n], new double[dimension][n]);
    }

    /** Makes one of which nothing is kept of an axis alone. */
    static AdditiveRow ofValues(int dimension, int n) {
        double[][] slopes = new double[dimension][];
        double[][] delta = new double[dimension][];
        Arrays.fill(slopes, new double[n]);
        Arrays.fill(delta, new double[n]);
        return of(n, slopes, delta);
    }

    private static AdditiveRow of(int n, double[][] slopes, double[][] delta) {
        return new AdditiveRow(new double[n], new double[n], new double[n], slopes, delta);
    }
}
