package org.attune.studies.program;

/** By which a user ends what runs, such as Ctrl-C. */
public interface Stopper {
    /** Nothing ends it. */
    Stopper NONE = (stop, kill) -> () -> {};

    /**
     * From now on, and until the result is closed, ends what runs.
     *
     * @param stop ends it so that it can go on later
     * @param kill ends at once what is still there when the user asks again
     */
    Listening listen(Runnable stop, Runnable kill);

    /** What waits for the user. */
    interface Listening extends AutoCloseable {
        /** Waits no longer. */
        @Override
        void close();
    }
}
