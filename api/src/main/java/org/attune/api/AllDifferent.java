package org.attune.api;

import java.util.BitSet;

/**
 * The rule that the items of a permutation have different positions, over ranges of positions:
 * where k items have their ranges within k positions (a Hall interval), no other item is there.
 *
 * @see <a href="https://dl.acm.org/doi/10.5555/1865499.1865560">J.-F. Puget, A fast algorithm for
 *     the bound consistency of alldiff constraints, AAAI (1998)</a>
 */
final class AllDifferent {
    private AllDifferent() {}

    /**
     * Narrows ranges.
     *
     * @param axes of one permutation of n items
     * @param low first position of each axis, changed
     * @param high last position of each axis, changed
     * @param narrowed where to add the axes whose ranges have changed
     * @return false where there is no order within the ranges
     */
    static boolean narrow(int[] axes, double[] low, double[] high, BitSet narrowed) {
        int n = axes.length;
        for (int from = 0; from < n; from++) {
            for (int to = from; to < n; to++) {
                int within = 0;
                for (int axis : axes) {
                    within += low[axis] >= from && high[axis] <= to ? 1 : 0;
                }
                int places = to - from + 1;
                if (within > places) {
                    return false;
                }
                if (within == places && within < n) {
                    for (int axis : axes) {
                        if (!leave(axis, from, to, low, high, narrowed)) {
                            return false;
                        }
                    }
                }
            }
        }
        return true;
    }

    /** Takes full places from the ends of a range that reaches out of them. */
    private static boolean leave(
            int axis, int from, int to, double[] low, double[] high, BitSet narrowed) {
        if (low[axis] >= from && high[axis] <= to) {
            return true;
        }
        if (low[axis] >= from && low[axis] <= to) {
            low[axis] = to + 1;
            narrowed.set(axis);
        }
        if (high[axis] >= from && high[axis] <= to) {
            high[axis] = from - 1;
            narrowed.set(axis);
        }
        return low[axis] <= high[axis];
    }
}
