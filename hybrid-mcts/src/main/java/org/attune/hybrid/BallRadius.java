package org.attune.hybrid;

/**
 * How far from the best trial a local search goes, in levels that differ, by the luck of the trials
 * so far: it begins at half of the levels, grows by half after 3 improvements in a row, and is
 * halved, down to 1, after a number of trials without one; from 1 it begins again.
 */
final class BallRadius {
    private static final int SUCCESSES = 3;
    private static final int FEWEST_FAILURES = 4;
    private static final int MOST_FAILURES = 10;

    private BallRadius() {}

    /**
     * Returns the radius after these trials.
     *
     * @param y values in the order of the outcomes, smaller being better; NaN for failures
     * @param from number of trials at the front that say nothing of luck
     * @param levels number of levels
     */
    static int of(double[] y, int from, int levels) {
        int first = Math.max(1, (levels + 1) / 2);
        int patience = Math.clamp(levels / 2, FEWEST_FAILURES, MOST_FAILURES);
        double best = Double.POSITIVE_INFINITY;
        int radius = first;
        int successes = 0;
        int failures = 0;
        for (int i = 0; i < y.length; i++) {
            boolean improved = y[i] < best;
            best = improved ? y[i] : best;
            if (i < from) {
                continue;
            }
            successes = improved ? successes + 1 : 0;
            failures = improved ? 0 : failures + 1;
            if (successes == SUCCESSES) {
                radius = Math.min(radius + (radius + 1) / 2, levels);
                successes = 0;
            }
            if (failures == patience) {
                radius = radius == 1 ? first : radius / 2;
                failures = 0;
            }
        }
        return radius;
    }
}
