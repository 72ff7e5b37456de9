package org.attune.problemfile;

import org.attune.api.Point;
import org.attune.api.Space;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Writes a problem file again, with some parameters held at one value each. They keep their names
 * and places, so that configurations stay those of the whole problem.
 */
final class HeldParameters {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** Keys of words: {@code .5} and {@code True} are texts there. */
    private static final Set<String> WORDS =
            Set.of("categories", "items", "command", "environment");

    /** Keys of values of parameters, none of which is a boolean. */
    private static final Set<String> VALUES = Set.of("default", "tasks", "beliefs");

    private static final Pattern NUMBER =
            Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

    private final Space space;
    private final Map<String, Object> held;

    /**
     * Remembers what is held.
     *
     * @param space of the parameters
     * @param held values by parameter
     */
    HeldParameters(Space space, Map<String, Object> held) {
        this.space = space;
        this.held = held;
    }

    /**
     * Returns the document as JSON.
     *
     * @param initial its configurations
     * @param control the configuration of its section {@code drift}
     */
    String text(Located.Mapping root, List<Point> initial, Optional<Point> control) {
        var document = (ObjectNode) json("", root);
        for (JsonNode entry : document.path("parameter_space")) {
            Object value = held.get(entry.path("name").asString());
            if (value != null) {
                hold((ObjectNode) entry, value);
            }
        }
        if (!initial.isEmpty()) {
            var configurations = new LinkedHashSet<Point>();
            initial.forEach(p -> held(p).ifPresent(configurations::add));
            document.remove("initial");
            configurations.forEach(p -> document.withArray("initial").add(node(p)));
        }
        if (control.isPresent()) {
            var drift = (ObjectNode) document.get("drift");
            drift.remove("configuration");
            control.flatMap(this::held).ifPresent(p -> drift.set("configuration", node(p)));
        }
        if (document.get("beliefs") instanceof ObjectNode beliefs) {
            beliefs.remove(held.keySet());
            if (beliefs.isEmpty()) {
                document.remove("beliefs");
            }
        }
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(document)
                + "\n";
    }

    /** Returns a configuration with the held values; empty where these make others active. */
    private Optional<Point> held(Point configuration) {
        var values = new LinkedHashMap<>(configuration.values());
        values.putAll(held);
        try {
            return Optional.of(space.canonical(Point.of(values)));
        } catch (IllegalArgumentException incomplete) {
            return Optional.empty();
        }
    }

    private static void hold(ObjectNode entry, Object value) {
        JsonNode only = node(value);
        for (String list : List.of("categories", "values")) {
            if (entry.has(list)) {
                entry.putArray(list).add(only);
            }
        }
        if (entry.has("lower_bound")) {
            entry.set("lower_bound", only);
            entry.set("upper_bound", only);
        }
        entry.set("default", only);
    }

    /**
     * Returns a part of the document with its numbers and words as they are spelled.
     *
     * @param place key of {@link #WORDS} or {@link #VALUES} under which it stands, else empty
     */
    private static JsonNode json(String place, Located part) {
        return switch (part) {
            case Located.Nothing _ -> JSON.nullNode();
            case Located.Scalar s -> json(place, s);
            case Located.Items list -> {
                ArrayNode array = JSON.arrayNode();
                list.items().forEach(item -> array.add(json(place, item)));
                yield array;
            }
            case Located.Mapping mapping -> {
                ObjectNode object = JSON.objectNode();
                mapping.values()
                        .forEach((key, value) -> {
                            boolean begins = WORDS.contains(key) || VALUES.contains(key);
                            String below = begins ? key : key.equals("secret") ? "" : place;
                            object.set(key, json(below, value));
                        });
                yield object;
            }
        };
    }

    private static JsonNode json(String place, Located.Scalar scalar) {
        String text = scalar.text();
        if (scalar.value() instanceof Number && NUMBER.matcher(text).matches()) {
            return JSON.rawValueNode(new RawValue(text));
        }
        boolean isWord =
                WORDS.contains(place)
                        || VALUES.contains(place) && scalar.value() instanceof Boolean;
        return isWord ? JSON.stringNode(text) : scalar.toJson();
    }

    private static JsonNode node(Point configuration) {
        ObjectNode object = JSON.objectNode();
        configuration.values().forEach((name, value) -> object.set(name, node(value)));
        return object;
    }

    private static JsonNode node(Object value) {
        return switch (value) {
            case Long l -> JSON.numberNode(l);
            case Double d -> JSON.numberNode(d);
            case List<?> items -> {
                ArrayNode array = JSON.arrayNode();
                items.forEach(item -> array.add(item.toString()));
                yield array;
            }
            default -> JSON.stringNode(value.toString());
        };
    }
}
