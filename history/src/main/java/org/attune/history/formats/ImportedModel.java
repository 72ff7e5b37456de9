package org.attune.history.formats;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A surrogate model that another program has stored.
 *
 * @param uid by which that program knows it
 * @param output that it predicts
 * @param evaluations uids of those that it was fitted to, as far as it lists them
 * @param time when it was fitted, where it says so
 * @param data its hyperparameters, with names
 * @param parameters how many hyperparameters there are
 * @param record the text of it as it was there
 */
public record ImportedModel(
        String uid,
        String output,
        List<String> evaluations,
        Optional<Instant> time,
        Map<String, Object> data,
        long parameters,
        String record) {
    /** Copies the collections. */
    public ImportedModel {
        evaluations = List.copyOf(evaluations);
        data = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(data));
    }
}
