package org.attune.execution.queue;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * What is asked of a batch scheduler. Each call has a time-out of its own, so that a scheduler that
 * hangs holds up nobody; calls are made one at a time.
 */
public interface QueueClient {
    /**
     * Hands in a script.
     *
     * @return the ids of its jobs: one, or one for each element of an array, in their order
     * @throws QueueException if the scheduler refuses the script, or does not answer; then it may
     *     have taken it, and the next call with the same submission finds it
     * @throws InterruptedException if the thread was interrupted
     */
    List<String> submit(Submission submission) throws QueueException, InterruptedException;

    /**
     * Asks what became of jobs.
     *
     * @return the state of each job by its id; a job that is missing is not known any more
     * @throws QueueException if the scheduler does not answer
     * @throws InterruptedException if the thread was interrupted
     */
    Map<String, JobState> poll(Collection<String> jobs) throws QueueException, InterruptedException;

    /**
     * Ends jobs; those that have ended are no error.
     *
     * @throws QueueException if the scheduler does not answer
     * @throws InterruptedException if the thread was interrupted
     */
    void cancel(Collection<String> jobs) throws QueueException, InterruptedException;

    /** Returns whether one script can be several jobs. */
    boolean hasArrays();
}
