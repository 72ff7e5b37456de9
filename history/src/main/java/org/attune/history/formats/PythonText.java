package org.attune.history.formats;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes data as JSON of Python's kind, which {@link PythonJson} reads: ASCII, with bare {@code
 * NaN} and infinities; a double has the fewest digits that give the same bits back, and always a
 * point.
 */
final class PythonText {
    private PythonText() {}

    /** Returns the data on one line, as Python writes it. */
    static String line(Object data) {
        var to = new StringBuilder();
        write(data, -1, to);
        return to.toString();
    }

    /** Returns the data on many lines, two spaces for each level, with a line break at the end. */
    static String indented(Object data) {
        var to = new StringBuilder();
        write(data, 0, to);
        return to.append('\n').toString();
    }

    /**
     * Writes a value.
     *
     * @param level of indentation, -1 for everything on one line
     */
    private static void write(Object value, int level, StringBuilder to) {
        switch (value) {
            case null -> to.append("null");
            case String s -> quote(s, to);
            case Map<?, ?> map -> {
                var parts = new ArrayList<Runnable>();
                map.forEach((k, v) ->
                        parts.add(() -> {
                            quote(String.valueOf(k), to);
                            to.append(": ");
                            write(v, deeper(level), to);
                        }));
                enclose("{", parts, "}", level, to);
            }
            case List<?> list -> {
                var parts = new ArrayList<Runnable>();
                list.forEach(v -> parts.add(() -> write(v, deeper(level), to)));
                enclose("[", parts, "]", level, to);
            }
            default -> to.append(value); // numbers, NaN and infinities included, and booleans
        }
    }

    private static int deeper(int level) {
        return level < 0 ? level : level + 1;
    }

    private static void enclose(
            String open, List<Runnable> parts, String close, int level, StringBuilder to) {
        to.append(open);
        for (int i = 0; i < parts.size(); i++) {
            to.append(i == 0 ? "" : level < 0 ? ", " : ",");
            breakLine(deeper(level), to);
            parts.get(i).run();
        }
        if (!parts.isEmpty()) {
            breakLine(level, to);
        }
        to.append(close);
    }

    private static void breakLine(int level, StringBuilder to) {
        if (level >= 0) {
            to.append('\n').append("  ".repeat(level));
        }
    }

    private static void quote(String s, StringBuilder to) {
        to.append('"');
        for (char c : s.toCharArray()) {
            switch (c) {
                case '"', '\\' -> to.append('\\').append(c);
                case '\n' -> to.append("\\n");
                case '\t' -> to.append("\\t");
                case '\r' -> to.append("\\r");
                default -> {
                    if (c < ' ' || c > '~') {
                        to.append("\\u%04x".formatted((int) c));
                    } else {
                        to.append(c);
                    }
                }
            }
        }
        to.append('"');
    }
}
