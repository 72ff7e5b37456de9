package org.attune.execution.queue;

/**
 * What a scheduler says of a job.
 *
 * @param verdict what it means
 * @param name as the scheduler calls it, such as {@code NODE_FAIL}
 * @param reason the scheduler's own, empty where it gives none
 * @param exit code of the job's script, 0 while it is not known
 * @param signal that ended the script, 0 for none
 * @param restarts how often the scheduler has begun the job again
 */
public record JobState(
        Verdict verdict, String name, String reason, int exit, int signal, int restarts) {
    /** What a state means to whoever waits for the job. */
    public enum Verdict {
        /** It has not begun. */
        WAITS,
        /** It will never begin as it was asked for. */
        IMPOSSIBLE,
        /** It runs, or has not been cleared away yet. */
        RUNS,
        /** Its script ended with exit code 0. */
        COMPLETED,
        /** Its script failed. */
        FAILED,
        /** The scheduler ended it because its time was over. */
        TIMED_OUT,
        /** It wanted more memory than it had asked for. */
        OUT_OF_MEMORY,
        /** Somebody ended it. */
        CANCELLED,
        /** Its node failed or was taken away: the job is not to blame. */
        LOST,
        /** It has ended, and nobody says how. */
        GONE;

        /** Returns whether the job is over. */
        public boolean isEnd() {
            return this != WAITS && this != RUNS && this != IMPOSSIBLE;
        }
    }

    /** A state of which no more than its name is known. */
    public static JobState of(Verdict verdict, String name, String reason) {
        return new JobState(verdict, name, reason, 0, 0, 0);
    }

    /** Returns name and reason, for messages. */
    public String words() {
        return reason.isEmpty() || reason.equals("None") ? name : name + ", " + reason;
    }
}
