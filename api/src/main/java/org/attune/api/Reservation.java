package org.attune.api;

/**
 * A place in the queue of those who want trials of a study at the same time. Who is first proposes,
 * for those behind as well: one fit of a model serves all, and no two propose the same.
 *
 * <p>It saves work alone: what is proposed twice in spite of it is proposed again.
 */
public interface Reservation extends AutoCloseable {
    /** The place of somebody who has nobody before and behind. */
    Reservation ALONE =
            new Reservation() {
                @Override
                public int ahead() {
                    return 0;
                }

                @Override
                public int behind() {
                    return 0;
                }

                @Override
                public void pause() {
                    // there is nobody to wait for
                }

                @Override
                public void close() {
                    // nobody knows of it
                }
            };

    /** Returns how many trials those want who came before and are still in the queue. */
    int ahead();

    /** Returns how many trials those want who came later. */
    int behind();

    /** Waits for a moment, or until somebody leaves the queue. */
    void pause();

    /** Leaves the queue. */
    @Override
    void close();
}
