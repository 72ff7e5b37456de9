package org.attune.api;

import java.util.Objects;

/**
 * What an imported trial was in the file that it comes from.
 *
 * @param format of the file, such as {@code gptune}
 * @param uid by which it is known wherever it is copied to
 * @param file name of the file
 * @param record the record as text of that format, with all that a trial has no place for
 */
public record Source(String format, String uid, String file, String record) {
    /**
     * Rejects missing parts.
     *
     * @throws IllegalArgumentException if the uid is blank
     */
    public Source {
        Objects.requireNonNull(format, "format");
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(record, "record");
        if (uid.isBlank()) {
            throw new IllegalArgumentException("An imported record needs a uid that is not blank.");
        }
    }
}
