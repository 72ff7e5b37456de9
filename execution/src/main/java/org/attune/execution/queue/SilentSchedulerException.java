package org.attune.execution.queue;

/**
 * No scheduler has answered for so long that nobody waits any more. What it was given may be in its
 * queue, or run; whoever comes later takes it over.
 */
public final class SilentSchedulerException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * An exception with what was tried last.
     *
     * @param message since when there has been no answer, and the last failure
     */
    public SilentSchedulerException(String message) {
        super(message);
    }
}
