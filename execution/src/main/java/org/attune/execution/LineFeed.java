package org.attune.execution;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Cuts a stream of bytes into lines and hands them to collectors, in memory that does not grow with the stream.
 *
 * <p>Bytes are read as UTF-8. Of a line longer than 16 MiB the rest is ignored.
 */
final class LineFeed {
    private static final int MAX_LINE = 16 << 20;

    private final List<Collector> collectors;
    private byte[] line = new byte[1024];
    private int length;

    LineFeed(List<Collector> collectors) {
        this.collectors = List.copyOf(collectors);
    }

    void accept(byte[] bytes, int count) {
        if (collectors.isEmpty()) {
            return;
        }
        int from = 0;
        for (int i = 0; i < count; i++) {
            if (bytes[i] == '\n') {
                append(bytes, from, i - from);
                emit();
                from = i + 1;
            }
        }
        append(bytes, from, count - from);
    }

    /** Says that bytes are missing here. */
    void gap() {
        length = 0;
        collectors.forEach(Collector::gap);
    }

    /** Hands over the last line, if it has no end. */
    void end() {
        if (length > 0) {
            emit();
        }
    }

    private void append(byte[] bytes, int from, int count) {
        int kept = Math.min(count, MAX_LINE - length);
        if (length + kept > line.length) {
            line = java.util.Arrays.copyOf(line, Math.max(2 * line.length, length + kept));
        }
        System.arraycopy(bytes, from, line, length, kept);
        length += kept;
    }

    private void emit() {
        int end = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
        String text = new String(line, 0, end, StandardCharsets.UTF_8);
        length = 0;
        for (Collector collector : collectors) {
            collector.line(text);
        }
    }
}
