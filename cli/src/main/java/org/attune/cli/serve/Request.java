package org.attune.cli.serve;

import org.attune.api.expression.NearestName;
import org.attune.studies.text.Json;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A line of JSON that asks for something.
 *
 * <p>Every getter throws {@link IllegalArgumentException} where a value is of another type.
 */
record Request(Map<?, ?> keys) {
    /** Made when the first request is read. */
    private static final class Mapper {
        static final JsonMapper JSON =
                JsonMapper.builder()
                        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                        .build();
    }

    /**
     * Reads a line.
     *
     * @throws IllegalArgumentException if it is no JSON object with a {@code cmd}
     */
    static Request of(String line) {
        Object read;
        try {
            read = Mapper.JSON.readValue(line, Object.class);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("No JSON: " + words(e.getOriginalMessage()), e);
        }
        if (read instanceof Map<?, ?> keys && keys.get("cmd") instanceof String) {
            return new Request(keys);
        }
        throw new IllegalArgumentException(
                "A request is a JSON object such as {\"cmd\": \"ask\"}.");
    }

    /** Returns what the parser says, without its advice to programmers in Java. */
    private static String words(String message) {
        return message.startsWith("Trailing token")
                ? "a line has one request, and nothing after it."
                : message.replaceFirst(" \\(start marker at .*", "")
                        .replaceFirst(": enable `.*", "");
    }

    String command() {
        return (String) keys.get("cmd");
    }

    /** Refuses keys that are not listed, besides {@code cmd} and {@code id}. */
    void requireOnly(List<String> known) {
        for (Object key : keys.keySet()) {
            String name = key.toString();
            if (!known.contains(name) && !List.of("cmd", "id").contains(name)) {
                if (known.isEmpty()) {
                    throw new IllegalArgumentException(
                            "'%s' has no key '%s'. It has none.".formatted(command(), name));
                }
                throw new IllegalArgumentException(
                        "'%s' has no key '%s'.%s Known are: %s."
                                .formatted(
                                        command(),
                                        name,
                                        NearestName.hint(name, known),
                                        String.join(", ", known)));
            }
        }
    }

    Optional<String> text(String key) {
        return typed(key, String.class, "a text");
    }

    OptionalLong integer(String key) {
        Optional<Number> number = typed(key, Number.class, "a whole number");
        if (number.isEmpty()) {
            return OptionalLong.empty();
        }
        if (number.get() instanceof Integer || number.get() instanceof Long) {
            return OptionalLong.of(number.get().longValue());
        }
        throw wrong(key, "a whole number", number.get());
    }

    /** Returns a number of things. */
    OptionalInt count(String key) {
        OptionalLong number = integer(key);
        if (number.isEmpty()) {
            return OptionalInt.empty();
        }
        if (number.getAsLong() != (int) number.getAsLong()) {
            throw wrong(key, "a smaller whole number", number.getAsLong());
        }
        return OptionalInt.of((int) number.getAsLong());
    }

    Optional<Double> real(String key) {
        return typed(key, Number.class, "a number").map(Number::doubleValue);
    }

    boolean yes(String key) {
        return typed(key, Boolean.class, "true or false").orElse(false);
    }

    Optional<List<?>> list(String key) {
        return typed(key, List.class, "a list").map(l -> (List<?>) l);
    }

    /** Returns the values of a mapping as texts. */
    Optional<Map<String, String>> texts(String key) {
        return typed(key, Map.class, "an object").map(m -> texts(key, m));
    }

    /** Returns the values of an object as texts. */
    static Map<String, String> texts(String key, Object object) {
        if (!(object instanceof Map<?, ?> map)) {
            throw wrong(key, "an object", object);
        }
        var texts = new LinkedHashMap<String, String>();
        map.forEach((name, value) -> texts.put(name.toString(), String.valueOf(value)));
        return texts;
    }

    private <T> Optional<T> typed(String key, Class<T> type, String expected) {
        Object value = keys.get(key);
        if (value != null && !type.isInstance(value)) {
            throw wrong(key, expected, value);
        }
        return Optional.ofNullable(type.cast(value));
    }

    private static IllegalArgumentException wrong(String key, String expected, Object value) {
        return new IllegalArgumentException(
                "'%s' must be %s, not %s.".formatted(key, expected, Json.text(value)));
    }
}
