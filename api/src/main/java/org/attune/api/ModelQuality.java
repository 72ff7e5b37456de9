package org.attune.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Objects;
import java.util.SequencedMap;

/**
 * How well a performance model goes with the runs of a task. Each run is compared with what the
 * model says of it after the other runs.
 *
 * @param model its name
 * @param objective that it is compared with
 * @param runs that the model has a value for
 * @param relativeError median of |model - measured| / |measured|; of a model that learns no
 *     coefficients after multiplication by the factor that fits best in the median, since its scale
 *     and unit do not matter. NaN with fewer than two runs
 * @param rankCorrelation of model and measured values (Spearman's), in [-1, 1]; NaN likewise
 * @param coefficients learned from all runs, by name
 * @param remark what is wrong with it; empty if nothing is
 */
public record ModelQuality(
        String model,
        String objective,
        int runs,
        double relativeError,
        double rankCorrelation,
        SequencedMap<String, Double> coefficients,
        String remark) {
    /** Copies the coefficients. */
    public ModelQuality {
        Objects.requireNonNull(model, "model");
        Objects.requireNonNull(objective, "objective");
        coefficients = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(coefficients));
        Objects.requireNonNull(remark, "remark");
    }
}
