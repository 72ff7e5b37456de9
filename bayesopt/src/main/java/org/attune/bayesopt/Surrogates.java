package org.attune.bayesopt;

import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.Optional;

/** Fits the surrogates by which a proposer looks for the next configuration. */
@FunctionalInterface
public interface Surrogates {
    /**
     * Fits the surrogate of an output of a task.
     *
     * @param trials of all tasks
     * @return empty where nothing is known of it, or the fit breaks down
     */
    Optional<Surrogate> fit(Objective output, Point task, StudyTrials trials);
}
