package org.attune.api;

import java.util.Optional;

/** A model of the outputs, as far as users can ask it. */
public interface FittedModel {
    /**
     * Predicts an output in its own unit.
     *
     * @throws IllegalArgumentException if task, configuration or output do not belong to the
     *     problem
     */
    Prediction predict(Point task, Point configuration, String output);

    /** Returns how far the model can be trusted for a task. */
    Trust trust(Point task);

    /** Returns what was learned about the likeness of tasks, for models of several. */
    Optional<TaskCorrelation> taskCorrelation();

    /** Returns the model as data. */
    ModelRecord record();
}
