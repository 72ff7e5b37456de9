package org.attune.api;

import java.util.Map;
import java.util.Objects;

/**
 * A fitted model as data: a cache of what could be computed again from the trials.
 *
 * @param key what the model is for, unique within a study; a newer record replaces an older one
 * @param basis hash of the records that it was fitted to; where it differs from theirs, the record
 *     is not used
 * @param content strings, numbers, lists and maps of them
 */
public record ModelRecord(String key, String basis, Map<String, Object> content) implements Entry {
    /** Copies the content. */
    public ModelRecord {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(basis, "basis");
        content = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(content));
    }
}
