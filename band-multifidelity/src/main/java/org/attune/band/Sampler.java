package org.attune.band;

import org.attune.api.Trial;
import org.attune.bayesopt.tuner.Choice;
import org.attune.bayesopt.tuner.Untried;

import java.util.List;
import java.util.Optional;

/** Where a bandit takes new configurations from. */
@FunctionalInterface
interface Sampler {
    /**
     * Returns a configuration that has not been tried.
     *
     * @param trials of the task by number, at all fidelities
     * @return empty where there is no wish
     */
    Optional<Choice> next(Untried untried, List<Trial> trials);
}
