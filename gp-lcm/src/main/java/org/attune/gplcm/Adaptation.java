package org.attune.gplcm;

import org.attune.api.ModelRecord;
import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Suggestion;
import org.attune.bayesopt.ProposerParts;
import org.attune.bayesopt.TaskEngine;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.List;

/**
 * What a tuner does in another way than {@link GpLcmTuner}. A function of its arguments: what it
 * keeps never changes a result.
 */
public interface Adaptation {
    /** Everything is done as usual. */
    Adaptation NONE = new Adaptation() {};

    /**
     * Returns the surrogate that is used in place of the one that was chosen, of the same data.
     *
     * @param chosen of the ways in which tasks share
     */
    default Surrogate surrogate(Objective output, Point task, Surrogate chosen) {
        return chosen;
    }

    /**
     * Returns the parts of the proposer of a task, whatever the records say.
     *
     * @param parts with surrogates that learn from all tasks of the study, and are those of {@link
     *     #surrogate}
     */
    default ProposerParts usual(Point task, ProposerParts parts) {
        return parts;
    }

    /**
     * Returns what proposes the next configuration of a task.
     *
     * @param engine of the task
     * @param usual parts, see {@link #usual}
     * @return the usual parts themselves where the records give no reason for others
     */
    default ProposerParts parts(TaskEngine engine, ProposerParts usual, Records records) {
        return usual;
    }

    /**
     * Returns what was learned, for processes to come: they propose the same with these records and
     * without, but sooner.
     */
    default List<ModelRecord> kept() {
        return List.of();
    }

    /**
     * Returns a suggestion as it is recorded: a tuner that chooses between techniques says which.
     *
     * @param engine of the task
     * @param records by which it was made
     */
    default Suggestion signed(TaskEngine engine, Suggestion suggestion, Records records) {
        return suggestion;
    }

    /** Returns what does the one after the other. */
    default Adaptation then(Adaptation next) {
        return new AdaptationSequence(this, next);
    }
}
