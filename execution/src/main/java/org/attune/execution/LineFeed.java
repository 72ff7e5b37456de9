package org.attune.execution;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Cuts a stream of bytes into lines and hands them to collectors, in memory that does not grow with
 * the stream.
 *
 * <p>Bytes are read as UTF-8. A line of which a part is missing, or that is longer than 16 MiB, is
 * not handed over: half a line may hold half a number.
 */
final class LineFeed {
    private static final int MAX_LINE = 16 << 20;

    private final List<Collector> collectors;
    private byte[] open = new byte[1024]; // the line that has begun
    private int length;
    private boolean skipping; // the rest of a line of which a part is missing

    LineFeed(List<Collector> collectors) {
        this.collectors = List.copyOf(collectors);
    }

    /** Returns whether anybody takes the lines. */
    boolean isRead() {
        return !collectors.isEmpty();
    }

    void accept(byte[] bytes, int count) {
        if (!isRead()) {
            return;
        }
        int last = count - 1;
        while (last >= 0 && bytes[last] != '\n') {
            last--;
        }
        if (last >= 0) {
            int first = 0;
            while (bytes[first] != '\n') {
                first++;
            }
            append(bytes, 0, first + 1);
            end();
            emit(new String(bytes, first + 1, last - first, StandardCharsets.UTF_8));
        }
        append(bytes, last + 1, count - last - 1);
    }

    /** Says that bytes are missing here. */
    void gap() {
        skip("the middle of the output was not kept");
    }

    /** Hands over the line that has begun. */
    void end() {
        if (length > 0) {
            emit(new String(open, 0, length, StandardCharsets.UTF_8));
            length = 0;
        }
        skipping = false;
    }

    private void append(byte[] bytes, int from, int count) {
        if (skipping) {
            return;
        }
        if (length + count > MAX_LINE) {
            skip("a line is longer than %d MiB".formatted(MAX_LINE >> 20));
            return;
        }
        if (length + count > open.length) {
            open = Arrays.copyOf(open, Math.max(2 * open.length, length + count));
        }
        System.arraycopy(bytes, from, open, length, count);
        length += count;
    }

    private void skip(String why) {
        length = 0;
        skipping = true;
        collectors.forEach(c -> c.gap(why));
    }

    /** Hands over the lines of a text; the last one may have no end. */
    private void emit(String text) {
        for (int from = 0; from < text.length(); ) {
            int end = text.indexOf('\n', from);
            int to = end < 0 ? text.length() : end;
            boolean carriage = to > from && text.charAt(to - 1) == '\r';
            for (Collector collector : collectors) {
                collector.line(text, from, carriage ? to - 1 : to);
            }
            from = to + 1;
        }
    }
}
