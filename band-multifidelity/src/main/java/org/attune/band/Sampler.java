package org.attune.band;

import org.attune.api.Records;
import org.attune.bayesopt.tuner.Choice;
import org.attune.bayesopt.tuner.Untried;

import java.util.Optional;

/** Where a bandit takes new configurations from. */
@FunctionalInterface
interface Sampler {
    /**
     * Returns a configuration that has not been tried.
     *
     * @param records of the study, at all fidelities
     * @param rung at which it will be run
     * @return empty where there is no wish
     */
    Optional<Choice> next(Untried untried, Records records, int rung);
}
