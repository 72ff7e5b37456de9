package org.attune.bayesopt.search;

import org.attune.api.Generator;
import org.attune.bayesopt.acquisition.AcquisitionFunction;
import org.attune.bayesopt.surrogate.Alignment;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Search over mixed spaces: a pool of random points and of neighbours of the incumbents is
 * screened, and the most promising ones are improved by {@link LocalAscent}, which climbs along
 * real axes and moves from value to value along discrete ones. Where constraints refuse random
 * points, admissible ones are constructed. A finite space of at most {@link #ENUMERABLE} points, or
 * of about as many admissible ones, is enumerated instead.
 */
public final class MixedSearch implements Search {
    /** A space of this size is screened as fast as a pool. */
    public static final int ENUMERABLE = 2000;

    private static final int POOL = 600;
    private static final int NEIGHBOURS = 60; // of each incumbent
    private static final int STARTS = 5;
    private static final int DRAWS = 200; // for a point of the pool, where constraints refuse most
    private static final int CONSTRUCTED = 100; // points of the pool at most, for they take longer
    private static final int CONSTRUCTED_SHARE = 3; // one for so many refused neighbours
    private static final int FAILURE = 40; // counts as so many of them
    private static final double[] RADII = {0.2, 0.05, 0.01, 0.002};

    /** Makes a search; it has no state. */
    public MixedSearch() {}

    @Override
    public Optional<Found> maximize(
            AcquisitionFunction acquisition,
            Region region,
            List<double[]> incumbents,
            Predicate<double[]> fresh,
            Generator random) {
        Optional<List<double[]>> all = region.few();
        List<double[]> points = new ArrayList<>(all.orElse(List.of()));
        boolean drawable = all.isPresent() || sample(region, random, points);
        if (all.isEmpty()) {
            neighbours(region, incumbents, drawable, random, points);
        }
        var pool = new BestFirst(acquisition, points.stream().filter(fresh).toList());
        Optional<Found> best = pool.next();
        if (all.isEmpty() && best.isPresent()) {
            var ascent = new LocalAscent(acquisition, region, fresh, drawable);
            for (Found start : apart(best.get(), pool)) {
                Found top = ascent.from(start, random);
                if (top.value() > best.orElseThrow().value()) {
                    best = Optional.of(top);
                }
            }
        }
        return best;
    }

    /** Neighbours of the incumbents; where draws find nothing, some are constructed. */
    private static void neighbours(
            Region region,
            List<double[]> incumbents,
            boolean drawable,
            Generator random,
            List<double[]> points) {
        for (double[] incumbent : incumbents) {
            int refused = 0;
            for (int i = 0; i < NEIGHBOURS; i++) {
                double[] x = neighbour(region, incumbent, RADII[i % RADII.length], random);
                if (region.admits(x)) {
                    points.add(x);
                } else if (!drawable && refused++ % CONSTRUCTED_SHARE == 0) {
                    region.neighbour(incumbent, random)
                            .filter(region::admits)
                            .ifPresent(points::add);
                }
            }
        }
    }

    /**
     * Draws, the less patiently the more often nothing is found; then constructs.
     *
     * @return whether draws always found something
     */
    private static boolean sample(Region region, Generator random, List<double[]> points) {
        int draws = DRAWS;
        int constructed = 0;
        for (int i = 0; i < POOL && constructed < CONSTRUCTED; i++) {
            Optional<double[]> drawn = region.sample(random, draws);
            drawn.map(x -> aligned(region, x, random)).ifPresent(points::add);
            if (drawn.isEmpty()) {
                draws /= 2;
                Optional<double[]> made = region.construct(random);
                made.ifPresent(points::add);
                constructed += made.isPresent() ? 1 : FAILURE;
            }
        }
        return draws == DRAWS;
    }

    /** Rounds whole numbers, each to a level that is drawn, where alignment matters. */
    private static double[] aligned(Region region, double[] x, Generator random) {
        Alignment alignment = region.alignment();
        if (alignment.isEmpty()) {
            return x;
        }
        double[] rounded = x.clone();
        for (int d : alignment.axes()) {
            rounded[d] = alignment.rounded(d, x[d], random.nextInt(alignment.highest(d) + 1));
        }
        double[] canonical = region.canonical(rounded); // what is held stays
        return region.admits(canonical) ? canonical : x;
    }

    /**
     * Changes each axis with a probability that leaves about two changed; of an order, by a swap or
     * an insertion for each of its axes.
     */
    private static double[] neighbour(
            Region region, double[] center, double radius, Generator random) {
        int dimension = center.length;
        double share = Math.min(1, 2.0 / dimension + (radius < 0.1 ? 0.3 : 0));
        double[] x = center.clone();
        int certain = random.nextInt(dimension);
        for (int d = 0; d < dimension; d++) {
            if (d == certain || random.nextDouble() < share) {
                if (region.axes().isPosition(d)) {
                    x = region.moved(x, d, random);
                } else {
                    x[d] = moved(region, d, center[d], radius, random);
                }
            }
        }
        return region.canonical(x);
    }

    private static double moved(
            Region region, int axis, double from, double radius, Generator random) {
        double cells = region.axes().cells(axis);
        if (region.axes().isCategorical(axis)) {
            return random.nextDouble();
        }
        double step = radius * random.nextGaussian();
        if (region.axes().isDiscrete(axis) && Math.abs(step) < 1 / cells) {
            step = Math.copySign(1 / cells, step); // at least to the next value
        }
        double to = from + step < 0 || from + step > 1 ? from - step : from + step;
        int highest = region.alignment().highest(axis);
        return highest > 0 && random.nextInt(2) == 0
                ? region.alignment().rounded(axis, to, 1 + random.nextInt(highest))
                : to;
    }

    /** Returns the best points of which no two are close to each other. */
    private static List<Found> apart(Found best, BestFirst others) {
        var chosen = new ArrayList<Found>();
        for (Optional<Found> next = Optional.of(best);
                next.isPresent();
                next = chosen.size() < STARTS ? others.next() : Optional.empty()) {
            double[] x = next.get().x();
            if (chosen.stream().allMatch(c -> distance(c.x(), x) > 0.05)) {
                chosen.add(next.get());
            }
        }
        return chosen;
    }

    private static double distance(double[] a, double[] b) {
        double largest = 0;
        for (int d = 0; d < a.length; d++) {
            largest = Math.max(largest, Math.abs(a[d] - b[d]));
        }
        return largest;
    }
}
