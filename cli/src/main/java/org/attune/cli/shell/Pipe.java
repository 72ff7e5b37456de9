package org.attune.cli.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The next program of a pipe, such as {@code head}, which may end before this one. */
public final class Pipe {
    /** Exit code of what SIGPIPE has ended, which Java ignores. */
    public static final int CLOSED = 141;

    private static final int KIND = 0170000; // bits of a file's mode, as of stat(2)
    private static final int FIFO = 0010000;
    private static final int SOCKET = 0140000;

    private Pipe() {}

    /** Returns whether the standard output is a pipe, which cannot be full as a disk can. */
    public static boolean isStandardOutput() {
        try {
            int kind = (int) Files.getAttribute(Path.of("/dev/fd/1"), "unix:mode") & KIND;
            return kind == FIFO || kind == SOCKET;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return false; // a system that does not tell
        }
    }
}
