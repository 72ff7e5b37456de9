package org.attune.bayesopt;

import org.attune.api.Generator;
import org.attune.bayesopt.search.Region;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Of some hundred random admissible configurations the one that is farthest from its nearest trial,
 * pending and failed ones included: Mitchell's best candidate. Ordered axes count as circles, so
 * that faces and corners of the space draw no more trials than its inside; two categories are as
 * far apart as values at a third of the range (0.35). Learned lengthscales are not asked: they are
 * of the part of the space that is known.
 *
 * <p>Source: D. P. Mitchell, "Spectrally optimal sampling for distribution ray tracing", SIGGRAPH
 * 1991.
 */
final class EmptiestPlace {
    private static final int DRAWN = 300;
    private static final int PATIENCE = 200; // draws for one of them, fewer after each failure
    private static final int CONSTRUCTED = 40; // at most, for they take longer
    private static final double CATEGORIES = 0.5; // squared distance; the largest of an axis is 1

    private final Region region;

    EmptiestPlace(Region region) {
        this.region = region;
    }

    /**
     * Returns its coordinates.
     *
     * @param bases places of which changes are looked at, too, of one coordinate or two; perhaps
     *     none
     * @param weights logarithms of what its distance is multiplied with
     * @return empty where every configuration that was found is known
     */
    Optional<double[]> among(
            TaskTrials trials,
            List<double[]> bases,
            List<ToDoubleFunction<double[]>> weights,
            Generator random) {
        List<double[]> taken =
                Stream.concat(
                                trials.pending().stream(),
                                IntStream.range(0, trials.finished().size()).mapToObj(trials::x))
                        .toList();
        double[] best = null;
        double most = Double.NEGATIVE_INFINITY;
        for (double[] x : region.few().orElseGet(() -> drawn(bases, random))) {
            if (!trials.known().contains(region.decode(x))) {
                double value = 0.5 * Math.log(distance(x, taken));
                for (ToDoubleFunction<double[]> weight : weights) {
                    value += weight.applyAsDouble(x);
                }
                if (best == null || value > most) {
                    most = value;
                    best = x;
                }
            }
        }
        return Optional.ofNullable(best);
    }

    private List<double[]> drawn(List<double[]> bases, Generator random) {
        List<double[]> points = drawn(random);
        List<double[]> others = List.copyOf(points);
        for (double[] base : bases) {
            others.stream()
                    .map(other -> changed(base, other, random))
                    .filter(region::admits)
                    .forEach(points::add);
        }
        return points;
    }

    /** Returns a place with one coordinate or two of another one. */
    private double[] changed(double[] base, double[] other, Generator random) {
        double[] x = base.clone();
        int changes = 1 + random.nextInt(2);
        for (int i = 0; i < changes; i++) {
            int d = random.nextInt(x.length);
            x[d] = other[d];
        }
        return region.canonical(x);
    }

    private List<double[]> drawn(Generator random) {
        var points = new ArrayList<double[]>();
        int patience = PATIENCE;
        int refused = 0;
        while (points.size() < DRAWN && refused < CONSTRUCTED) {
            Optional<double[]> x = region.sample(random, patience);
            x.ifPresent(points::add);
            if (x.isEmpty()) {
                patience /= 2;
                refused++;
                region.construct(random).ifPresent(points::add);
            }
        }
        return points;
    }

    /** Squared distance to the nearest of these places. */
    private double distance(double[] x, List<double[]> taken) {
        double nearest = Double.POSITIVE_INFINITY;
        for (double[] other : taken) {
            double sum = 0;
            for (int d = 0; d < x.length && sum < nearest; d++) {
                sum +=
                        region.axes().isCategorical(d)
                                ? apart(x[d], other[d])
                                : around(x[d], other[d]);
            }
            nearest = Math.min(nearest, sum);
        }
        return nearest;
    }

    private static double apart(double a, double b) {
        return a == b ? 0 : CATEGORIES;
    }

    /** Squared length of the shorter way around a circle, half of which is 1. */
    private static double around(double a, double b) {
        double delta = Math.abs(a - b);
        double way = 2 * Math.min(delta, 1 - delta);
        return way * way;
    }
}
