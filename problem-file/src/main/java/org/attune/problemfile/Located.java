package org.attune.problemfile;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * A node of a YAML or JSON document with its line, counted from 1. The line of a value in a mapping
 * is that of its key.
 */
sealed interface Located {
    int line();

    /** Returns the number of nodes here and below. */
    default int size() {
        return 1;
    }

    /** Returns the node as messages call it. */
    String description();

    /** Returns the node as plain data. */
    JsonNode toJson();

    /** No value: {@code null}, or nothing behind the colon. */
    record Nothing(int line) implements Located {
        @Override
        public String description() {
            return "nothing";
        }

        @Override
        public JsonNode toJson() {
            return JsonNodeFactory.instance.nullNode();
        }
    }

    /** A String, Boolean, Long, BigInteger or Double, and how it is spelled in the file. */
    record Scalar(int line, Object value, String text) implements Located {
        @Override
        public String description() {
            return value instanceof String s ? "the text '%s'".formatted(s) : text;
        }

        @Override
        public JsonNode toJson() {
            var factory = JsonNodeFactory.instance;
            return switch (value) {
                case Boolean b -> factory.booleanNode(b);
                case Long l -> factory.numberNode(l);
                case BigInteger i -> factory.numberNode(i);
                case Double d -> factory.numberNode(d);
                default -> factory.stringNode(text);
            };
        }
    }

    /** A list. */
    record Items(int line, List<Located> items, int size) implements Located {
        @Override
        public String description() {
            return "a list";
        }

        @Override
        public JsonNode toJson() {
            var array = JsonNodeFactory.instance.arrayNode();
            items.forEach(item -> array.add(item.toJson()));
            return array;
        }
    }

    /** Values by name. */
    record Mapping(int line, SequencedMap<String, Located> values, int size) implements Located {
        Optional<Located> get(String key) {
            return Optional.ofNullable(values.get(key));
        }

        @Override
        public String description() {
            return "a mapping (keys with values)";
        }

        @Override
        public JsonNode toJson() {
            var object = JsonNodeFactory.instance.objectNode();
            values.forEach((key, value) -> object.set(key, value.toJson()));
            return object;
        }
    }

    /** Returns a copy on another line: that of its key. */
    default Located at(int newLine) {
        return switch (this) {
            case Nothing _ -> new Nothing(newLine);
            case Scalar s -> new Scalar(newLine, s.value(), s.text());
            case Items i -> new Items(newLine, i.items(), i.size());
            case Mapping m -> new Mapping(newLine, m.values(), m.size());
        };
    }

    /**
     * Returns the node at this path, or the last one on the way to it that there is.
     *
     * @param field such as {@code parameter_space[2].upper_bound}
     */
    default Located nearest(String field) {
        if (this instanceof Items list && field.startsWith("[")) {
            int end = field.indexOf(']');
            try {
                int index = Integer.parseInt(field.substring(1, Math.max(1, end)));
                return list.items().get(index).nearest(field.substring(end + 1));
            } catch (NumberFormatException | IndexOutOfBoundsException absent) {
                return this;
            }
        }
        if (this instanceof Mapping mapping) {
            String path = field.startsWith(".") ? field.substring(1) : field;
            return mapping.values().entrySet().stream()
                    .filter(e -> startsWithStep(path, e.getKey()))
                    .max(Map.Entry.comparingByKey(Comparator.comparingInt(String::length)))
                    .map(e -> e.getValue().nearest(path.substring(e.getKey().length())))
                    .orElse(this);
        }
        return this;
    }

    private static boolean startsWithStep(String path, String key) {
        return path.startsWith(key)
                && (path.length() == key.length() || ".[".indexOf(path.charAt(key.length())) >= 0);
    }

    /**
     * Returns the node as maps, lists, strings, numbers and booleans.
     *
     * @throws IllegalStateException if a value is missing, which the schema forbids
     */
    default Object plain() {
        return switch (this) {
            case Nothing _ ->
                    throw new IllegalStateException("No value on line %d.".formatted(line()));
            case Scalar s -> s.value();
            case Items i -> {
                var list = new ArrayList<Object>();
                i.items().forEach(item -> list.add(item.plain()));
                yield list;
            }
            case Mapping m -> {
                var map = new LinkedHashMap<String, Object>();
                m.values().forEach((key, value) -> map.put(key, value.plain()));
                yield map;
            }
        };
    }
}
