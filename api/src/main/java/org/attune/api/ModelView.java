package org.attune.api;

import java.util.List;
import java.util.Objects;

/**
 * What a model has learned of one task, for human readers.
 *
 * @param task whose model it is
 * @param trust how far to believe the rest
 * @param parameters in their order
 * @param noise standard deviation of repeated runs near the median one, in the unit of the output
 * @param additiveShare share of the prior variance that is a sum over parameters, in [0, 1]; NaN
 *     where the model is not of one such part, as with regimes
 * @param outputWarp name of the map that makes outputs more regular
 * @param best admissible configuration of the best predicted value
 * @param prediction there
 */
public record ModelView(
        Point task,
        Trust trust,
        List<Influence> parameters,
        double noise,
        double additiveShare,
        String outputWarp,
        Point best,
        Prediction prediction) {
    /** Copies the list. */
    public ModelView {
        Objects.requireNonNull(task, "task");
        Objects.requireNonNull(trust, "trust");
        parameters = List.copyOf(parameters);
        Objects.requireNonNull(best, "best");
        Objects.requireNonNull(prediction, "prediction");
    }

    /**
     * What the model has learned of the range of a parameter.
     *
     * @param parameter its name
     * @param lengthscale distance over which outputs stay alike, as a fraction of the (warped)
     *     range: small where the output changes fast
     * @param finer where the learned warp of the range resolves more, such as {@code low values};
     *     {@code nowhere} without one
     */
    public record Influence(String parameter, double lengthscale, String finer) {}
}
