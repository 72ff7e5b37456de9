package org.attune.history.formats;

import org.attune.api.SourceMapping;
import org.attune.api.SourceMapping.Outside;
import org.attune.api.expression.NearestName;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Where a study learns from: {@code FILE|STUDY[?key=value&key=value]}.
 *
 * @param place a study of the same history, or a file
 * @param said what follows the question mark, by key; see {@link #KEYS}
 * @param mapping what the names of the source mean
 */
public record TransferSource(String place, Map<String, String> said, SourceMapping mapping) {
    /** What can be said; {@code map.NAME} gives an expression for a parameter or output. */
    public static final List<String> KEYS =
            List.of(
                    "task", "machine", "study", "format", "what", "model", "places", "name",
                    "outside", "ignore");

    private static final String MAP = "map.";

    /** What is taken of a source. */
    public enum What {
        /** Its trials. */
        TRIALS,
        /** A stored model in their place. */
        MODEL,
        /** The best configuration of each task alone. */
        BEST
    }

    /**
     * Reads what was given.
     *
     * @throws IllegalArgumentException if a key is unknown or stands twice, or a value is not one
     *     of its key
     */
    public static TransferSource of(String text) {
        int question = text.indexOf('?');
        String place = question < 0 ? text : text.substring(0, question);
        var said = new LinkedHashMap<String, String>();
        SourceMapping mapping = SourceMapping.NONE;
        String rest = question < 0 ? "" : text.substring(question + 1);
        for (String pair : rest.isEmpty() ? List.<String>of() : List.of(rest.split("&"))) {
            int equals = pair.indexOf('=');
            String key = equals < 0 ? pair : pair.substring(0, equals);
            String value = equals < 0 ? "" : pair.substring(equals + 1);
            if (value.isBlank() || said.containsKey(key)) {
                throw refused(
                        text,
                        value.isBlank()
                                ? "'%s' has no value".formatted(pair)
                                : "'%s' stands twice".formatted(key));
            }
            if (!key.startsWith(MAP) && !KEYS.contains(key)) {
                throw refused(
                        text,
                        "'%s' is not known.%s Known are: %s and map.NAME"
                                .formatted(
                                        key, NearestName.hint(key, KEYS), String.join(", ", KEYS)));
            }
            if (key.startsWith(MAP)) {
                mapping = mapping.value(key.substring(MAP.length()), value);
            }
            said.put(key, value);
        }
        for (String name : list(said.get("ignore"))) {
            mapping = mapping.ignoring(name);
        }
        mapping =
                mapping.outside(
                        oneOf(text, said, "outside", Outside.values()).orElse(Outside.REFUSE));
        var source = new TransferSource(place, said, mapping);
        oneOf(text, said, "what", What.values());
        oneOf(text, said, "format", ForeignFormat.values());
        source.places();
        return source;
    }

    private static List<String> list(String value) {
        return value == null ? List.of() : List.of(value.split(","));
    }

    /** Returns a word of an enumeration, if one is given. */
    private static <E extends Enum<E>> Optional<E> oneOf(
            String text, Map<String, String> said, String key, E[] values) {
        String word = said.get(key);
        if (word == null) {
            return Optional.empty();
        }
        var known = new ArrayList<String>();
        for (E value : values) {
            String name = value.name().toLowerCase(Locale.ROOT);
            if (name.equals(word)) {
                return Optional.of(value);
            }
            known.add(name);
        }
        throw refused(text, "%s=%s is none of %s".formatted(key, word, String.join(", ", known)));
    }

    private static IllegalArgumentException refused(String text, String why) {
        return new IllegalArgumentException("--transfer-from %s: %s.".formatted(text, why));
    }

    /** Returns what is taken; a model where one is named. */
    public What what() {
        return oneOf(place, said, "what", What.values())
                .orElse(said.containsKey("model") ? What.MODEL : What.TRIALS);
    }

    /** Returns the format of its file, where it is said. */
    public Optional<ForeignFormat> format() {
        return oneOf(place, said, "format", ForeignFormat.values());
    }

    /** Returns what is said of a key. */
    public Optional<String> said(String key) {
        return Optional.ofNullable(said.get(key));
    }

    /** Returns how the source is called in the study. */
    public String name() {
        return said("name").orElse(place);
    }

    /** Returns at how many configurations of each task a model is asked. */
    public int places() {
        String count = said.getOrDefault("places", "200");
        if (!count.matches("[1-9]\\d{0,5}")) {
            throw refused(place, "places=%s is no number of configurations".formatted(count));
        }
        return Integer.parseInt(count);
    }
}
