package org.attune.execution.queue;

/** A scheduler refused something, or did not answer. */
public final class QueueException extends Exception {
    private static final long serialVersionUID = 1;

    /** What to do about it. */
    public enum Kind {
        /** The request will never be granted as it is. */
        REFUSED,
        /** The same, since a partition, account or the like that it names is not there for us. */
        UNKNOWN,
        /** There are too many jobs; it may be granted once some have ended. */
        FULL,
        /** The scheduler does not answer; it may later. */
        SILENT,
        /** There is no such command here by which to ask. */
        MISSING
    }

    private final Kind kind;

    /**
     * An exception with the scheduler's own words.
     *
     * @param kind what to do about it
     * @param message what was asked and what came back
     */
    public QueueException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    /** Returns what to do about it. */
    public Kind kind() {
        return kind;
    }
}
