package org.attune.studies.text;

import org.attune.api.Format;
import org.attune.api.Point;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Writes data as JSON text, on one line: strings, numbers, booleans, lists, maps, points, words of
 * enumerations, and records.
 *
 * <p>A record is an object with the names of its components, {@code relativeError} as {@code
 * relative_error} and {@code coverage50} as {@code coverage_50}. What is empty, and a number that
 * is not finite, is null.
 */
public final class Json {
    /** Names a component otherwise. */
    @Target(ElementType.RECORD_COMPONENT)
    @Retention(RetentionPolicy.RUNTIME)
    public @interface Named {
        /** The name. */
        String value();
    }

    /** Leaves a component out where it is empty. */
    @Target(ElementType.RECORD_COMPONENT)
    @Retention(RetentionPolicy.RUNTIME)
    public @interface IfPresent {}

    /** Puts the components of this record, if there is one, in its place. */
    @Target(ElementType.RECORD_COMPONENT)
    @Retention(RetentionPolicy.RUNTIME)
    public @interface Inline {}

    private Json() {}

    /**
     * Returns the text of data.
     *
     * @throws IllegalArgumentException if something in it has no form in JSON
     */
    public static String text(Object data) {
        var text = new StringBuilder();
        write(data, text);
        return text.toString();
    }

    /** Returns what a record holds, by its names in JSON; what is empty is null. */
    public static Map<String, Object> fields(Record record) {
        var fields = new LinkedHashMap<String, Object>();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            Object value = plain(value(component, record));
            if (component.isAnnotationPresent(Inline.class)) {
                if (value instanceof Record inner) {
                    fields.putAll(fields(inner));
                }
            } else if (!component.isAnnotationPresent(IfPresent.class)
                    || value != null && !value.equals(List.of())) {
                fields.put(name(component), value);
            }
        }
        return fields;
    }

    private static String name(RecordComponent component) {
        Named named = component.getAnnotation(Named.class);
        return named != null
                ? named.value()
                : component
                        .getName()
                        .replaceAll("(?<=[a-z])(?=[A-Z0-9])", "_")
                        .toLowerCase(Locale.ROOT);
    }

    private static Object value(RecordComponent component, Record record) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(
                    "%s of %s cannot be read."
                            .formatted(component.getName(), record.getClass().getName()),
                    e);
        }
    }

    private static Object plain(Object value) {
        return switch (value) {
            case Optional<?> o -> o.map(Json::plain).orElse(null);
            case OptionalDouble d -> d.isPresent() ? d.getAsDouble() : null;
            case OptionalLong l -> l.isPresent() ? l.getAsLong() : null;
            case Enum<?> constant -> Format.word(constant);
            case Path path -> path.toString();
            case Instant instant -> instant.toString();
            case null, default -> value;
        };
    }

    private static void write(Object value, StringBuilder to) {
        switch (plain(value)) {
            case null -> to.append("null");
            case String s -> quote(s, to);
            case Boolean b -> to.append(b);
            case Double d when !Double.isFinite(d) -> to.append("null");
            case Number n -> to.append(n);
            case Point p -> write(p.values(), to);
            case Record r -> write(fields(r), to);
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
