package org.attune.bayesopt.surrogate;

import java.util.stream.IntStream;

/**
 * At which counts of observations hyperparameters are learned, and from how many of them. The
 * counts are fixed in advance, so that a fit is a function of the observations alone and a fresh
 * process needs two searches at most.
 */
public final class LearningSchedule {
    /** The most observations of which the starts of a search are compared. */
    public static final int SEARCHED = 300;

    /** The most observations from which hyperparameters are learned. */
    public static final int LEARNED = 1000;

    private static final int EVERY_COUNT_UP_TO = 12;
    private static final double ANCHOR_GROWTH = 1.2;
    static final int IMPROVED_EACH_TIME_UP_TO = 100;
    private static final double GROWTH = 0.05;

    private LearningSchedule() {}

    /**
     * Returns the largest count at which hyperparameters are learned afresh that is at most {@code
     * count}.
     */
    public static int anchor(int count) {
        if (count <= EVERY_COUNT_UP_TO) {
            return count;
        }
        int anchor = EVERY_COUNT_UP_TO;
        while (true) {
            int next = (int) Math.ceil(anchor * ANCHOR_GROWTH);
            if (next > count) {
                return anchor;
            }
            anchor = next;
        }
    }

    /**
     * Returns the largest count at which hyperparameters are improved that is at most {@code
     * count}: after each round of all tasks, among more than 100 observations after as many rounds
     * as are a twentieth of the others.
     */
    public static int improved(int count, int tasks) {
        int anchor = anchor(count);
        int rounds = (int) (GROWTH * (anchor - IMPROVED_EACH_TIME_UP_TO) / tasks);
        int step = tasks * Math.max(1, rounds);
        return Math.max(count / step * step, anchor);
    }

    /** Returns {@code most} of {@code count} rows, equally far apart; all where they are fewer. */
    public static int[] spread(int count, int most) {
        int some = Math.min(count, most);
        return IntStream.range(0, some).map(i -> (int) ((long) i * count / some)).toArray();
    }
}
