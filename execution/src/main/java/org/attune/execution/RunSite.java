package org.attune.execution;

/** Where the runs of a trial take place. */
interface RunSite extends AutoCloseable {
    /** On this computer, as child processes. */
    RunSite HERE = (request, out) -> new ChildRun(request).run(out);

    /**
     * Carries out a run.
     *
     * @param out reads its stdout
     * @throws InterruptedException if the thread was interrupted; the run has ended then, or has
     *     been left to its scheduler
     */
    ChildRun.Result run(RunRequest request, LineFeed out) throws InterruptedException;

    /** Returns whether an earlier process has begun just this run, which may still be under way. */
    default boolean resumes(RunRequest request) {
        return false;
    }

    /** Ends what an earlier process has begun in the folder of a trial. */
    default void clear(java.nio.file.Path folder) throws InterruptedException {}

    /** Returns whether programs are those of this computer. */
    default boolean isHere() {
        return true;
    }

    /** Ends what stays between runs. */
    @Override
    default void close() {}
}
