package org.attune.history;

import java.util.List;

/**
 * What a study has become in a merged journal.
 *
 * @param study name
 * @param trials how many it has now
 * @param shared how many were in more than one of the journals
 * @param notes on what differed, for a human
 */
public record MergedStudy(String study, int trials, int shared, List<String> notes) {
    /** Copies the notes. */
    public MergedStudy {
        notes = List.copyOf(notes);
    }
}
