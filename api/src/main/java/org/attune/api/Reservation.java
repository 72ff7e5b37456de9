package org.attune.api;

/**
 * A place among those who propose trials of a study at the same time. Who knows how many are ahead
 * of it can propose what comes after theirs, instead of the same.
 *
 * <p>It saves work alone: what is proposed twice in spite of it is proposed again.
 */
public interface Reservation extends AutoCloseable {
    /** The place of somebody who has nobody ahead. */
    Reservation ALONE =
            new Reservation() {
                @Override
                public int ahead() {
                    return 0;
                }

                @Override
                public void close() {
                    // nobody knows of it
                }
            };

    /** Returns how many trials those want who came before and are still proposing. */
    int ahead();

    /** Gives the place back; what was proposed is in the history by then, or will never be. */
    @Override
    void close();
}
