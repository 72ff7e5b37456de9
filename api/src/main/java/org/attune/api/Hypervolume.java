package org.attune.api;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The hypervolume of a set of points: how much of the space between them and a reference point is
 * dominated, λ(⋃ [pᵢ, r]); smaller coordinates are better.
 *
 * <p>Exact in any dimension m, by slicing along the last coordinate: between two neighbouring
 * values, the volume is the height of the slice times the hypervolume, in m - 1 dimensions, of the
 * points below it. O(n log n) for m = 2, O(n² log n) for m = 3, O(n^(m-1) log n) in general: meant
 * for fronts of hundreds of points and two to four objectives.
 *
 * <p>Zitzler and Thiele (1999), Multiobjective evolutionary algorithms: a comparative case study
 * and the strength Pareto approach, IEEE Transactions on Evolutionary Computation 3(4); the slicing
 * is that of While et al. (2006), A faster algorithm for calculating hypervolume, ibid. 10(1).
 */
public final class Hypervolume {
    private Hypervolume() {}

    /**
     * Returns the hypervolume.
     *
     * @param points n × m, finite, smaller is better; dominated ones change nothing, nor do those
     *     that are not better than the reference in every coordinate
     * @param reference m ≥ 1 coordinates, finite
     * @throws IllegalArgumentException if a point has another dimension, or something is not finite
     */
    public static double of(List<double[]> points, double[] reference) {
        requireFinite(reference, reference.length);
        points.forEach(p -> requireFinite(p, reference.length));
        List<double[]> inside =
                points.stream().filter(p -> isBelow(p, reference)).map(double[]::clone).toList();
        return volume(inside, reference, reference.length);
    }

    private static void requireFinite(double[] point, int dimension) {
        if (point.length != dimension || dimension == 0) {
            throw new IllegalArgumentException(
                    "A point has %d coordinates, the reference %d."
                            .formatted(point.length, dimension));
        }
        for (double coordinate : point) {
            if (!Double.isFinite(coordinate)) {
                throw new IllegalArgumentException("A coordinate is %s.".formatted(coordinate));
            }
        }
    }

    private static boolean isBelow(double[] point, double[] reference) {
        for (int i = 0; i < point.length; i++) {
            if (point[i] >= reference[i]) {
                return false;
            }
        }
        return true;
    }

    /** Returns the volume in the first {@code dimension} coordinates. */
    private static double volume(List<double[]> points, double[] reference, int dimension) {
        int last = dimension - 1;
        if (dimension == 1) {
            return points.stream().mapToDouble(p -> reference[0] - p[0]).max().orElse(0);
        }
        List<double[]> sorted =
                points.stream().sorted(Comparator.comparingDouble(p -> p[last])).toList();
        return dimension == 2 ? area(sorted, reference) : slices(sorted, reference, dimension);
    }

    /** Adds the steps of a staircase, from below. */
    private static double area(List<double[]> sorted, double[] reference) {
        double area = 0;
        double width = 0;
        for (int i = 0; i < sorted.size(); i++) {
            width = Math.max(width, reference[0] - sorted.get(i)[0]);
            double top = i + 1 < sorted.size() ? sorted.get(i + 1)[1] : reference[1];
            area += width * (top - sorted.get(i)[1]);
        }
        return area;
    }

    private static double slices(List<double[]> sorted, double[] reference, int dimension) {
        int last = dimension - 1;
        double volume = 0;
        var below = new ArrayList<double[]>();
        for (int i = 0; i < sorted.size(); i++) {
            below.add(sorted.get(i));
            double top = i + 1 < sorted.size() ? sorted.get(i + 1)[last] : reference[last];
            double height = top - sorted.get(i)[last];
            if (height > 0) {
                volume += height * volume(below, reference, last);
            }
        }
        return volume;
    }
}
