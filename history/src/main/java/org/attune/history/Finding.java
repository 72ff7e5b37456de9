package org.attune.history;

/**
 * Something that is wrong with a journal.
 *
 * @param line from 1
 * @param what for a human
 */
public record Finding(long line, String what) {
    static final int LONGEST = 2_000;

    /** Escapes what a terminal would not show of a stranger's words. */
    public Finding {
        what = Shown.text(what, LONGEST);
    }

    @Override
    public String toString() {
        return "line %d: %s".formatted(line, what);
    }
}
