package org.attune.history;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Changes a journal's file: begins it, and appends to it. All of it under the lock, and none of it
 * harmful where the lock was lost in the meantime. Not thread-safe.
 */
final class JournalWriter {
    private final Path file;
    private final JournalReader reader;
    private final Tail.Disk disk;
    private final Consumer<String> notes;

    /**
     * @param notes is told what has been begun anew, or passed over
     */
    JournalWriter(Path file, JournalReader reader, Tail.Disk disk, Consumer<String> notes) {
        this.file = file;
        this.reader = reader;
        this.disk = disk;
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
            createWhole();
            Tail.syncFolder(file.getParent());
        } else if (Files.size(file) == 0) {
            notes.accept("%s was empty; a new history is begun.".formatted(file));
        }
        if (isUnfinished()) {
            writeHeader(file);
        }
    }

    private void writeHeader(Path to) throws IOException {
        byte[] header = reader.content().header();
        try (Tail out = disk.open(to)) {
            out.append(Arrays.copyOfRange(header, (int) out.length(), header.length));
            out.sync();
        }
    }

    /** Gives the file its name when its first line is on the disk, where the system has links. */
    private void createWhole() throws IOException {
        Path part =
                file.resolveSibling(
                        ".%s.%d.new".formatted(file.getFileName(), ProcessHandle.current().pid()));
        Files.deleteIfExists(part);
        try {
            Files.createFile(part);
            writeHeader(part);
            disk.before("name the journal");
            Files.createLink(file, part);
        } catch (FileAlreadyExistsException others) {
            // have created it
        } catch (UnsupportedOperationException | IOException noLinks) {
            Files.createFile(file); // its first line follows; says what is wrong if more is
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /**
     * Appends lines that follow the last one that has been read.
     *
     * @param taken is run where nothing else was written in the meantime
     * @param found is run otherwise, where they count, when they have been read again
     * @return whether they count: not where others have written since the file was read
     */
    boolean append(List<byte[]> lines, Grip grip, Runnable taken, Runnable found)
            throws IOException {
        Tail out = grip.file(file);
        if (!grip.isFile(file) || out.length() < reader.offset()) {
            throw reader.changed();
        }
        long size = out.length();
        if (size != reader.seen() || !grip.held().isHeld()) {
            return false;
        }
        byte[] bytes = behind(size, lines);
        out.append(bytes);
        out.sync();
        boolean alone = out.length() == size + bytes.length && grip.held().isHeld();
        if (alone && size == reader.offset()) {
            reader.pass(lines);
            taken.run();
            return true;
        }
        byte[] last = lines.getLast();
        return reader.finds(Line.sum(last, 0, last.length - 1), found);
    }

    /** Returns the bytes to append to a file of this length, at whose end may be something else. */
    private byte[] behind(long size, List<byte[]> lines) throws IOException {
        var bytes = new ByteArrayOutputStream();
        if (size > reader.offset()) {
            try (var scanner = new LineScanner(file, reader.offset())) {
                if (scanner.peek(size - 1, 1)[0] != '\n') {
                    bytes.writeBytes(Chain.UNFINISHED);
                }
            }
            notes.accept(
                    "Line %d of %s was unfinished; its %d bytes count for nothing."
                            .formatted(reader.content().lines() + 1, file, size - reader.offset()));
        }
        lines.forEach(bytes::writeBytes);
        return bytes.toByteArray();
    }

    /** Ends a last line of which only the line break is missing, so that it counts. */
    void endLastLine(Grip grip) throws IOException {
        long size = Files.size(file);
        long offset = reader.offset();
        if (size == offset) {
            return;
        }
        try (var scanner = new LineScanner(file, offset)) {
            if (!scanner.next()
                    || scanner.isTerminated()
                    || !scanner.isIntact()
                    || !reader.isNext(scanner)) {
                return;
            }
        }
        Tail out = grip.file(file);
        out.append(new byte[] {'\n'});
        out.sync();
        reader.refresh();
    }

    /** Keeps where the file ends. A mark that lags behind is right, so no update fails by it. */
    void keepEnd() {
        try {
            disk.before("write the mark");
            reader.end().write(file);
        } catch (IOException e) {
            notes.accept("Cannot write %s.end: %s".formatted(file, e.getMessage()));
        }
    }
}
