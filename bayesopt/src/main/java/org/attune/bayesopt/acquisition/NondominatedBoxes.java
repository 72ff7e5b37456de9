package org.attune.bayesopt.acquisition;

import org.attune.bayesopt.numerics.Vectors;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The space between a Pareto front and a reference point, and all below the front, cut into boxes
 * that do not overlap: what a new point can add to the hypervolume lies in them. Smaller is better.
 *
 * <p>The space is sliced along its last coordinate at the points of the front; in a slice only the
 * points below it dominate anything, in one dimension less. That is the slicing of {@link
 * org.attune.api.Hypervolume}, of the other side of the front. n points in m dimensions give about
 * n^(m-1)/(m-1)! boxes.
 *
 * @param intervals of each of the m coordinates that sides of boxes lie in, {@code {l, u}} with l
 *     possibly -∞ and u finite
 * @param boxes each m indices into the intervals of its coordinates
 */
record NondominatedBoxes(List<List<double[]>> intervals, List<int[]> boxes) {
    private static final int MOST_BOXES = 5000;

    /**
     * Returns the boxes. So that there are at most about 5000, a front of many points in three or
     * more dimensions is first thinned to points far from each other, which makes the space larger
     * than it is.
     *
     * @param front n × m, dominated points and points that do not lie below the reference in every
     *     coordinate change nothing
     * @param reference m coordinates
     */
    static NondominatedBoxes of(List<double[]> front, double[] reference) {
        List<double[]> points =
                NondominatedPoints.of(
                        front.stream().filter(p -> isBelow(p, reference)).toList(),
                        reference.length);
        return new Slicer(reference).cut(thinned(points, most(reference.length)));
    }

    private static int most(int dimension) {
        double factorial = 1;
        for (int k = 2; k < dimension; k++) {
            factorial *= k;
        }
        return (int) Math.pow(MOST_BOXES * factorial, 1.0 / Math.max(dimension - 1, 1));
    }

    private static boolean isBelow(double[] point, double[] reference) {
        for (int k = 0; k < reference.length; k++) {
            if (!(point[k] < reference[k])) {
                return false;
            }
        }
        return true;
    }

    /** Returns at most so many points: the first, then always the one farthest from those taken. */
    static List<double[]> thinned(List<double[]> points, int most) {
        if (points.size() <= most) {
            return points;
        }
        double[] distance = new double[points.size()];
        Arrays.fill(distance, Double.POSITIVE_INFINITY);
        var taken = new ArrayList<double[]>();
        for (int next = 0; taken.size() < most; next = farthest(distance)) {
            double[] point = points.get(next);
            taken.add(point);
            for (int i = 0; i < distance.length; i++) {
                distance[i] = Math.min(distance[i], Vectors.squaredDistance(points.get(i), point));
            }
        }
        return taken;
    }

    private static int farthest(double[] distance) {
        int farthest = 0;
        for (int i = 1; i < distance.length; i++) {
            farthest = distance[i] > distance[farthest] ? i : farthest;
        }
        return farthest;
    }

    private static final class Slicer {
        private final double[] reference;
        private final List<Map<List<Double>, Integer>> numbers = new ArrayList<>();
        private final List<int[]> boxes = new ArrayList<>();

        Slicer(double[] reference) {
            this.reference = reference;
            for (int k = 0; k < reference.length; k++) {
                numbers.add(new LinkedHashMap<>());
            }
        }

        NondominatedBoxes cut(List<double[]> points) {
            slice(points, reference.length - 1, new int[reference.length]);
            return new NondominatedBoxes(
                    numbers.stream()
                            .map(m ->
                                    m.keySet().stream()
                                            .map(i -> new double[] {i.getFirst(), i.getLast()})
                                            .toList())
                            .toList(),
                    boxes);
        }

        private void slice(List<double[]> points, int k, int[] box) {
            if (k == 0) {
                double best = reference[0];
                for (double[] point : points) {
                    best = Math.min(best, point[0]);
                }
                box[0] = number(0, Double.NEGATIVE_INFINITY, best);
                boxes.add(box.clone());
                return;
            }
            List<double[]> sorted =
                    points.stream().sorted(Comparator.comparingDouble(p -> p[k])).toList();
            double from = Double.NEGATIVE_INFINITY;
            for (int i = 0; i <= sorted.size(); i++) {
                double to = i < sorted.size() ? sorted.get(i)[k] : reference[k];
                if (to > from) {
                    box[k] = number(k, from, to);
                    slice(NondominatedPoints.of(sorted.subList(0, i), k), k - 1, box);
                    from = to;
                }
            }
        }

        private int number(int k, double from, double to) {
            Map<List<Double>, Integer> known = numbers.get(k);
            return known.computeIfAbsent(List.of(from, to), i -> known.size());
        }
    }
}
