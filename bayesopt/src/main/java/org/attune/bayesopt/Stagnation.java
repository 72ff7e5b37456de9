package org.attune.bayesopt;

import java.util.Arrays;
import org.attune.bayesopt.surrogate.Dataset;

/**
 * Doubt in a model that keeps proposing without a gain.
 *
 * <p>A gain counts when it exceeds {@link #NOTABLE} of the distance from the median of the first observations to the
 * best of all. After {@link #PATIENCE} observations without one, every other proposal is made with half the
 * lengthscales: the model then knows less about the space between its observations, and its expected improvement leads
 * away from them. Where the model was right all along this costs every other proposal after it has converged; where it
 * was blind to a narrow valley, it is what finds it.
 */
final class Stagnation {
    private static final double NOTABLE = 0.01;
    private static final int PATIENCE = 4;
    private static final int FIRST = 10;
    private static final double DOUBTING = 0.5;

    private Stagnation() {}

    /** Returns the factor of all lengthscales for the next proposal: 1, or less in doubt. */
    static double lengthscaleFactor(Dataset data) {
        int waited = sinceGain(data) - PATIENCE;
        return waited >= 0 && waited % 2 == 0 ? DOUBTING : 1;
    }

    /** Returns the number of observations since the last notable gain. */
    static int sinceGain(Dataset data) {
        double[] y = data.y();
        double[] first = Arrays.copyOf(y, Math.min(y.length, FIRST));
        Arrays.sort(first);
        double threshold = NOTABLE * (first[first.length / 2] / 2 - data.smallest() / 2) * 2;
        double best = Double.POSITIVE_INFINITY;
        int since = 0;
        for (double value : y) {
            since++;
            if (value < best - threshold) {
                best = value;
                since = 0;
            }
        }
        return since;
    }
}
