package org.attune.bayesopt;

import org.attune.api.Origin;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.surrogate.Alignment;
import org.attune.bayesopt.surrogate.Dataset;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The best trial with rounder numbers. Where runs are slow unless a size is a multiple of
 * something, and none that is has been seen, nothing in the model speaks for looking at one.
 *
 * <p>Whole numbers are rounded to multiples of powers of two: first of as large ones as change no
 * number by more than an eighth, then to the roundest number within an eighth, which may be too
 * round: large powers of two fall into the same sets of a cache. Where constraints do not admit all
 * of these numbers together, as many are rounded as they admit. Beyond the first two such trials
 * there is one for each that is far from all others at most.
 */
final class RoundedBest {
    private static final int FIRST = 2; // trials before the first one far away

    private final Alignment alignment;
    private final TaskTrials trials;
    private final Region region;

    /** Looks at the trials of a region. */
    RoundedBest(TaskTrials trials, Region region) {
        this.alignment = Alignment.of(region.axes());
        this.trials = trials;
        this.region = region;
    }

    /**
     * Returns it, unless trials have such numbers already, or a weight there is less than half of
     * what it is at the best trial.
     *
     * @param measured trials
     * @param weights logarithms of what a gain is multiplied with
     */
    Optional<double[]> place(Dataset measured, List<ToDoubleFunction<double[]>> weights) {
        if (alignment.isEmpty()
                || measured.size() == 0
                || count(Origin.ROUNDED) >= FIRST + count(Origin.ELSEWHERE)) {
            return Optional.empty();
        }
        double[] best = measured.x()[measured.best()];
        return Stream.of(
                        rounded(
                                best,
                                d -> alignment.roundedNearby(d, best[d], alignment.highest(d))),
                        rounded(best, d -> alignment.roundestNearby(d, best[d])))
                .filter(x -> !isKnown(x) && region.admits(x))
                .filter(x -> Refinement.keepsHalf(weights, x, best))
                .findFirst();
    }

    private long count(Origin origin) {
        return trials.trials().stream().filter(t -> t.origin().equals(origin)).count();
    }

    private double[] rounded(double[] best, IntToDoubleFunction number) {
        double[] whole = best.clone();
        double[] some = best.clone();
        for (int d : alignment.axes()) {
            whole[d] = number.applyAsDouble(d);
            some[d] = whole[d];
            some[d] = region.admits(region.canonical(some)) ? whole[d] : best[d];
        }
        double[] x = region.canonical(whole);
        return region.admits(x) ? x : region.canonical(some);
    }

    /** Returns whether a trial has these numbers, whatever else is in it. */
    private boolean isKnown(double[] x) {
        return trials.known().stream()
                .map(region::encode)
                .anyMatch(k -> Arrays.stream(alignment.axes()).allMatch(d -> k[d] == x[d]));
    }
}
