package org.attune.bayesopt;

import org.attune.api.Origin;
import org.attune.api.Trial;
import org.attune.bayesopt.search.LocalQuadratic;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.search.Search;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The last digits of the best trial. Where the surrogate expects little of any place and its noise
 * is small, trials go to where a {@link LocalQuadratic} is least: a few of them give the digits of
 * many that the acquisition function would choose. It waits for one of its trials to end, goes on
 * as long as each second one is the best so far at least, and keeps away from where weights are
 * half of what they are at the best trial, such as the probability not to fail.
 */
final class Refinement {
    /** The origin of its trials. */
    static final Origin ORIGIN = new Origin(Origin.Phase.MODEL, "quadratic");

    private static final double MOST_NOISE = 1e-2; // its deviation, in deviations of the outputs
    private static final double LEAST = 1e-11; // decrease that is worth a trial, in the same
    private static final int IN_VAIN = 2;
    private static final double LOG_HALF = Math.log(0.5);

    private final TaskTrials trials;
    private final Dataset measured;
    private final Surrogate model;

    /**
     * Looks at the trials.
     *
     * @param measured of the only objective, in range
     * @param model of it
     */
    Refinement(TaskTrials trials, Dataset measured, Surrogate model) {
        this.trials = trials;
        this.measured = measured;
        this.model = model;
    }

    /**
     * Returns where to go, and the decrease that is expected there in deviations of the outputs;
     * empty where no such trial is promising.
     *
     * @param weights logarithms of what a gain is multiplied with
     */
    Optional<Search.Found> place(Region region, List<ToDoubleFunction<double[]>> weights) {
        if (Math.sqrt(model.noiseVariance()) >= MOST_NOISE || isPending() || inVain() >= IN_VAIN) {
            return Optional.empty();
        }
        return LocalQuadratic.least(region, model, measured)
                .filter(found -> found.value() > LEAST)
                .filter(found -> !trials.known().contains(region.decode(found.x())))
                .filter(found ->
                        log(weights, found.x())
                                >= log(weights, measured.x()[measured.best()]) + LOG_HALF);
    }

    private static double log(List<ToDoubleFunction<double[]>> weights, double[] x) {
        return weights.stream().mapToDouble(w -> w.applyAsDouble(x)).sum();
    }

    private boolean isPending() {
        return trials.trials().stream().anyMatch(t -> t.isPending() && t.origin().equals(ORIGIN));
    }

    /** Counts its trials since the best one. */
    private int inVain() {
        double[] best = measured.x()[measured.best()];
        int count = 0;
        for (int i = 0; i < trials.finished().size(); i++) {
            Trial trial = trials.finished().get(i);
            if (java.util.Arrays.equals(trials.x(i), best)) {
                count = 0;
            } else if (trial.origin().equals(ORIGIN)) {
                count++;
            }
        }
        return count;
    }
}
