package org.attune.bayesopt;

import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.surrogate.Alignment;
import org.attune.bayesopt.surrogate.Dataset;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The best trial with its whole numbers rounded to multiples of powers of two, as large ones as
 * change a number by an eighth at most. Where runs are slow unless a size is a multiple of
 * something, and none that is has been seen, nothing in the model speaks for looking at one.
 */
final class RoundedBest {
    private RoundedBest() {}

    /**
     * Returns it, unless a trial has these numbers already, or a weight there is less than half of
     * what it is at the best trial.
     *
     * @param measured trials, of which one at least is needed
     * @param weights logarithms of what a gain is multiplied with
     */
    static Optional<double[]> of(
            TaskTrials trials,
            Dataset measured,
            Region region,
            List<ToDoubleFunction<double[]>> weights) {
        var alignment = Alignment.of(region.axes());
        if (alignment.isEmpty() || measured.size() == 0) {
            return Optional.empty();
        }
        double[] best = measured.x()[measured.best()];
        double[] rounded = best.clone();
        for (int d : alignment.axes()) {
            rounded[d] = alignment.roundedNearby(d, best[d], alignment.highest(d));
        }
        double[] place = region.canonical(rounded);
        boolean isKnown =
                trials.known().stream()
                        .map(region::encode)
                        .anyMatch(x ->
                                Arrays.stream(alignment.axes()).allMatch(d -> x[d] == place[d]));
        return Optional.of(place)
                .filter(x -> !isKnown && region.admits(x))
                .filter(x -> Refinement.keepsHalf(weights, x, best));
    }
}
