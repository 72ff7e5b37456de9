package org.attune.execution;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Cuts a stream of bytes into lines and hands them to collectors, in memory that does not grow with
 * the stream.
 *
 * <p>Bytes are read as UTF-8. Of a line longer than 16 MiB the rest is ignored.
 */
final class LineFeed {
    private static final int MAX_LINE = 16 << 20;

    private final List<Collector> collectors;
    private byte[] open = new byte[1024]; // the line that has begun
    private int length;

    LineFeed(List<Collector> collectors) {
        this.collectors = List.copyOf(collectors);
    }

    void accept(byte[] bytes, int count) {
        if (collectors.isEmpty()) {
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
        length = 0;
        collectors.forEach(Collector::gap);
    }

    /** Hands over the line that has begun. */
    void end() {
        if (length > 0) {
            emit(new String(open, 0, length, StandardCharsets.UTF_8));
            length = 0;
        }
    }

    private void append(byte[] bytes, int from, int count) {
        int kept = Math.min(count, MAX_LINE - length);
        if (length + kept > open.length) {
            open = Arrays.copyOf(open, Math.max(2 * open.length, length + kept));
        }
        System.arraycopy(bytes, from, open, length, kept);
        length += kept;
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
