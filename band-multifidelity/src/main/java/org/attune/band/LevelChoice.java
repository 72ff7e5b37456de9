package org.attune.band;

import org.attune.api.Point;
import org.attune.bayesopt.joint.CoregionalizedModel;

/**
 * How much a run at some level tells of the full run at the same place.
 *
 * <pre>
 *   I(y_l(x); f(x)) = ½ log (Var f(x) / Var[f(x) | y_l(x)])
 * </pre>
 *
 * in nats, with f the full run and y_l an observation at level l, its noise included: under a
 * Gaussian process, the mutual information of the two, which does not depend on what y_l(x) turns
 * out to be.
 */
final class LevelChoice {
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
        return before > 0 && after > 0 ? Math.max(0.5 * Math.log(before / after), 0) : 0;
    }

    private static double variance(CoregionalizedModel model, int index, double[] x) {
        double[] moments = new double[2];
        model.of(index).predict(x, moments);
        return moments[1];
    }
}
