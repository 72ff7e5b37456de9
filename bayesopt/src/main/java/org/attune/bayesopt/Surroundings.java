package org.attune.bayesopt;

import org.attune.api.Objective;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.Optional;
import java.util.SequencedMap;

/** To which part of the space a search is confined first. */
@FunctionalInterface
public interface Surroundings {
    /** Never confines a search. */
    Surroundings NONE = (turn, trials, models, whole) -> Optional.empty();

    /**
     * Returns a part of the region; empty to search all of it. Where nothing new is found in the
     * part, the whole is searched after all.
     *
     * @param turn of the proposer
     * @param trials of the task
     * @param models of its outputs, the first objective first
     * @param whole region of the task
     */
    Optional<Region> near(
            int turn, TaskTrials trials, SequencedMap<Objective, Surrogate> models, Region whole);
}
