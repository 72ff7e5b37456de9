package org.attune.api;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** A model of the outputs, as far as users can ask it. */
public interface FittedModel {
    /**
     * Predicts an output in its own unit, with the doubt about what the model has learned itself
     * (lengthscales, variances), where it knows how sure it is of that.
     *
     * @throws IllegalArgumentException if task, configuration or output do not belong to the
     *     problem
     * @throws IllegalStateException if nothing has been measured of the task
     */
    Prediction predict(Point task, Point configuration, String output);

    /**
     * Returns the logarithm of the density with which the model expects this value of one
     * measurement, in the unit of the output, noise included; empty where the model has none, or
     * the value is none that it can expect.
     *
     * @throws IllegalArgumentException if task, configuration or output do not belong to the
     *     problem
     * @throws IllegalStateException if nothing has been measured of the task
     */
    default OptionalDouble logDensity(
            Point task, Point configuration, String output, double value) {
        return OptionalDouble.empty();
    }

    /**
     * Returns the probability that a run fails, for a reason that lies in its configuration; empty
     * where none has failed so far, or the model knows nothing of failures.
     */
    default OptionalDouble failureProbability(Point task, Point configuration) {
        return OptionalDouble.empty();
    }

    /**
     * Returns the model of an output of a task for many points at once; empty where the model has
     * no such form.
     *
     * @throws IllegalArgumentException if task or output do not belong to the problem
     * @throws IllegalStateException if nothing has been measured of the task
     */
    default Optional<Predictor> predictor(Point task, String output) {
        return Optional.empty();
    }

    /** Returns the names of the outputs that the model predicts, the first objective first. */
    List<String> outputs();

    /** Returns how far the model can be trusted for an output of a task. */
    Trust trust(Point task, String output);

    /**
     * Returns the held-out runs of which {@link #trust} speaks, in the order in which they ended;
     * none where they are too few to tell anything, or the model does not say.
     */
    default List<HeldOutRun> heldOut(Point task, String output) {
        return List.of();
    }

    /**
     * Returns what was learned of an output of a task; empty where nothing of it has been measured.
     */
    default Optional<ModelView> view(Point task, String output) {
        return Optional.empty();
    }

    /**
     * Returns whether what is believed of this output of this task was learned from all tasks, and
     * not from its own trials alone.
     */
    default boolean shares(Point task, String output) {
        return sharing(task, output).isPresent();
    }

    /**
     * Returns by what it was learned from all tasks, {@code lcm} for a linear coregionalization
     * model or {@code features} for their features; empty where it was not.
     */
    default Optional<String> sharing(Point task, String output) {
        return Optional.empty();
    }

    /**
     * Returns how well performance models go with what the runs of a task gave for an output, where
     * there are any.
     */
    default List<ModelQuality> performanceModels(Point task, String output) {
        return List.of();
    }

    /** Returns what was learned about the likeness of tasks, for models of several. */
    Optional<TaskCorrelation> taskCorrelation(String output);

    /**
     * Returns the model of each output as data, under the name of the output. Its content has at
     * least the {@code objective}; of {@code model_stats} the {@code log_likelihood} of the
     * outputs, the number of {@code parameters} that were learned and of {@code evaluations} are
     * used to choose between several.
     */
    List<ModelRecord> records();
}
