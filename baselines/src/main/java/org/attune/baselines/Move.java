package org.attune.baselines;

/**
 * A trial of a technique, pending or not.
 *
 * @param technique that proposed it
 * @param x canonical coordinates
 * @param position among all results, from 0 for the best; -1 while it is pending
 * @param improved whether it was better than all results of earlier trials
 */
record Move(String technique, double[] x, int position, boolean improved) {
    boolean isPending() {
        return position < 0;
    }
}
