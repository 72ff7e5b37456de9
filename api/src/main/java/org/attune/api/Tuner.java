package org.attune.api;

/**
 * An algorithm that proposes configurations.
 *
 * <p><b>Replay law.</b> A proposal is a function of the request that the tuner was made from, of
 * the records and of the demand, and of nothing else: no clock, no shared generator, no memory of
 * earlier calls that a fresh tuner would not rebuild from the records. A demand for k
 * configurations gives what k demands for one would, with the earlier ones pending and no outcome
 * between them.
 */
@FunctionalInterface
public interface Tuner {
    /**
     * Proposes configurations.
     *
     * @param records all trials so far, pending and failed ones included; full runs alone where the
     *     provider does not declare fidelities
     * @param demand for at least one configuration
     * @return at least one suggestion and at most as many as wanted, each admissible and none of
     *     them dearer than what its task has left; or why there are none
     */
    Proposal propose(Records records, Demand demand);
}
