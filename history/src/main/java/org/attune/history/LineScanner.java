package org.attune.history;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Arrays;

/** Walks over the lines of a file. Its reads are not broken off when the thread is interrupted. */
final class LineScanner implements AutoCloseable {
    /** Bytes of the longest line; others are no lines of a journal. */
    static final int LONGEST = 1 << 28;

    private static final int CHUNK = 1 << 20;

    private final RandomAccessFile file;
    private byte[] buffer;
    private int from; // of the current line in the buffer
    private int to; // behind the current line, its line break included
    private int filled;
    private long base; // offset in the file of the buffer's first byte
    private boolean terminated;

    /** Starts at an offset, which must be the start of a line. */
    LineScanner(Path path, long offset) throws IOException {
        file = new RandomAccessFile(path.toFile(), "r");
        base = offset;
        buffer = new byte[Math.clamp(file.length() - offset + 1, 1, CHUNK)];
    }

    /** Returns up to {@code length} bytes of the file from {@code offset} on. */
    byte[] peek(long offset, int length) throws IOException {
        byte[] bytes = new byte[length];
        file.seek(offset);
        int n = Math.max(file.read(bytes), 0);
        return Arrays.copyOf(bytes, n);
    }

    /** Moves to the next line, and returns whether there is one, be it without its line break. */
    boolean next() throws IOException {
        from = to;
        int searched = from;
        while (true) {
            for (; searched < filled; searched++) {
                if (buffer[searched] == '\n') {
                    to = searched + 1;
                    terminated = true;
                    return true;
                }
            }
            searched -= makeRoom();
            file.seek(base + filled);
            int n = file.read(buffer, filled, buffer.length - filled);
            if (n <= 0) {
                to = filled;
                terminated = false;
                return to > from;
            }
            filled += n;
        }
    }

    /**
     * Moves the unfinished line to the front, or makes the buffer longer, and returns by how much
     * it moved.
     *
     * @throws IOException if the line is too long
     */
    private int makeRoom() throws IOException {
        int moved = from;
        if (from > 0) {
            System.arraycopy(buffer, from, buffer, 0, filled - from);
            base += from;
            filled -= from;
            from = 0;
        }
        if (filled == buffer.length) {
            if (filled >= LONGEST) {
                throw new IOException(
                        "a line that begins at byte %d is longer than %d MiB, so that this is no journal"
                                .formatted(base, LONGEST >> 20));
            }
            buffer = Arrays.copyOf(buffer, Math.multiplyExact(buffer.length, 2));
        }
        return moved;
    }

    /**
     * Returns the array that holds the current line, from {@link #from} on, {@link #length} bytes.
     */
    byte[] array() {
        return buffer;
    }

    int from() {
        return from;
    }

    /** Returns the bytes of the current line without its line break. */
    int length() {
        return to - from - (terminated ? 1 : 0);
    }

    /** Returns whether the current line ends with a line break. */
    boolean isTerminated() {
        return terminated;
    }

    /** Returns whether the current line is as it was written. */
    boolean isIntact() {
        return Line.isIntact(buffer, from, length());
    }

    /**
     * Returns whether the current line is as it was written, but for a return at its end, and maybe
     * a byte order mark before it.
     */
    boolean isConverted() {
        return terminated && returned() > 0 && isIntactInside();
    }

    /**
     * Returns whether the current line is as it was written, but for a byte order mark before it,
     * and maybe a return at its end.
     */
    boolean isMarked() {
        return terminated && marked() > 0 && isIntactInside();
    }

    /** Returns whether the line is as it was written without what a conversion may have added. */
    private boolean isIntactInside() {
        return Line.isIntact(buffer, from + marked(), length() - marked() - returned());
    }

    /** Returns the bytes of the byte order mark before the current line. */
    int marked() {
        return length() >= 3
                        && buffer[from] == (byte) 0xEF
                        && buffer[from + 1] == (byte) 0xBB
                        && buffer[from + 2] == (byte) 0xBF
                ? 3
                : 0;
    }

    /** Returns the bytes of the return at the end of the current line. */
    int returned() {
        return length() > 0 && buffer[from + length() - 1] == '\r' ? 1 : 0;
    }

    /** Returns the offset in the file of the current line. */
    long start() {
        return base + from;
    }

    /** Returns the offset in the file behind the current line. */
    long end() {
        return base + to;
    }

    /** Returns whether the file ends with the current line. */
    boolean isLast() throws IOException {
        return end() >= file.length();
    }

    /** Returns whether the current line has a zero, where a block may not have reached the disk. */
    boolean hasZero() {
        for (int i = from; i < to; i++) {
            if (buffer[i] == 0) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /**
     * Returns whether the line has at least one of an object's braces: one flipped bit leaves one.
     */
    boolean isLikeAnObject() {
        return length() > 0 && (buffer[from] == '{' || buffer[from + length() - 1] == '}');
    }
}
