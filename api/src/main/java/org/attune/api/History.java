package org.attune.api;

import java.util.List;
import java.util.function.Function;

/**
 * Where a study keeps its records.
 *
 * <p>Several processes may use one history at once. What an update returns is durable before the
 * call returns; an update sees everything that was durable before it, and updates never overlap.
 */
public interface History extends AutoCloseable {
    /** Returns the newest records, those of other processes included. */
    Records records();

    /**
     * Appends what {@code change} makes of the newest records, under the history's lock. Where the
     * lock was lost in the meantime and others have written, {@code change} is asked again, with
     * their records; what it returned last is appended.
     *
     * @return the records with the appended entries
     * @throws java.io.UncheckedIOException if the store cannot be read or written; nothing has been
     *     appended then, or, of several entries, the first ones, as where the disk became full
     */
    Records update(Function<Records, List<? extends Entry>> change);

    /**
     * Takes the last place in the queue of those who want trials at this moment, here and in other
     * processes. A history that does not override this has no queue.
     *
     * @param count trials that are wanted
     * @return the place, to be closed when they are in the history
     */
    default Reservation reserve(int count) {
        return Reservation.ALONE;
    }

    /** Gives back what the history holds open. */
    @Override
    void close();
}
