package org.attune.cli.shell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Files that a verb writes as a whole or not at all. */
public final class NewFile {
    private NewFile() {}

    /**
     * Refuses a file that cannot be written.
     *
     * @param replace whether an existing file may be replaced
     */
    public static void require(Path file, boolean replace) {
        require(file, replace, ", or replace it: --force");
    }

    /** Refuses a file that cannot be written, or exists, by a verb that replaces none. */
    public static void requireNew(Path file) {
        require(file, false, ".");
    }

    private static void require(Path file, boolean replace, String otherwise) {
        if (Files.isDirectory(file)) {
            throw new IllegalArgumentException(
                    "%s is a folder. Maybe name a file in it.".formatted(file));
        }
        if (!replace && Files.exists(file)) {
            throw new IllegalArgumentException(
                    "%s exists already. Maybe name another file%s".formatted(file, otherwise));
        }
        Path folder = file.toAbsolutePath().getParent();
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("There is no folder %s.".formatted(folder));
        }
    }

    /** Refuses a folder that cannot be made, since a file has its name or that of one above it. */
    public static void requireFolder(Path folder) {
        for (Path at = folder.toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.exists(at) && !Files.isDirectory(at)) {
                throw new IllegalArgumentException(
                        "%s is a file, not a folder. Maybe name another folder.".formatted(at));
            }
        }
    }

    /**
     * Refuses to replace a file that is read.
     *
     * @param what the file is, such as {@code the history itself}
     */
    public static void requireOther(Path file, Path read, String what) {
        try {
            if (Files.exists(file) && Files.exists(read) && Files.isSameFile(file, read)) {
                throw new IllegalArgumentException(
                        "%s is %s. Maybe name another file.".formatted(file, what));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read %s".formatted(file), e);
        }
    }

    /** Writes a file beside the place where it is to be, and moves it there when it is complete. */
    public static void write(Path file, String text, boolean replace) {
        require(file, replace);
        Path target = file.toAbsolutePath();
        try {
            Path part =
                    target.resolveSibling(
                            ".%s.%d.part"
                                    .formatted(file.getFileName(), ProcessHandle.current().pid()));
            try {
                Files.write(
                        part,
                        text.getBytes(StandardCharsets.UTF_8),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.SYNC);
                if (replace) {
                    Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
                } else {
                    Files.move(part, target); // fails where a file has come into being meanwhile
                }
            } finally {
                Files.deleteIfExists(part);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write %s".formatted(file), e);
        }
    }
}
