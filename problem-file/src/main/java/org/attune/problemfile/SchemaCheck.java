package org.attune.problemfile;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.path.NodePath;

import org.attune.api.ShellWords;
import org.attune.api.expression.NearestName;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Checks the shape of a document by the JSON Schema (draft 2020-12), and says in words what the
 * validator finds. The schema's titles say what a field expects.
 */
final class SchemaCheck {
    /** GPTune's sections and other tuners' words that have another name or no meaning here. */
    private static final Map<String, String> ADVICE =
            Map.of(
                    "objective", "Objectives stand in 'output_space'.",
                    "objectives", "Objectives stand in 'output_space'.",
                    "parameters", "Parameters stand in 'parameter_space'.",
                    "task_parameters", "Task parameters stand in 'input_space'.",
                    "task_space", "Task parameters stand in 'input_space'.",
                    "<<", "YAML 1.2 has no merge keys; write the values out.");

    private static final String TEXT = ProblemFile.resource("problem.schema.json");
    private static final JsonNode ROOT =
            JsonDocument.parse(TEXT, new Defects("problem.schema.json")).toJson();
    private static final Schema SCHEMA =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(ROOT);

    private SchemaCheck() {}

    static String text() {
        return TEXT;
    }

    static JsonNode root() {
        return ROOT;
    }

    /** Returns the keys that a problem file needs. */
    static List<String> required() {
        return ROOT.path("required").valueStream().map(JsonNode::asString).toList();
    }

    static void check(Located document, Defects defects) {
        rename(document, defects);
        Optional<String> bare = bareTask(document);
        bare.ifPresent(task ->
                defects.add(
                        document.nearest("tasks").line(),
                        "tasks",
                        "expected a list of tasks, not a mapping. Maybe %s.".formatted(task)));
        for (Error error : SCHEMA.validate(document.toJson())) {
            String at = field(error.getInstanceLocation());
            String key = error.getProperty();
            String keyword = error.getKeyword() == null ? "false" : error.getKeyword();
            boolean below = List.of("additionalProperties", "propertyNames").contains(keyword);
            String field = below ? (at.isEmpty() ? key : at + "." + key) : at;
            Located node = document.nearest(field);
            if (bare.isPresent() && (field + ".").startsWith("tasks.")
                    || keyword.equals("required") && isElsewhere(key, node)) {
                continue;
            }
            String hint =
                    keyword.equals("type")
                            ? valuesHint(field, node, document) + commandHint(field, node)
                            : "";
            defects.add(node.line(), field, message(error, keyword, node, document) + hint);
        }
        requireValues("", document, defects);
    }

    /** Says what has no value where the schema leaves open what that may be. */
    private static void requireValues(String field, Located node, Defects defects) {
        if (!field.isEmpty() && defects.touch(field)) {
            return;
        }
        switch (node) {
            case Located.Mapping mapping ->
                    mapping.values()
                            .forEach((key, value) -> {
                                String below = field.isEmpty() ? key : field + "." + key;
                                requireValues(below, value, defects);
                            });
            case Located.Items list -> {
                for (int i = 0; i < list.items().size(); i++) {
                    requireValues("%s[%d]".formatted(field, i), list.items().get(i), defects);
                }
            }
            case Located.Nothing nothing when !field.isEmpty() ->
                    defects.add(nothing.line(), field, "expected a value, not nothing.");
            case Located.Nothing _, Located.Scalar _ -> {}
        }
    }

    /**
     * Says which keys are misspelt and gives them the name that was meant, where it is that of a
     * section or one that is missing: what follows from its lack is no mistake.
     */
    private static void rename(Located document, Defects defects) {
        List<Error> errors = SCHEMA.validate(document.toJson());
        for (Error error : errors) {
            String at = field(error.getInstanceLocation());
            if (!"additionalProperties".equals(error.getKeyword())
                    || !(document.nearest(at) instanceof Located.Mapping mapping)) {
                continue;
            }
            String key = error.getProperty();
            JsonNode schema = enclosing(error);
            Optional<String> meant =
                    advice(key).isEmpty()
                            ? NearestName.of(key, schema.path("properties").propertyNames())
                            : Optional.empty();
            meant.filter(m -> !mapping.values().containsKey(m))
                    .filter(m -> at.isEmpty() || isMissing(m, error, errors))
                    .ifPresent(m -> {
                        Located node = mapping.values().remove(key);
                        String field = at.isEmpty() ? key : at + "." + key;
                        defects.add(node.line(), field, unknownKey(key, schema));
                        mapping.values().put(m, node);
                    });
        }
    }

    private static boolean isMissing(String key, Error beside, List<Error> errors) {
        return errors.stream()
                .filter(e -> "required".equals(e.getKeyword()) && key.equals(e.getProperty()))
                .anyMatch(e -> e.getInstanceLocation().equals(beside.getInstanceLocation()));
    }

    /** Returns whether a key is missing because what belongs there has another tuner's name. */
    private static boolean isElsewhere(String key, Located node) {
        return node instanceof Located.Mapping mapping
                && mapping.values().keySet().stream()
                        .anyMatch(k -> ADVICE.getOrDefault(k, "").contains("'%s'".formatted(key)));
    }

    /** Returns the task that stands in the place of the list of tasks, as it would be written. */
    private static Optional<String> bareTask(Located document) {
        if (!(document.nearest("tasks") instanceof Located.Mapping task)
                || task == document
                || !(document.nearest("input_space") instanceof Located.Items space)
                || Collections.disjoint(task.values().keySet(), ParameterReader.names(space))) {
            return Optional.empty();
        }
        return Optional.of(
                task.values().entrySet().stream()
                        .map(e ->
                                e.getKey()
                                        + ": "
                                        + (e.getValue() instanceof Located.Scalar s
                                                ? s.text()
                                                : "VALUE"))
                        .collect(Collectors.joining(", ", "[{", "}]")));
    }

