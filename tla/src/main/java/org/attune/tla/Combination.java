package org.attune.tla;

import org.attune.api.ModelRecord;
import org.attune.api.Records;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.List;
import java.util.Optional;

/** How the surrogate of a target is made of what was measured of it and of its sources. */
@FunctionalInterface
interface Combination {
    /**
     * Makes the surrogate.
     *
     * @param own of the target alone, empty where nothing has been measured
     * @return empty where it breaks down
     */
    Optional<Surrogate> of(Target target, Optional<Surrogate> own);

    /** Looks here for what an earlier process has learned of the sources, which saves searches. */
    default void take(Records records) {}

    /** Returns what was learned of the sources alone. */
    default List<ModelRecord> kept() {
        return List.of();
    }
}
