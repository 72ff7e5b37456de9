package org.attune.benchmarks;

import org.attune.benchmarks.problems.Benchmark;

import java.util.List;

/** Where a run takes its problems from. Used by one thread; every worker opens its own. */
interface ProblemSource extends AutoCloseable {
    /** Returns the names of all problems, without tasks. */
    List<String> names();

    /** Returns what a user should know, such as which problems were left out, and why. */
    default List<String> notes() {
        return List.of();
    }

    /**
     * Returns the problem of this name.
     *
     * @throws IllegalArgumentException if there is none, or it is of a kind that runs do not know
     */
    Benchmark problem(String name);

    @Override
    void close();
}
