package org.attune.api;

import java.util.concurrent.CompletableFuture;

/** Runs trials: in this process, as child processes, through a batch queue. */
public interface Evaluator extends AutoCloseable {
    /**
     * Starts a trial. What goes wrong with the application is a {@link Outcome.Failed}; the future
     * fails only when the environment does (disk, queue, network). Cancelling the future ends the
     * run.
     */
    CompletableFuture<Outcome> submit(Trial trial);

    /** Ends what still runs. */
    @Override
    void close();
}
