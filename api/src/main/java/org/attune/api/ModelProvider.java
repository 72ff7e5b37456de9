package org.attune.api;

import java.util.Optional;

/** Fits the models of a tuner, for predictions and reports. */
public interface ModelProvider {
    /**
     * Returns the model that the tuner would use for its next proposal; empty when there are too
     * few measured trials.
     */
    Optional<FittedModel> fit(TuningRequest request, Records records);

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
}
