package org.attune.bayesopt.search;

import org.attune.api.Generator;
import org.attune.bayesopt.acquisition.AcquisitionFunction;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What searches see that know numbers alone: a function on the unit cube, {@code -∞} where a point
 * must not be proposed.
 *
 * <p>The cube is the region's box, stretched; a point counts as the configuration that it decodes
 * to, so that discrete axes are steps. The best point scored is kept.
 */
final class Scorer {
    private static final int DRAWS = 200; // for a start, where constraints refuse most

    private final AcquisitionFunction acquisition;
    private final Region region;
    private final Predicate<double[]> fresh;
    private final double[] lower;
    private final double[] upper;
    private Optional<Search.Found> best = Optional.empty();
    private boolean drawable = true;
    private int count;

    Scorer(AcquisitionFunction acquisition, Region region, Predicate<double[]> fresh) {
        this.acquisition = acquisition;
        this.region = region;
        this.fresh = fresh;
        this.lower = region.box().lower();
        this.upper = region.box().upper();
    }

    /** Returns D. */
    int dimension() {
        return lower.length;
    }

    /** Returns how often {@link #score} was called. */
    int count() {
        return count;
    }

    /** Returns the worth of a point of the cube; {@code -∞} where it does not count. */
    double score(double[] unit) {
        count++;
        double[] x = new double[unit.length];
        for (int d = 0; d < x.length; d++) {
            x[d] = Math.clamp(lower[d] + unit[d] * (upper[d] - lower[d]), 0.0, 1.0);
        }
        x = region.canonical(x);
        double value =
                region.admits(x) && fresh.test(x) ? acquisition.value(x) : Double.NEGATIVE_INFINITY;
        if (!(value > Double.NEGATIVE_INFINITY)) { // NaN, too
            return Double.NEGATIVE_INFINITY;
        }
        offer(new Search.Found(x, value));
        return value;
    }

    /** Takes note of a point that was found by other means. */
    void offer(Search.Found found) {
        if (best.isEmpty() || found.value() > best.get().value()) {
            best = Optional.of(found);
        }
    }

    /** Returns the best point so far. */
    Optional<Search.Found> best() {
        return best;
    }

    /** Returns what climbs to a local maximum; to be made after the starts were drawn. */
    LocalAscent ascent() {
        return new LocalAscent(acquisition, region, fresh, drawable);
    }

    /** Returns where a point with canonical coordinates lies in the cube, at most at its faces. */
    double[] place(double[] x) {
        double[] unit = new double[x.length];
        for (int d = 0; d < x.length; d++) {
            double width = upper[d] - lower[d];
            unit[d] = width > 0 ? Math.clamp((x[d] - lower[d]) / width, 0.0, 1.0) : 0.5;
        }
        return unit;
    }

    /**
     * Returns a random place to start from: admissible, unless nothing of the kind is found soon.
     */
    double[] start(Generator random) {
        Optional<double[]> drawn = region.sample(random, DRAWS);
        drawable = drawable && drawn.isPresent();
        return drawn.or(() -> region.construct(random))
                .map(this::place)
                .orElseGet(() -> anywhere(random));
    }

    private double[] anywhere(Generator random) {
        double[] unit = new double[dimension()];
        for (int d = 0; d < unit.length; d++) {
            unit[d] = random.nextDouble();
        }
        return unit;
    }

    /** Returns places to start from: the incumbents, up to half of them, and random ones. */
    double[][] starts(int number, List<double[]> incumbents, Generator random) {
        double[][] starts = new double[number][];
        for (int i = 0; i < number; i++) {
            boolean known = i < incumbents.size() && i < (number + 1) / 2;
            starts[i] = known ? place(incumbents.get(i)) : start(random);
        }
        return starts;
    }
}
