package org.attune.history;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Optional;

/**
 * Where a journal ended when it was last written, kept beside it in {@code FILE.end}: by that a
 * journal that was emptied, or cut off between two lines, is told from a younger one.
 *
 * <p>It is written after the journal and not waited for, so that it may lag behind, and says
 * nothing where it is missing, damaged or about a file with another first line.
 *
 * @param bytes length of the journal
 * @param lines in it
 * @param first checksum of the first line
 * @param last checksum of the last line
 */
record EndMark(long bytes, long lines, String first, String last) {
    private static final int LENGTH = 192; // of the file: overwritten in place, never truncated

    private static Path file(Path journal) {
        return journal.resolveSibling(journal.getFileName() + ".end");
    }

    /** Returns the mark of a journal, which may be none. */
    static Optional<EndMark> read(Path journal) throws IOException {
        Path file = file(journal);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        byte[] text;
        try (var in = Files.newInputStream(file)) {
            text =
                    new String(in.readNBytes(4 * LENGTH), StandardCharsets.UTF_8)
                            .strip()
                            .getBytes(StandardCharsets.UTF_8);
        }
        if (!Line.isIntact(text, 0, text.length)) {
            return Optional.empty();
        }
        try {
            var in = new Fields(Json.read(text, 0, text.length));
            return Optional.of(
                    new EndMark(
                            in.integer("bytes"),
                            in.integer("lines"),
                            in.string("first"),
                            in.string("last")));
        } catch (IllegalArgumentException newer) {
            return Optional.empty();
        }
    }

    void write(Path journal) throws IOException {
        var map = new LinkedHashMap<String, Object>();
        map.put("record", "end");
        map.put("bytes", bytes);
        map.put("lines", lines);
        map.put("first", first);
        map.put("last", last);
        byte[] line = Line.of(Json.write(map));
        byte[] text = Arrays.copyOf(line, LENGTH);
        Arrays.fill(text, line.length - 1, LENGTH - 1, (byte) ' ');
        text[LENGTH - 1] = '\n';
        try (var file = new RandomAccessFile(file(journal).toFile(), "rw")) {
            file.write(text);
        }
    }

    /** Forgets where a journal ended that is not there any more; returns whether it knew. */
    static Optional<EndMark> forget(Path journal) throws IOException {
        Optional<EndMark> mark = read(journal);
        Files.deleteIfExists(file(journal));
        return mark;
    }

    /**
     * Returns what is missing of a journal that has lost lines at its end since.
     *
     * @param named the journal as its user knows it, of which the other may be a copy
     */
    Optional<String> missing(Path journal, Path named) throws IOException {
        long size = Files.size(journal);
        if (size >= bytes || !isAbout(journal)) {
            return Optional.empty();
        }
        return Optional.of(
                (size == 0
                                ? "the file was emptied: it had %d lines in %d bytes. %s"
                                : "the file was cut off: it had %d lines in %d bytes. %s")
                        .formatted(lines, bytes, advice(named)));
    }

    /**
     * Returns how a journal whose lines are all intact is not the one that was written.
     *
     * @param named as for {@link #missing}
     */
    Optional<String> replaced(Path journal, Path named) throws IOException {
        try (var scanner = new LineScanner(journal, 0)) {
            byte[] end = scanner.peek(bytes - Line.FRAME - 1, Line.FRAME + 1);
            return !isAbout(journal) || Line.sumText(end, 0, end.length - 1).equals(last)
                    ? Optional.empty()
                    : Optional.of(
                            "the file is another one, or was edited: line %d does not end where it did. %s"
                                    .formatted(lines, advice(named)));
        }
    }

    /** Returns whether the first line is the one that was written, or not even whole. */
    private boolean isAbout(Path journal) throws IOException {
        try (var scanner = new LineScanner(journal, 0)) {
            return !scanner.next()
                    || !scanner.isTerminated()
                    || Line.sumText(scanner.array(), scanner.from(), scanner.length())
                            .equals(first);
        }
    }

    /** Returns whether the journal of this first line was known to be longer than so many bytes. */
    boolean isBehind(long length, byte[] head) {
        return bytes > length && Line.sumText(head, 0, head.length - 1).equals(first);
    }

    private static String advice(Path journal) {
        return "Maybe restore it; if this was meant, remove %s".formatted(file(journal));
    }
}
