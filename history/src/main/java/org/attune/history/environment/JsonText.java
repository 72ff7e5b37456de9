package org.attune.history.environment;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** JSON of other programs, as maps and lists. */
final class JsonText {
    private JsonText() {}

    /** Made when the first text is read: without one, a second of start-up is saved. */
    private static final class Mapper {
        static final JsonMapper JSON =
                JsonMapper.builder()
                        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                        .build();
    }

    /**
     * Returns the data of a text.
     *
     * @throws IllegalArgumentException if it is no JSON, naming line and column
     */
    static Object read(String text) {
        try {
            return Mapper.JSON.readValue(text, Object.class);
        } catch (JacksonException e) {
            TokenStreamLocation place = e.getLocation(); // none where a number is too long
            throw new IllegalArgumentException(
                    (place == null
                                    ? ""
                                    : "line %d, column %d: "
                                            .formatted(place.getLineNr(), place.getColumnNr()))
                            + words(e.getOriginalMessage()),
                    e);
        }
    }

    /** GPTune's guide prints {@code "haswell": ["nodes": 8]}. */
    private static String words(String message) {
        return message.contains("(':'") && message.contains("separate Array entries")
                ? "a list [...] cannot hold names. Maybe write {\"nodes\": 8} for [\"nodes\": 8]"
                : message.replaceFirst(" \\(start marker at .*", "");
    }

    @SuppressWarnings("unchecked") // the keys of JSON are strings
    static Optional<Map<String, Object>> object(Object value) {
        return value instanceof Map<?, ?> map
                ? Optional.of((Map<String, Object>) map)
                : Optional.empty();
    }

    static List<?> list(Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    /** Returns a text that is not blank. */
    static Optional<String> text(Object value) {
        return value instanceof String s && !s.isBlank() ? Optional.of(s) : Optional.empty();
    }
}
