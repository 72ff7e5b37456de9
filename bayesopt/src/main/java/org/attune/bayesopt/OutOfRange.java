package org.attune.bayesopt;

/** What surrogates make of trials with an output outside its range; records keep what they are. */
public enum OutOfRange {
    /**
     * Every output with a range has a surrogate too, and what a configuration promises is weighted
     * with the probability that all of its outputs are in range.
     */
    PROBABILITY,

    /**
     * GPTune's {@code LargeNum}: the optimised outputs of such a trial count as worse than the
     * worst one measured, by the whole extent of the measured ones.
     */
    LARGE_NUMBER,

    /** GPTune's {@code Ignore}: such a trial teaches nothing. */
    IGNORE
}
