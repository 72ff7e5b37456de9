package org.attune.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * A journal that cannot be used as it is. Nothing has been written to it, and nothing read from it
 * is lost.
 */
public final class JournalException extends UncheckedIOException {
    private static final long serialVersionUID = 1;

    private final String file;
    private final long line;

    JournalException(Path file, long line, String what) {
        this(
                file,
                line,
                new IOException(
                        "%s:%d: %s".formatted(file, line, Shown.text(what, 2 * Finding.LONGEST))));
    }

    private JournalException(Path file, long line, IOException cause) {
        super(cause.getMessage(), cause);
        this.file = file.toString();
        this.line = line;
    }

    static JournalException damaged(Path file, long line, String what) {
        return new JournalException(
                file,
                line,
                "%s. 'attune history check %s' lists all damage, and 'attune history repair %s' saves what is readable into a new file."
                        .formatted(
                                Shown.text(what, Finding.LONGEST).replaceFirst("\\.$", ""),
                                file,
                                file));
    }

    /** Returns the journal. */
    public Path file() {
        return Path.of(file);
    }

    /** Returns the line, from 1. */
    public long line() {
        return line;
    }
}
