package org.attune.history.formats;

import org.attune.history.Shown;

import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON as Python writes it, and listings of Python values: {@code NaN}, {@code Infinity},
 * {@code -inf}, {@code True}, {@code None}, single quotes, a comma before the closing bracket, and
 * objects in square brackets.
 *
 * <p>Values are {@link Map}, {@link List}, {@link String}, {@link Boolean}, null, {@link Long} or
 * {@link BigInteger} for numbers without point and exponent, and {@link Double} for the others. An
 * object that has a key twice is refused: of Python and others the last one would count, and the
 * first be lost unseen. Jackson, which reads the journal, cannot read {@code True}, {@code None}
 * and objects in square brackets.
 */
final class PythonJson {
    private static final int DEEPEST = 100;
    private static final int LONGEST_NUMBER = 400;
    private static final int MOST_STEPS = 10; // of the place that a message names

    private final String text;
    private final Deque<Object> path = new ArrayDeque<>();
    private String nested = "";
    private int at;

    private PythonJson(String text) {
        this.text = text;
    }

    /**
     * Returns the one value of this text.
     *
     * @throws IllegalArgumentException naming line, column and the place in the data
     */
    static Object read(String text) {
        var reader = new PythonJson(text.startsWith("\uFEFF") ? text.substring(1) : text);
        Object value = reader.value();
        reader.skipSpace();
        if (reader.at < reader.text.length()) {
            throw reader.error("text after the end of the data");
        }
        return value;
    }

    /**
     * What stands before the damage of a text.
     *
     * @param value with all that is whole; null where nothing is
     * @param damage line, column and place
     */
    record Salvaged(Object value, String damage) {}

    /**
     * Returns what stands before the first error of a text that {@link #read} refuses. Items of
     * lists are whole or left out, but for objects that hold a list under {@code nested}: of these
     * the last may be incomplete.
     */
    static Salvaged salvage(String text, String nested) {
        var reader = new PythonJson(text.startsWith("\uFEFF") ? text.substring(1) : text);
        reader.nested = nested;
        try {
            Object value = reader.value();
            reader.skipSpace();
            return new Salvaged(value, reader.error("text after the end of the data").getMessage());
        } catch (Damage e) {
            return new Salvaged(e.partial, e.getMessage());
        }
    }

    /** An error, with what has been read of the value in which it is. */
    private static final class Damage extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;
        private transient Object partial;

