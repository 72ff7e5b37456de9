package org.attune.bayesopt;

import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Trial;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.function.DoubleSupplier;

/**
 * Whether a search that goes where the model promises most has stopped learning, so that trials are
 * better spent far from all others. There are two signs:
 *
 * <ul>
 *   <li>the model is certain: nowhere does it expect a gain of a thousandth of a deviation of the
 *       outputs, or of a tenth of their noise. Then one of two trials goes elsewhere, and from the
 *       fortieth on all do. Below a hundredth of a deviation one of eight does, so that studies
 *       that end when little is expected have looked around before;
 *   <li>the model is wrong: it goes on to promise, and for max(12, 2 D) of its trials in a row
 *       nothing came of it that is more than noise. Then one of two does, from the fortieth on.
 * </ul>
 *
 * <p>Where there are no further digits to be won by staying, every trial goes elsewhere: among
 * finitely many configurations below a millionth of a deviation, and where the model is certain and
 * the {@link Refinement} of the best trial is done.
 *
 * <p>In the last half of the budget, sixteen trials at most, no more than one of two goes elsewhere
 * while the model is certain, and one of eight otherwise; the last fifth stays nearby: what it
 * found elsewhere could hardly be followed, and what is known nearby is to be made the most of.
 * Both signs end as soon as a trial, wherever it is, is better by what matters: there is something
 * to learn around it.
 */
final class Stagnation {
    private static final int FROM = 8; // trials; before, what is unknown is everywhere
    private static final int FEWEST_LAST = 4; // trials of the budget that stay nearby
    private static final int MOST_LAST = 16;
    private static final int LATE = 40; // trials; from then on all may go elsewhere
    private static final double GAIN = 1e-3; // in deviations of the outputs
    private static final double LOG_NOTHING = Math.log(1e-6);
    private static final double LITTLE = 1e-2;
    private static final double NOISE = 0.1; // of its deviation
    private static final int FEWEST = 12; // disappointments in a row

    private final double noise; // deviation of one measurement
    private final boolean disappointed;
    private final boolean closing; // of the budget the last half
    private final boolean ending; // the last fifth
    private final boolean finite;

    /**
     * Looks at the trials.
     *
     * @param model of the only objective
     */
    Stagnation(TaskTrials trials, Objective objective, Surrogate model) {
        this.noise = Math.sqrt(model.noiseVariance());
        int left = trials.budget() - trials.count();
        this.closing = left <= Math.min(trials.budget() / 2, MOST_LAST);
        this.ending = left <= Math.clamp(trials.budget() / 5, FEWEST_LAST, MOST_LAST);
        this.finite = trials.isFinite();
        int dimension = trials.dimension();
        this.disappointed =
                disappointments(trials, objective, model) >= Math.max(FEWEST, 2 * dimension);
    }

    /**
     * Returns whether this trial goes elsewhere.
     *
     * @param turn of the proposer
     * @param isDone whether the best trial has all its digits
     * @param logGain logarithm of the largest improvement that is expected of a trial anywhere, in
     *     deviations of the outputs; NaN where there is nothing to improve on
     */
    boolean looksElsewhere(int turn, boolean isDone, DoubleSupplier logGain) {
        if (turn < FROM) {
            return false;
        }
        if (finite && logGain.getAsDouble() < LOG_NOTHING) {
            return true;
        }
        if (isDone && logGain.getAsDouble() < logMatters()) {
            return true;
        }
        boolean half = turn % 2 == 1;
        boolean eighth = turn % 8 == 1;
        boolean all = turn >= LATE && !closing;
        if (ending || !(half || all)) {
            return false;
        }
        if (disappointed && turn >= LATE && (closing ? eighth : half)) {
            return true;
        }
        double expected = logGain.getAsDouble();
        return expected < logMatters() || eighth && expected < logLittle();
    }

    /**
     * Returns the logarithm of the gain from which on nothing is to be looked for elsewhere, in
     * deviations of the outputs.
     */
    double logLittle() {
        return Math.log(Math.max(LITTLE, NOISE * noise));
    }

    /** Returns the logarithm of the gain below which the model is certain, in the same. */
    double logMatters() {
        return Math.log(Math.max(GAIN, NOISE * noise));
    }

    /**
     * Counts the model's trials since the last one of anybody that was better by what matters, but
     * for those of the {@link Refinement}, which promise less.
     */
    private int disappointments(TaskTrials trials, Objective objective, Surrogate model) {
        double[] y = trials.values(objective);
        double best = Double.POSITIVE_INFINITY;
        int count = 0;
        for (int i = 0; i < y.length; i++) {
            Trial trial = trials.finished().get(i);
            if (!Double.isNaN(y[i]) && model.warped(y[i]) < best - Math.max(GAIN, noise)) {
                best = model.warped(y[i]);
                count = 0;
            } else if (isOfModel(trial)) {
                count++;
            }
        }
        return count;
    }

    private static boolean isOfModel(Trial trial) {
        Origin origin = trial.origin();
        return origin.phase() == Origin.Phase.MODEL
                && !origin.isBlind()
                && !Refinement.isOwn(trial);
    }

    /**
     * Returns the logarithm of what a trial elsewhere is expected to improve, in deviations of the
     * outputs: what one more of n independent draws from a normal distribution adds to the largest
     * of them, which for large n is 1 / ((n + 1) sqrt(2 log(n + 1))). What the model says there is
     * no measure, for it is the model that is doubted.
     */
    static double logGainElsewhere(TaskTrials trials) {
        long spread =
                trials.finished().stream()
                        .filter(t -> t.origin().phase() != Origin.Phase.MODEL)
                        .filter(t -> !t.origin().isTakenOver())
                        .count();
        return -Math.log(spread + 1.0) - 0.5 * Math.log(2 * Math.log(spread + 2.0));
    }
}
