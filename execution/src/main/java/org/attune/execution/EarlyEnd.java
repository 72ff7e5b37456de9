package org.attune.execution;

/** A run's end before its time, which is wanted by whoever reads what the run prints. */
final class EarlyEnd {
    /** Of a run that nobody watches. */
    static final EarlyEnd NEVER = new EarlyEnd();

    private volatile boolean wanted;

    /** From now on the run is to be ended. */
    void want() {
        wanted = true;
    }

    boolean isWanted() {
        return wanted;
    }
}
