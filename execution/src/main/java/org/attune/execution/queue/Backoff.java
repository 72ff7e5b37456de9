package org.attune.execution.queue;

import java.util.concurrent.TimeUnit;

/** When to do something again: ever later, up to a limit. */
final class Backoff {
    private final double first;
    private final double factor;
    private double most;
    private double interval;
    private long due = System.nanoTime();

    /**
     * Begins at once.
     *
     * @param first seconds to the second time
     * @param most seconds between two times
     * @param factor by which the seconds grow
     */
    Backoff(double first, double most, double factor) {
        this.first = first;
        this.most = most;
        this.factor = factor;
        this.interval = first;
    }

    boolean isDue() {
        return System.nanoTime() - due >= 0;
    }

    /** It has been done: the next time is later. */
    void later() {
        due = System.nanoTime() + (long) (interval * 1e9);
        interval = Math.min(most, interval * factor);
    }

    /** Waits until it is due, as after something that has just been done. */
    void await() throws InterruptedException {
        later();
        TimeUnit.NANOSECONDS.sleep(Math.max(0, due - System.nanoTime()));
    }

    /** Something has happened: from now on as at the beginning. */
    void reset() {
        interval = first;
        due = Math.min(due, System.nanoTime() + (long) (first * 1e9));
    }

    /** Changes the limit. */
    void limit(double seconds) {
        most = seconds;
        interval = Math.min(interval, most);
    }
}
