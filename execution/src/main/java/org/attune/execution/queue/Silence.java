package org.attune.execution.queue;

import org.attune.execution.queue.QueueException.Kind;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.function.Consumer;

/** How long a scheduler has not answered, and when that is too long. */
public final class Silence {
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");

    private final String who;
    private final double patience;
    private final Consumer<String> notes;
    private long since; // nanoseconds, 0 while it answers
    private boolean everAnswered;

    /**
     * Begins now.
     *
     * @param who does not answer, as a sentence begins
     * @param patience seconds
     * @param notes hears of it
     */
    Silence(String who, double patience, Consumer<String> notes) {
        this.who = who;
        this.patience = patience;
        this.notes = notes;
    }

    /**
     * Returns what is said when a silence begins.
     *
     * @param what is silent, a sentence without its end
     * @param seconds that are left
     */
    public static String until(String what, double seconds) {
        return "%s. It is asked again until %s (give_up_after); then this ends, and nothing is lost."
                .formatted(
                        what, CLOCK.format(LocalDateTime.now().plusNanos((long) (seconds * 1e9))));
    }

    /** It has answered. */
    void isBroken() {
        since = 0;
        everAnswered = true;
    }

    /**
     * It has not answered this time, or only that it is full.
     *
     * @throws UnusableSchedulerException if that has lasted for too long, or will for ever
     */
    void goesOn(QueueException e) {
        if (e.kind() == Kind.FULL) {
            isBroken();
            notes.accept("The queue: %s".formatted(e.getMessage()));
        } else {
            count(e);
        }
    }

    private void count(QueueException e) {
        long now = System.nanoTime();
        boolean begins = since == 0;
        since = begins ? now : since;
        double seconds = (now - since) / 1e9;
        if (e.kind() == Kind.MISSING && !everAnswered) {
            throw new UnusableSchedulerException("There is no scheduler here: " + e.getMessage());
        }
        if (seconds >= patience) {
            throw new UnusableSchedulerException(
                    "%s has not answered for %.0f s: %s".formatted(who, seconds, e.getMessage()));
        }
        if (begins) {
            String why = e.getMessage().replaceFirst("\\.$", "");
            notes.accept(until("%s does not answer: %s".formatted(who, why), patience));
        }
    }
}
