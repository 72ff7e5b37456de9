package org.attune.api;

import java.util.List;
import java.util.Optional;

/** Access to what a tuner has learned, for predictions and reports. */
public interface ModelProvider {
    /**
     * Returns the model that the tuner would use for its next proposal; empty when there are too
     * few measured trials, or where the tuner does not {@link #predicts predict}.
     */
    Optional<FittedModel> fit(TuningRequest request, Records records);

    /** Returns whether there ever is a model; a tuner without one may still have exhibits. */
    default boolean predicts() {
        return true;
    }

    /**
     * Makes the model of one output again from one of its {@link FittedModel#records}, without
     * learning anything: it predicts what the recorded one did.
     *
     * @param request as the model was fitted for
     * @param records whose finished trials are those that it was fitted to, in the same order
     * @throws IllegalArgumentException if the record is not one of this tuner's, or of other trials
     */
    default FittedModel load(TuningRequest request, Records records, ModelRecord record) {
        throw new IllegalArgumentException(
                "The tuner does not make models again from records, such as '%s'."
                        .formatted(record.key()));
    }

    /**
     * Returns tables and plots of what the tuner knows, the most telling first; a function of the
     * request and the records, as proposals are. None while there is nothing to tell.
     */
    default List<Exhibit> exhibits(TuningRequest request, Records records) {
        return List.of();
    }
}
