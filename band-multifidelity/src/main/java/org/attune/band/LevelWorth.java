package org.attune.band;

/**
 * What a level of fidelity is worth for predicting full runs.
 *
 * <p>The full runs of all tasks are predicted, each from all other configurations, once by a joint
 * model of the full level and this one and once by models of full runs alone. A level is dropped
 * when the second make what was measured more likely; it is taken back as soon as that is no longer
 * so. It is not judged before five full runs have been measured, of several tasks one more for each
 * but the first: fewer predict each other by chance. Full runs alone are, of several tasks, those
 * of the model that they share.
 *
 * @param rung of the level
 * @param cost of a run, in full runs
 * @param runs measured at the level
 * @param pairs configurations measured both at the level and in full
 * @param correlation Spearman's rank correlation over these pairs, NaN with fewer than three
 * @param fullRuns measured in full
 * @param flat whether all of the runs gave the same, or all failed, at least five of them: such a
 *     level is dropped at once
 * @param gain by how much the logarithm of the density of all full runs grows with the level; NaN
 *     before it is judged
 */
record LevelWorth(
        int rung,
        double cost,
        int runs,
        int pairs,
        double correlation,
        int fullRuns,
        boolean flat,
        double gain) {
    /** Full runs before a level is judged, of one task. */
    static final int FEWEST = 5;

    /** Runs at a level before it is dropped because all gave the same, or failed. */
    static final int ALIKE = 5;

    /** Returns how many full runs of so many tasks there are before a level is judged. */
    static int fewest(int tasks) {
        return FEWEST + tasks - 1;
    }

    /** Returns whether the level counts. */
    boolean isKept() {
        return !flat && (Double.isNaN(gain) || gain > 0);
    }

    /** Returns what became of it, for users. */
    String verdict() {
        if (flat) {
            return runs == 0 ? "dropped: all runs failed" : "dropped: all runs gave the same";
        }
        if (Double.isNaN(gain)) {
            return "used, not judged yet";
        }
        return isKept() ? "used" : "dropped: full runs alone predict better";
    }
}
