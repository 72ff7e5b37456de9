package org.attune.bayesopt.search;

import org.attune.api.Point;
import org.attune.bayesopt.surrogate.Axes;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lists all admissible configurations of a finite region. */
public final class Enumeration {
    private Enumeration() {}

    /**
     * Returns canonical coordinates of every admissible configuration once, the last axis changing
     * fastest.
     *
     * @throws IllegalArgumentException if there are more than a million combinations of values
     */
    public static List<double[]> of(Region region) {
        if (region.size() > 1e6) {
            throw new IllegalArgumentException(
                    "%s combinations are too many to list.".formatted(region.size()));
        }
        if (!region.axes().orders().isEmpty()) {
            return region.points();
        }
        Axes axes = region.axes();
        int[] index = new int[axes.dimension()];
        Map<Point, double[]> points = new LinkedHashMap<>();
        do {
            double[] x = new double[index.length];
            for (int d = 0; d < x.length; d++) {
                x[d] = axes.coordinate(d, index[d]);
            }
            double[] canonical = region.canonical(x);
            if (region.admits(canonical)) {
                points.putIfAbsent(region.decode(canonical), canonical);
            }
        } while (next(index, region));
        return new ArrayList<>(points.values());
    }

    private static boolean next(int[] index, Region region) {
        for (int d = index.length - 1; d >= 0; d--) {
            if (!region.isHeld(d) && ++index[d] < region.axes().cells(d)) {
                return true;
            }
            index[d] = 0;
        }
        return false;
    }
}
