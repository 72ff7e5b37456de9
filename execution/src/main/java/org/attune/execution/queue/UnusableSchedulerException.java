package org.attune.execution.queue;

/**
 * The scheduler is of no use to this study as things are: it has not answered for too long, is not
 * there, or refuses what every job asks for. What it was given may be in its queue, or run; whoever
 * comes later takes it over.
 */
public final class UnusableSchedulerException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * An exception with what was tried last.
     *
     * @param message since when there has been no answer, and the last failure, or why nothing can
     *     be done with it
     */
    public UnusableSchedulerException(String message) {
        super(message);
    }
}
