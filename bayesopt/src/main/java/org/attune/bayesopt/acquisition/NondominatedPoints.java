package org.attune.bayesopt.acquisition;

import java.util.ArrayList;
import java.util.List;

/** The Pareto front of points. */
public final class NondominatedPoints {
    private NondominatedPoints() {}

    /**
     * Returns the points that no other one dominates in the first coordinates, each once.
     *
     * @param points smaller is better
     * @param dimension how many coordinates count
     */
    public static List<double[]> of(List<double[]> points, int dimension) {
        var minimal = new ArrayList<double[]>();
        for (double[] point : points) {
            if (minimal.stream().noneMatch(p -> isNoWorse(p, point, dimension))) {
                minimal.removeIf(p -> isNoWorse(point, p, dimension));
                minimal.add(point);
            }
        }
        return minimal;
    }

    private static boolean isNoWorse(double[] a, double[] b, int dimension) {
        for (int k = 0; k < dimension; k++) {
            if (a[k] > b[k]) {
                return false;
            }
        }
        return true;
    }
}
