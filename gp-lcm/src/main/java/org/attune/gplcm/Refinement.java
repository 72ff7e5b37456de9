package org.attune.gplcm;

import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.bayesopt.ProposerParts;
import org.attune.bayesopt.surrogate.Surrogate;

/**
 * What a tuner does otherwise that is this one but for its surrogates or other parts: it replaces
 * them after the choice between ways of sharing. A function of its arguments alone.
 */
public interface Refinement {
    /** Replaces nothing. */
    Refinement NONE =
            new Refinement() {
                @Override
                public Surrogate surrogate(Objective output, Point task, Surrogate chosen) {
                    return chosen;
                }
            };

    /**
     * Returns the surrogate that is used in place of the one that was chosen, of the same data.
     *
     * @param chosen of the ways in which tasks share
     */
    Surrogate surrogate(Objective output, Point task, Surrogate chosen);

    /** Returns the parts of the proposer of a task; its surrogates are replaced already. */
    default ProposerParts parts(Point task, ProposerParts parts) {
        return parts;
    }
}