        Damage(String message) {
            super(message);
        }
    }

    private Object value() {
        skipSpace();
        if (path.size() > DEEPEST) {
            throw error("data nested deeper than " + DEEPEST);
        }
        return switch (peek()) {
            case '{' -> object('}');
            case '[' -> list();
            case '"', '\'' -> string();
            default -> word();
        };
    }

    private Map<String, Object> object(char end) {
        at++;
        var map = new LinkedHashMap<String, Object>();
        while (!ends(end)) {
            if (peek() != '"' && peek() != '\'') {
                throw error("no key in quotes");
            }
            try {
                entry(map, string());
                requireSeparator(end);
            } catch (Damage e) {
                e.partial = map;
                throw e;
            }
        }
        return map;
    }

    private void entry(Map<String, Object> map, String key) {
        skipSpace();
        if (peek() != ':') {
            throw error("no ':' after the key '%s'".formatted(Shown.text(key)));
        }
        at++;
        if (map.containsKey(key)) {
            throw error("the key '%s' for the second time".formatted(Shown.text(key)));
        }
        path.addLast(key);
        try {
            map.put(key, value());
        } catch (Damage e) {
            if (e.partial != null) {
                map.put(key, e.partial);
            }
            throw e;
        }
        path.removeLast();
    }

    private Object list() {
        at++;
        var list = new ArrayList<>();
        try {
            while (!ends(']')) {
                path.addLast(list.size());
                Object item = value();
                path.removeLast();
                skipSpace();
                if (list.isEmpty() && item instanceof String key && at() == ':') {
                    return objectInBrackets(key);
                }
                list.add(item);
                requireSeparator(']');
            }
            return list;
        } catch (Damage e) {
            if (e.partial instanceof Map<?, ?> item && item.get(nested) instanceof List) {
                list.add(item);
            }
            e.partial = list;
            throw e;
        }
    }

    /** Reads {@code ["nodes": 8, "cores": 32]}, which GPTune's manual prints. */
    private Map<String, Object> objectInBrackets(String first) {
        var map = new LinkedHashMap<String, Object>();
        entry(map, first);
        requireSeparator(']');
        at--; // object() skips the opening bracket
        map.putAll(object(']'));
        return map;
    }

    /** Skips the closing bracket if it is next. */
    private boolean ends(char end) {
        skipSpace();
        if (peek() != end) {
            return false;
        }
        at++;
        return true;
    }

    /** Skips a comma, unless the closing bracket is next. */
    private void requireSeparator(char end) {
        skipSpace();
        if (peek() == ',') {
            at++;
        } else if (peek() != end) {
            throw error("no ',' or '%s'".formatted(end));
        }
    }

    private String string() {
        char quote = text.charAt(at++);
        var string = new StringBuilder();
        while (true) {
            char c = peek();
            at++;
            if (c == quote) {
                return string.toString();
            } else if (c == '\\') {
                string.append(escape());
            } else if (c < ' ') {
                at--;
                throw error("a line break or other control character within a text");
            } else {
                string.append(c);
            }
        }
    }

    private char escape() {
        char c = peek();
        at++;
        return switch (c) {
            case '"', '\\', '/', '\'' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                if (at + 4 > text.length() || !text.substring(at, at + 4).matches("\\p{XDigit}*")) {
                    throw error("no four hexadecimal digits after \\u");
                }
                at += 4;
                yield (char) Integer.parseInt(text, at - 4, at, 16);
            }
            default -> throw error("the unknown escape \\" + Shown.text(c));
        };
    }

    private Object word() {
        int from = at;
        while (at < text.length() && isOfWord(text.charAt(at))) {
            at++;
        }
        String word = text.substring(from, at);
        return switch (word) {
            case "true", "True" -> true;
            case "false", "False" -> false;
            case "null", "None" -> null;
            case "NaN", "nan" -> Double.NaN;
            case "Infinity", "inf" -> Double.POSITIVE_INFINITY;
            case "-Infinity", "-inf" -> Double.NEGATIVE_INFINITY;
            default -> {
                at = from;
                yield number(word);
            }
        };
    }

    private Object number(String word) {
        if (word.isEmpty()) {
            throw error("'%s' where a value was to come".formatted(Shown.text(peek())));
        }
        if (word.length() > LONGEST_NUMBER || !DeclaredValue.isNumber(word)) {
            throw error("'%s', which is no value".formatted(Shown.text(word)));
        }
        at += word.length();
        if (!word.matches("[+-]?\\d+")) {
            return Double.valueOf(word);
        }
        var integer = new BigInteger(word);
        return integer.bitLength() < Long.SIZE ? (Object) integer.longValue() : integer;
    }

    private static boolean isOfWord(char c) {
        return Character.isLetterOrDigit(c) || c == '+' || c == '-' || c == '.' || c == '_';
    }

    private void skipSpace() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    /** Returns the next character, or a space at the end of the text. */
    private char at() {
        return at < text.length() ? text.charAt(at) : ' ';
    }

    private char peek() {
        if (at >= text.length()) {
            throw error("the end of the file, which is cut off");
        }
        return text.charAt(at);
    }

    private Damage error(String found) {
        int end = Math.min(at, text.length());
        int line = 1 + (int) text.substring(0, end).chars().filter(c -> c == '\n').count();
        int column = end - text.lastIndexOf('\n', end - 1);
        var place = new StringBuilder();
        int steps = 0;
        for (Object step : path) {
            if (++steps > MOST_STEPS) {
                place.append("...");
                break;
            }
            place.append(step instanceof Integer i ? "[" + i + "]" : "." + Shown.text(step));
        }
        return new Damage(
                "line %d, column %d%s: there is %s"
                        .formatted(
                                line,
                                column,
                                place.isEmpty()
                                        ? ""
                                        : ", in " + place.toString().replaceFirst("^[.]", ""),
                                found));
    }
}
