package org.attune.gplcm;

import org.attune.api.Records;
import org.attune.api.Suggestion;
import org.attune.bayesopt.ProposerParts;
import org.attune.bayesopt.TaskEngine;

/**
 * What a tuner does in another way than {@link GpLcmTuner}, by what the records know besides the
 * trials. A function of these: what it keeps never changes a result.
 */
@FunctionalInterface
public interface Adaptation {
    /** Everything is done as usual. */
    Adaptation NONE = (engine, usual, records) -> usual;

    /**
     * Returns what proposes the next configuration of a task.
     *
     * @param engine of the task
     * @param usual parts, with surrogates that learn from all tasks of the study
     * @return the usual parts themselves where there is nothing else to do
     */
    ProposerParts parts(TaskEngine engine, ProposerParts usual, Records records);

    /**
     * Returns a suggestion as it is recorded: a tuner that chooses between techniques says which.
     *
     * @param records by which it was made
     */
    default Suggestion signed(Suggestion suggestion, Records records) {
        return suggestion;
    }
}
