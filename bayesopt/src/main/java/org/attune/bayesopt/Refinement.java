package org.attune.bayesopt;

import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Trial;
import org.attune.bayesopt.search.LocalQuadratic;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.search.Search;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The last digits of the best trial. Where the surrogate expects little of any place and its noise
 * is small, trials go to where a {@link LocalQuadratic} is least: a few of them give the digits of
 * many that the acquisition function would choose. It waits for its own trial to end, rests after
 * two in vain until there is a better trial, and keeps away from where weights, such as the
 * probability not to fail, are less than half of what they are at the best trial.
 */
final class Refinement {
    private static final double MOST_NOISE = 1e-2; // its deviation, in deviations of the outputs
    private static final double LEAST = 1e-11; // decrease that is worth a trial, in the same
    private static final int IN_VAIN = 2;
    private static final double LOG_HALF = Math.log(0.5);

    private final TaskTrials trials;
    private final Dataset measured;
    private final Region region;
    private final Optional<Search.Found> least; // empty under noise, too

    /**
     * Looks at the trials.
     *
     * @param output the only one that is optimised
     * @param model of it
     * @param certain whether it expects nothing of any place, so that parameters at their bounds
     *     may stay there
     */
    Refinement(
            TaskTrials trials, Objective output, Surrogate model, Region region, boolean certain) {
        this.trials = trials;
        this.measured = trials.measuredInRange(output);
        this.region = region;
        this.least =
                Math.sqrt(model.noiseVariance()) < MOST_NOISE
                        ? LocalQuadratic.least(region, model, measured, certain)
                        : Optional.empty();
    }

    /**
     * Returns whether no digits are left that a trial could give: never with integers or orders,
     * along which the quadratic does not move.
     */
    boolean isDone() {
        Axes axes = region.axes();
        return IntStream.range(0, axes.dimension())
                        .allMatch(d -> axes.isCategorical(d) || !axes.isDiscrete(d))
                && least.filter(found -> found.value() <= LEAST).isPresent();
    }

    /**
     * Returns where to go, and the decrease that is expected there in deviations of the outputs;
     * empty where no such trial is promising.
     *
     * @param weights logarithms of what a gain is multiplied with
     */
    Optional<Search.Found> place(List<ToDoubleFunction<double[]>> weights) {
        return least.filter(found -> found.value() > LEAST)
                .filter(found -> !isPending() && inVain() < IN_VAIN)
                .filter(found -> !trials.known().contains(region.decode(found.x())))
                .filter(found -> keepsHalf(weights, found.x(), measured.x()[measured.best()]));
    }

    /** Returns whether weights, given as logarithms, are half of those of the best at least. */
    static boolean keepsHalf(List<ToDoubleFunction<double[]>> weights, double[] x, double[] best) {
        return log(weights, x) >= log(weights, best) + LOG_HALF;
    }

    private static double log(List<ToDoubleFunction<double[]>> weights, double[] x) {
        return weights.stream().mapToDouble(w -> w.applyAsDouble(x)).sum();
    }

    private boolean isPending() {
        return trials.trials().stream().anyMatch(t -> t.isPending() && isOwn(t));
    }

    /** Returns whether it proposed a trial, to whose origin a tuner may have added a mark. */
    static boolean isOwn(Trial trial) {
        return trial.origin().technique().startsWith(Origin.REFINED.technique());
    }

    private static boolean tells(Trial trial) {
        return !(trial.outcome() instanceof Outcome.Failed f) || f.cause().isInformative();
    }

    /** Counts its trials since the best one, but for those that tell nothing of the place. */
    private int inVain() {
        double[] best = measured.x()[measured.best()];
        int count = 0;
        for (int i = 0; i < trials.finished().size(); i++) {
            Trial trial = trials.finished().get(i);
            if (Arrays.equals(trials.x(i), best)) {
                count = 0;
            } else if (isOwn(trial) && tells(trial)) {
                count++;
            }
        }
        return count;
    }
}
