package org.attune.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A journal that cannot be used as it is. Nothing has been written to it, and nothing read from it
 * is lost.
 */
public final class JournalException extends UncheckedIOException {
    private static final long serialVersionUID = 1;

    private static final int BEGINNING = 40; // bytes of a file that is something else

    private final String file;
    private final long line;
    private final boolean foreign;

    JournalException(Path file, long line, String what) {
        this(file, line, what, false);
    }

    private JournalException(Path file, long line, String what, boolean foreign) {
        this(
                file,
                line,
                new IOException(
                        "%s:%d: %s".formatted(file, line, Shown.text(what, 2 * Finding.LONGEST))),
                foreign);
    }

    private JournalException(Path file, long line, IOException cause, boolean foreign) {
        super(cause.getMessage(), cause);
        this.file = file.toString();
        this.line = line;
        this.foreign = foreign;
    }

    /** Returns what to throw where a file has never been a journal. */
    static JournalException foreign(Path file) throws IOException {
        String begins;
        try (var in = Files.newInputStream(file)) {
            begins = new String(in.readNBytes(BEGINNING), StandardCharsets.UTF_8);
        }
        return new JournalException(
                file,
                1,
                "this is no Attune history. Maybe another file was meant: "
                        + (begins.isEmpty()
                                ? "it is empty"
                                : "it begins with '%s'"
                                        .formatted(begins.lines().findFirst().orElse(""))),
                true);
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

    /** Returns whether the file is something else, rather than a journal with damage. */
    public boolean isForeign() {
        return foreign;
    }

    /** Returns the line, from 1. */
    public long line() {
        return line;
    }
}
