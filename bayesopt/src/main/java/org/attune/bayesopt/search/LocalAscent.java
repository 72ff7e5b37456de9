package org.attune.bayesopt.search;

import org.attune.api.Generator;
import org.attune.bayesopt.acquisition.AcquisitionFunction;
import org.attune.bayesopt.numerics.BoxLbfgs;
import org.attune.bayesopt.surrogate.Alignment;
import org.attune.bayesopt.surrogate.Axes;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Climbs to a local maximum: quasi-Newton steps along all real axes together, then the best other
 * value of each discrete axis in turn, then the best swaps and insertions of each permutation,
 * until nothing helps. Inadmissible points are walls; where an axis is walled all around,
 * constructed neighbours are tried.
 */
final class LocalAscent {
    private static final int ROUNDS = 5;
    private static final int DETOURS = 2; // along several axes, where one alone is walled
    private static final int MOVES = 120; // of an order, at each step; all of up to nine items
    private static final int STEPS = 4;
    private static final int FEW_VALUES = 12; // tried one by one; of more, a selection
    private static final BoxLbfgs.Options CLIMB = new BoxLbfgs.Options(40, 60, 6, 1e-5, 1e-8);

    private final AcquisitionFunction acquisition;
    private final Region region;
    private final Predicate<double[]> fresh;
    private final boolean drawable;
    private final Axes axes;
    private final int[] real;

    /** {@code drawable}: whether random points are admissible now and then. */
    LocalAscent(
            AcquisitionFunction acquisition,
            Region region,
            Predicate<double[]> fresh,
            boolean drawable) {
        this.acquisition = acquisition;
        this.region = region;
        this.fresh = fresh;
        this.drawable = drawable;
        this.axes = region.axes();
        this.real =
                java.util.stream.IntStream.range(0, axes.dimension())
                        .filter(d -> !axes.isDiscrete(d))
                        .toArray();
    }

    /** Returns a point at least as good as the start. */
    Search.Found from(Search.Found start, Generator random) {
        Search.Found best = start;
        for (int round = 0; round < ROUNDS; round++) {
            Search.Found climbed =
                    alongOrders(alongDiscreteAxes(alongRealAxes(best), random), random);
            if (!(climbed.value() > best.value() + 1e-9)) {
                return best;
            }
            best = climbed;
            if (real.length == axes.dimension()) {
                break; // one climb is all there is
            }
        }
        return best;
    }

    private Search.Found alongRealAxes(Search.Found start) {
        if (real.length == 0) {
            return start;
        }
        double[] x = start.x().clone();
        double[] gradient = new double[x.length];
        double[] from = new double[real.length];
        double[] lower = new double[real.length];
        double[] upper = new double[real.length];
        for (int i = 0; i < real.length; i++) {
            from[i] = x[real[i]];
            lower[i] = region.box().lower()[real[i]];
            upper[i] = region.box().upper()[real[i]];
        }
        BoxLbfgs.Objective down =
                (at, slope) -> {
                    for (int i = 0; i < real.length; i++) {
                        x[real[i]] = at[i];
                    }
                    if (!region.admits(x)) {
                        return Double.NaN;
                    }
                    double value = acquisition.valueAndGradient(x, gradient);
                    for (int i = 0; i < real.length; i++) {
                        slope[i] = -gradient[real[i]];
                    }
                    return -value;
                };
        BoxLbfgs.Result top = BoxLbfgs.minimize(down, from, lower, upper, CLIMB);
        for (int i = 0; i < real.length; i++) {
            x[real[i]] = top.x()[i];
        }
        return better(start, x).orElse(start);
    }

    private Search.Found alongDiscreteAxes(Search.Found start, Generator random) {
        Search.Found best = start;
        for (int d = 0; d < axes.dimension(); d++) {
            if (!axes.isDiscrete(d) || axes.isPosition(d)) {
                continue;
            }
            long current = axes.index(d, best.x()[d]);
            boolean walled = !drawable;
            for (long index : values(d, current, random)) {
                double[] x = best.x().clone();
                x[d] = axes.coordinate(d, index);
                walled = walled && !region.admits(x);
                best = better(best, x).orElse(best);
            }
            for (int i = 0; walled && i < DETOURS; i++) {
                Optional<double[]> detour = region.neighbour(best.x(), random);
                best = detour.isPresent() ? better(best, detour.get()).orElse(best) : best;
            }
        }
        return best;
    }

    /** Takes the best swap or insertion of each permutation, as long as there is a better one. */
    private Search.Found alongOrders(Search.Found start, Generator random) {
        Search.Found best = start;
        for (Axes.Order order : axes.orders()) {
            var moves = new OrderMoves(order);
            boolean climbed = !region.isHeld(order.from());
            for (int step = 0; climbed && step < STEPS; step++) {
                Search.Found before = best;
                boolean walled = !drawable;
                for (double[] x : moves.all(before.x(), MOVES, random)) {
                    walled = walled && !region.admits(x);
                    best = better(best, x).orElse(best);
                }
                for (int i = 0; walled && i < DETOURS; i++) {
                    Optional<double[]> detour = region.neighbour(before.x(), random);
                    best = detour.isPresent() ? better(best, detour.get()).orElse(best) : best;
                }
                climbed = best != before;
            }
        }
        return best;
    }

    /**
     * Returns the other values to try: all where they are few, else neighbours at growing distance
     * and a few others.
     */
    private Iterable<Long> values(int axis, long current, Generator random) {
        long count = (long) axes.cells(axis);
        var values = new TreeSet<Long>();
        if (count <= FEW_VALUES || axes.isCategorical(axis)) {
            for (long i = 0; i < count; i++) {
                values.add(i);
            }
        } else {
            for (long step = 1; step < count; step *= 2) {
                values.add(Math.max(current - step, 0));
                values.add(Math.min(current + step, count - 1));
            }
            values.add(random.nextLong(count));
            values.add(random.nextLong(count));
            values.addAll(aligned(axis, current));
        }
        values.remove(current);
        return values;
    }

    /** Returns the nearest multiples of powers of two on both sides, where alignment matters. */
    private List<Long> aligned(int axis, long current) {
        Alignment alignment = region.alignment();
        var values = new ArrayList<Long>();
        for (int level = 1; level <= alignment.highest(axis); level++) {
            for (long away = -1; away <= 1; away++) {
                long near = Math.clamp(current + (away << level), 0, (long) axes.cells(axis) - 1);
                double to = alignment.rounded(axis, axes.coordinate(axis, near), level);
                values.add(axes.index(axis, to));
            }
        }
        return values;
    }

    private Optional<Search.Found> better(Search.Found than, double[] x) {
        double[] canonical = region.canonical(x);
        if (!region.admits(canonical)
                || !fresh.test(canonical)
                || acquisition.bound(canonical) <= than.value()) {
            return Optional.empty();
        }
        double value = acquisition.value(canonical);
        return value > than.value()
                ? Optional.of(new Search.Found(canonical, value))
                : Optional.empty();
    }
}
