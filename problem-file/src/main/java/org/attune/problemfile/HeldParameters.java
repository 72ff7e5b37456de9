package org.attune.problemfile;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Map;

/**
 * Writes a problem file again, with some parameters held at one value each. They keep their names
 * and places, so that configurations stay those of the whole problem.
 */
final class HeldParameters {
    private HeldParameters() {}

    /**
     * Returns the document as JSON.
     *
     * @param held values by parameter
     */
    static String text(Located.Mapping root, Map<String, Object> held) {
        var document = (ObjectNode) root.toJson();
        for (JsonNode entry : document.path("parameter_space")) {
            Object value = held.get(entry.path("name").asString());
            if (value != null) {
                hold((ObjectNode) entry, value);
            }
        }
        for (JsonNode configuration : document.path("initial")) {
            held.forEach((name, value) -> {
                if (configuration.has(name)) {
                    ((ObjectNode) configuration).set(name, node(value));
                }
            });
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

    private static JsonNode node(Object value) {
        var factory = JsonNodeFactory.instance;
        return switch (value) {
            case Long l -> factory.numberNode(l);
            case Double d -> factory.numberNode(d);
            default -> factory.stringNode(value.toString());
        };
    }
}
