package org.attune.api;

/** How the trials of a study are divided among its tasks. */
public enum Allocation {
    /** The same number for each. */
    EQUAL,

    /**
     * Half of the trials in equal shares, the other half each to the task of whose next trial the
     * tuner expects most. A task of which it expects nothing in particular gets its equal share,
     * and so does one in which it looks far from all trials, as nothing is to be gained near them.
     */
    ADAPTIVE
}
