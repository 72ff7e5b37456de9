package org.attune.bayesopt.search;

import org.attune.bayesopt.acquisition.AcquisitionFunction;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Points in the order of their values, the largest first. A value is computed when the point's
 * {@link AcquisitionFunction#bound} is the largest of what is left.
 */
final class BestFirst {
    private final AcquisitionFunction acquisition;
    private final PriorityQueue<Entry> left =
            new PriorityQueue<>(
                    Comparator.comparingDouble(Entry::most)
                            .reversed()
                            .thenComparing(Entry::isValue)
                            .thenComparing(Entry::number));

    /** A point, its number, and its value or the bound of that. */
    private record Entry(double[] x, int number, double most, boolean isValue) {}

    BestFirst(AcquisitionFunction acquisition, List<double[]> points) {
        this.acquisition = acquisition;
        for (int i = 0; i < points.size(); i++) {
            double[] x = points.get(i);
            double bound = acquisition.bound(x);
            boolean isBounded = bound < Double.POSITIVE_INFINITY;
            left.add(new Entry(x, i, isBounded ? bound : acquisition.value(x), !isBounded));
        }
    }

    /** Returns the next point, of equal ones the first; empty where none is left. */
    Optional<Search.Found> next() {
        Entry top = left.poll();
        while (top != null && !top.isValue()) {
            left.add(new Entry(top.x(), top.number(), acquisition.value(top.x()), true));
            top = left.poll();
        }
        return Optional.ofNullable(top).map(e -> new Search.Found(e.x(), e.most()));
    }
}
