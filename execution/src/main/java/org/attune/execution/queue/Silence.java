package org.attune.execution.queue;

import org.attune.execution.queue.QueueException.Kind;

import java.util.function.Consumer;

/** How long a scheduler has not answered, and when that is too long. */
final class Silence {
    private final double patience;
    private final Consumer<String> notes;
    private long since; // nanoseconds, 0 while it answers
    private boolean everAnswered;

    /**
     * Begins now.
     *
     * @param patience seconds
     * @param notes hears of it
     */
    Silence(double patience, Consumer<String> notes) {
        this.patience = patience;
        this.notes = notes;
    }

    /** It has answered. */
    void isBroken() {
        since = 0;
        everAnswered = true;
    }

    /**
     * It has not answered this time, or only that it is full.
     *
     * @throws SilentSchedulerException if that has lasted for too long, or will for ever
     */
    void goesOn(QueueException e) {
        if (e.kind() == Kind.FULL) {
            isBroken();
        } else {
            count(e);
        }
        notes.accept("The queue: %s".formatted(e.getMessage()));
    }

    private void count(QueueException e) {
        long now = System.nanoTime();
        since = since == 0 ? now : since;
        double seconds = (now - since) / 1e9;
        if (e.kind() == Kind.MISSING && !everAnswered) {
            throw new SilentSchedulerException("There is no scheduler here: " + e.getMessage());
        }
        if (seconds >= patience) {
            throw new SilentSchedulerException(
                    "The scheduler has not answered for %.0f s: %s"
                            .formatted(seconds, e.getMessage()));
        }
    }
}
