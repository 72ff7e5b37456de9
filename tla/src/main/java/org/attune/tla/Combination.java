package org.attune.tla;

import org.attune.bayesopt.surrogate.Surrogate;

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
}
