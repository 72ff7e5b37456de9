package org.attune.history;

/**
 * Something that is wrong with a journal.
 *
 * @param line from 1
 * @param what for a human
 */
public record Finding(long line, String what) {
    @Override
    public String toString() {
        return "line %d: %s".formatted(line, what);
    }
}
