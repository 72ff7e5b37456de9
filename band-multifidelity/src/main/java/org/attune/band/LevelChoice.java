package org.attune.band;

import org.attune.api.Point;
import org.attune.bayesopt.joint.CoregionalizedModel;

/**
 * How much a run at some level tells of the full run at the same place.
 *
 * <pre>
 *   I(y_l(x); f(x)) = ½ log (Var f(x) / max(Var[f(x) | y_l(x)], κ Var f(x))),   κ = 0.04
 * </pre>
 *
 * in nats, with f the full run and y_l an observation at level l, its noise included: under a
 * Gaussian process, the mutual information of the two, which does not depend on what y_l(x) turns
 * out to be. Of what a full run tells beyond a fifth of the deviation nothing is counted: a run
 * with little noise would else be worth any cost, and which place is the best is seen before.
 */
final class LevelChoice {
    /** The part of a variance that need not be known: a fifth of the deviation. */
    private static final double KNOWN = 0.04;

    private LevelChoice() {}

    /**
     * Returns the information.
     *
     * @param model in which pending trials have been assumed
     * @param x coordinates of a configuration
     */
    static double information(
            LevelModels levels, CoregionalizedModel model, Point task, int rung, double[] x) {
        int full = levels.index(task, levels.rungs().getLast());
        double before = variance(model, full, x);
        double after = variance(levels.believing(model, task, rung, x), full, x);
        double left = Math.max(after, KNOWN * before);
        return before > 0 && left > 0 ? Math.max(0.5 * Math.log(before / left), 0) : 0;
    }

    private static double variance(CoregionalizedModel model, int index, double[] x) {
        double[] moments = new double[2];
        model.of(index).predict(x, moments);
        return moments[1];
    }
}
