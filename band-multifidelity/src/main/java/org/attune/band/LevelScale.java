package org.attune.band;

import org.attune.bayesopt.surrogate.ObservationNoise;
import org.attune.bayesopt.surrogate.OutputWarp;

import java.util.List;

/**
 * On which scale a model has the outputs of all levels: as they are, or over the cost of the run in
 * full runs, as is fit for seconds, which grow with it; then warped.
 *
 * @param shape of the warp
 * @param perCost whether outputs are divided by the cost
 */
record LevelScale(OutputWarp.Shape shape, boolean perCost) {
    /** Returns outputs as they are. */
    static LevelScale plain(OutputWarp.Shape shape) {
        return new LevelScale(shape, false);
    }

    /**
     * Returns the scales to choose from: that of a warp and, if it is the usual one, logarithms and
     * no warp, too. A power that is fitted to the outputs of all levels may leave nothing to see of
     * those of full runs.
     *
     * @param usual of the settings
     * @param growing whether outputs grow with the cost; then over it in place of no warp
     */
    static List<LevelScale> choices(OutputWarp.Shape usual, boolean growing) {
        LevelScale first = plain(usual);
        if (usual != OutputWarp.Shape.YEO_JOHNSON) {
            return List.of(first);
        }
        LevelScale logarithms = plain(OutputWarp.Shape.LOG);
        return growing
                ? List.of(
                        first,
                        logarithms,
                        new LevelScale(usual, true),
                        new LevelScale(OutputWarp.Shape.LOG, true))
                : List.of(first, plain(OutputWarp.Shape.IDENTITY), logarithms);
    }

    /** Returns what the outputs of runs of a cost are divided by. */
    double divisor(double cost) {
        return perCost ? cost : 1;
    }

    /** Returns the noise of an output of a run of a cost. */
    ObservationNoise noise(ObservationNoise measured, double cost) {
        return new ObservationNoise(measured.learned(), measured.deviation() / divisor(cost));
    }

    /**
     * Returns whether outputs of different levels are expected to lie apart, as the logarithms of
     * the seconds of short and of long runs do.
     */
    boolean isApart() {
        return shape == OutputWarp.Shape.LOG && !perCost;
    }
}
