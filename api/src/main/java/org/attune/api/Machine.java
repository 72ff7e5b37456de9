package org.attune.api;

/**
 * The machine that runs the application, as far as a problem can refer to it: expressions read
 * {@code nodes} and {@code cores}.
 *
 * @param nodes number of compute nodes, at least 1
 * @param cores cores of each node, at least 1
 */
public record Machine(int nodes, int cores) {
    /**
     * Checks the counts.
     *
     * @throws IllegalArgumentException if one is not positive
     */
    public Machine {
        if (nodes < 1 || cores < 1) {
            throw new IllegalArgumentException(
                    "A machine of %d nodes with %d cores cannot run anything."
                            .formatted(nodes, cores));
        }
    }

    /** Returns this computer: one node with the cores that are available to this process. */
    public static Machine local() {
        return new Machine(1, Runtime.getRuntime().availableProcessors());
    }
}
