package org.attune.history;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Changes a journal's file: begins it, appends to it, sets aside what a killed process has left at
 * its end. All of it under the lock. Not thread-safe.
 */
final class JournalWriter {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS'Z'").withZone(ZoneOffset.UTC);

    private final Path file;
    private final JournalReader reader;
    private final Tail tail;
    private final Consumer<String> notes;

    /**
     * @param notes is told what has been repaired
     */
    JournalWriter(Path file, JournalReader reader, Tail tail, Consumer<String> notes) {
        this.file = file;
        this.reader = reader;
        this.tail = tail;
        this.notes = notes;
    }

    /** Returns whether the file ends within its first line, as when its creator was killed. */
    boolean isUnfinished() throws IOException {
        byte[] header = reader.content().header();
        return Files.size(file) < header.length
                && Arrays.mismatch(header, Files.readAllBytes(file)) == Files.size(file);
    }

    /** Begins the file where it is missing or {@linkplain #isUnfinished unfinished}. */
    void create() throws IOException {
        if (!Files.exists(file)) {
            Optional<EndMark> gone = EndMark.forget(file);
            gone.ifPresent(end ->
                    notes.accept(
                            "%s is gone, which had %d lines; a new history is begun."
                                    .formatted(file, end.lines())));
            Files.createFile(file);
            Tail.syncFolder(file.getParent());
        } else if (Files.size(file) == 0) {
            notes.accept("%s was empty; a new history is begun.".formatted(file));
        }
        if (isUnfinished()) {
            Tail.truncate(file, 0);
            try (var out = Tail.open(file)) {
                tail.write(out, 0, reader.content().header());
            }
        }
    }

    /** Appends whole lines, or leaves the file as it is. */
    void append(byte[] lines, Grip grip) throws IOException {
        RandomAccessFile out = grip.file(file);
        if (!grip.isFile(file, reader.offset())) {
            throw reader.changed();
        }
        grip.held().verify();
        try {
            tail.write(out, reader.offset(), lines);
        } catch (IOException e) {
            try {
                grip.held().verify();
                Tail.truncate(file, reader.offset());
            } catch (IOException left) {
                e.addSuppressed(left); // the unfinished line is set aside by the next update
            }
            throw e;
        }
        reader.pass(lines);
    }

    /**
     * Under the lock, what is left behind the last good line can only be what a killed process was
     * writing.
     */
    void setUnfinishedLineAside() throws IOException {
        long size = Files.size(file);
        long offset = reader.offset();
        if (size == offset) {
            return;
        }
        byte[] rest;
        try (var scanner = new LineScanner(file, offset)) {
            rest = scanner.peek(offset, Math.toIntExact(size - offset));
        }
        if (Line.isIntact(rest, 0, rest.length)) { // only its line break is missing
            try (var out = Tail.open(file)) {
                tail.write(out, size, new byte[] {'\n'});
            }
            reader.refresh();
            return;
        }
        Path aside =
                file.resolveSibling(file.getFileName() + ".torn-" + STAMP.format(Instant.now()));
        Files.write(aside, rest, StandardOpenOption.CREATE_NEW, StandardOpenOption.SYNC);
        Tail.truncate(file, offset);
        notes.accept(
                "Line %d of %s was unfinished; its %d bytes are now in %s."
                        .formatted(
                                reader.content().lines() + 1,
                                file,
                                rest.length,
                                aside.getFileName()));
    }

    /** Keeps where the file ends. A mark that lags behind is right, so no update fails by it. */
    void keepEnd() {
        try {
            reader.end().write(file);
        } catch (IOException e) {
            notes.accept("Cannot write %s.end: %s".formatted(file, e.getMessage()));
        }
    }
}
