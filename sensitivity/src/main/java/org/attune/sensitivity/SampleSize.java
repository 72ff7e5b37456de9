package org.attune.sensitivity;

/**
 * How many points, in how many independent scramblings of the design.
 *
 * @param points N, of all scramblings together
 * @param scramblings R
 */
public record SampleSize(int points, int scramblings) {
    /** The least N: fewer points tell nothing. */
    public static final int LEAST = 64;

    /** The greatest N. */
    public static final int MOST = 1 << 22;

    private static final int SCRAMBLINGS = 4;
    private static final int MANY = 32; // inputs

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if there are too few or too many
     */
    public SampleSize {
        if (points < LEAST || points > MOST) {
            throw new IllegalArgumentException(
                    "%d points: a sensitivity analysis needs %d to %d. Maybe 1024."
                            .formatted(points, LEAST, MOST));
        }
        if (scramblings < 2 || scramblings > points / 8) {
            throw new IllegalArgumentException(
                    "%d scramblings of %d points: intervals need 2 to %d. Maybe %d."
                            .formatted(scramblings, points, points / 8, SCRAMBLINGS));
        }
    }

    /**
     * Returns at least so many points, in four scramblings, each of which has a power of two of
     * them: such designs are balanced best.
     */
    public static SampleSize of(int points) {
        new SampleSize(points, SCRAMBLINGS); // checks
        int each = Integer.highestOneBit(2 * ((points + SCRAMBLINGS - 1) / SCRAMBLINGS) - 1);
        return new SampleSize(each * SCRAMBLINGS, SCRAMBLINGS);
    }

    /**
     * Returns the size for so many inputs, of more than 32 fewer points: the coordinates of a
     * design of Shapley effects are as many as points times the square of inputs.
     */
    public static SampleSize of(int points, int inputs) {
        double share = Math.min(Math.pow((double) MANY / inputs, 2), 1);
        return of((int) Math.max(points * share, LEAST));
    }

    /** Returns the number of points of one scrambling. */
    public int each() {
        return points / scramblings;
    }
}
