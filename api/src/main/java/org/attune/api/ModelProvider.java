package org.attune.api;

import java.util.Optional;

/** Fits the models of a tuner, for predictions and reports. */
public interface ModelProvider {
    /**
     * Returns the model that the tuner would use for its next proposal; empty when there are too
     * few measured trials.
     */
    Optional<FittedModel> fit(TuningRequest request, Records records);
}