    private static String message(Error error, String keyword, Located node, Located document) {
        JsonNode schema = enclosing(error);
        return switch (keyword) {
            case "required" -> "'%s' is missing.".formatted(error.getProperty());
            case "additionalProperties" -> unknownKey(error.getProperty(), schema);
            case "propertyNames" ->
                    ADVICE.containsKey(error.getProperty())
                            ? unknownKey(error.getProperty(), schema)
                            : "expected %s.".formatted(withArticle(title(ROOT.at("/$defs/name"))));
            case "enum" -> notListed(schema.get("enum"), node);
            case "minItems", "minProperties" ->
                    "is empty, but must be a %s.".formatted(title(schema));
            default -> {
                if (keyword.equals("false")) {
                    String field = field(error.getInstanceLocation());
                    int dot = field.lastIndexOf('.');
                    Located type = document.nearest(field.substring(0, dot) + ".type");
                    yield "a parameter of type %s has no %s."
                            .formatted(type.plain(), field.substring(dot + 1));
                }
                String most =
                        keyword.equals("maximum") && schema.get("maximum").isIntegralNumber()
                                ? ", at most " + schema.get("maximum").asString()
                                : "";
                yield "expected %s%s, not %s.%s"
                        .formatted(
                                withArticle(title(schema)),
                                most,
                                node.description(),
                                quoteHint(node));
            }
        };
    }

    private static String unknownKey(String key, JsonNode schema) {
        List<String> known = List.copyOf(schema.path("properties").propertyNames());
        String advice = advice(key).isEmpty() ? NearestName.hint(key, known) : advice(key);
        String list = advice.isEmpty() ? " Known are: " + String.join(", ", known) + "." : advice;
        return "unknown key." + list;
    }

    private static String advice(String key) {
        return ADVICE.containsKey(key) ? " " + ADVICE.get(key) : elsewhere(key);
    }

    /** Says where a key stands that belongs to another part of the file. */
    private static String elsewhere(String key) {
        if (ROOT.path("properties").has(key)) {
            return " '%s' stands at the top of the file, not in another section.".formatted(key);
        }
        return ROOT.at("/$defs/evaluation/properties").has(key)
                ? " '%s' stands in 'evaluation'.".formatted(key)
                : "";
    }

    private static String notListed(JsonNode listed, Located node) {
        var known = new ArrayList<String>();
        listed.forEach(v -> known.add(v.asString()));
        String text = node instanceof Located.Scalar s ? "'" + s.text() + "'" : node.description();
        return "%s is none of %s.%s"
                .formatted(
                        text,
                        String.join(", ", known),
                        NearestName.hint(text.replace("'", ""), known));
    }

    /** In YAML, {@code {x}} without quotes is a mapping. */
    private static String quoteHint(Located node) {
        return node instanceof Located.Mapping m
                        && m.values().size() == 1
                        && m.values().firstEntry().getValue() instanceof Located.Nothing
                ? " Maybe quote it: \"{%s}\".".formatted(m.values().firstEntry().getKey())
                : "";
    }

    /** A task or a configuration that is written without the names of its parameters. */
    private static String valuesHint(String field, Located node, Located document) {
        boolean isTask = field.matches("tasks\\[\\d+]");
        if (!(isTask || field.matches("initial\\[\\d+]"))
                || !(document.nearest(isTask ? "input_space" : "parameter_space")
                        instanceof Located.Items space)) {
            return "";
        }
        List<Located> values = node instanceof Located.Items list ? list.items() : List.of(node);
        List<String> names = ParameterReader.names(space);
        var pairs = new ArrayList<String>();
        for (int i = 0; i < names.size(); i++) {
            boolean known = i < values.size() && values.get(i) instanceof Located.Scalar;
            String value = known ? ((Located.Scalar) values.get(i)).text() : "VALUE";
            pairs.add(names.get(i) + ": " + value);
        }
        return pairs.isEmpty() ? "" : " Maybe {%s}.".formatted(String.join(", ", pairs));
    }

    /** A command that is written as in a shell. */
    private static String commandHint(String field, Located node) {
        return field.endsWith(".command") && node instanceof Located.Scalar s && !s.text().isBlank()
                ? " Maybe %s.".formatted(ShellWords.list(s.text()))
                : "";
    }

    private static String title(JsonNode schema) {
        return schema.path("title").asString("value");
    }

    private static String withArticle(String noun) {
        if (noun.equals("true or false")) {
            return noun;
        }
        return ("aeio".indexOf(noun.charAt(0)) >= 0 ? "an " : "a ") + noun;
    }

    /** Returns the part of the schema whose keyword failed. */
    private static JsonNode enclosing(Error error) {
        NodePath path = error.getSchemaLocation().getFragment();
        JsonNode node = ROOT;
        for (int i = 0; i < path.getNameCount() - 1; i++) {
            Object step = path.getElement(i);
            node = step instanceof Integer index ? node.path(index) : node.path(step.toString());
        }
        return node;
    }

    /** Returns a validator's path as {@code parameter_space[2].name}. */
    private static String field(NodePath path) {
        var field = new StringBuilder();
        for (int i = 0; i < path.getNameCount(); i++) {
            if (path.getElement(i) instanceof Integer index) {
                field.append('[').append(index).append(']');
            } else {
                field.append(field.isEmpty() ? "" : ".").append(path.getName(i));
            }
        }
        return field.toString();
    }
}
