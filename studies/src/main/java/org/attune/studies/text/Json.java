package org.attune.studies.text;

import org.attune.api.Point;

import java.util.List;
import java.util.Map;

/**
 * Writes strings, finite numbers, booleans, null, lists, maps and points as JSON text, on one line.
 */
public final class Json {
    private Json() {}

    public static String text(Object value) {
        var text = new StringBuilder();
        write(value, text);
        return text.toString();
    }

    private static void write(Object value, StringBuilder to) {
        switch (value) {
            case null -> to.append("null");
            case String s -> quote(s, to);
            case Boolean b -> to.append(b);
            case Double d when !Double.isFinite(d) -> to.append("null");
            case Number n -> to.append(n);
            case Point p -> write(p.values(), to);
            case List<?> list -> {
                to.append('[');
                for (int i = 0; i < list.size(); i++) {
                    to.append(i == 0 ? "" : ", ");
                    write(list.get(i), to);
                }
                to.append(']');
            }
            case Map<?, ?> map -> {
                to.append('{');
                String separator = "";
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    to.append(separator);
                    quote(entry.getKey().toString(), to);
                    to.append(": ");
                    write(entry.getValue(), to);
                    separator = ", ";
                }
                to.append('}');
            }
            default ->
                    throw new IllegalArgumentException(
                            "%s has no form in JSON.".formatted(value.getClass()));
        }
    }

    private static void quote(String s, StringBuilder to) {
        to.append('"');
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            switch (c) {
                case '"', '\\' -> to.append('\\').append(c);
                case '\n' -> to.append("\\n");
                case '\t' -> to.append("\\t");
                default -> {
                    if (c < ' ' || Character.isSurrogate(c)) {
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
