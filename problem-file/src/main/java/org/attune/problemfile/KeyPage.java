package org.attune.problemfile;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The page of all keys of a problem file, made from the schema: a table for each mapping, with its
 * keys, what they expect, their defaults, meanings and an example.
 */
final class KeyPage {
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}_./-][\\p{L}\\p{N}_./-]*");

    private static final Pattern NO_TEXT =
            Pattern.compile("(?i)true|false|null|-|[-+.]*(inf|nan)|[-+.][0-9.].*");

    private static final String HEAD =
            """
            # Every key of a problem file

            Written by `./attune schema --keys` from the schema that `./attune schema` prints. A key without a default
            may be absent, unless it is required. [README.md](README.md) explains what goes together.
            """;

    private final JsonNode root;
    private final Map<String, Section> sections = new LinkedHashMap<>(); // by where their schema is

    private record Section(String title, JsonNode schema) {}

    private KeyPage(JsonNode root) {
        this.root = root;
    }

    /** Returns the page of a schema, as Markdown. */
    static String of(JsonNode root) {
        var page = new KeyPage(root);
        page.collect("#", root);
        return page.text();
    }

    /** Adds the section of a mapping, then those of the mappings in it. */
    private void collect(String place, JsonNode schema) {
        if (sections.putIfAbsent(place, new Section(title(place), schema)) != null) {
            return;
        }
        for (Map.Entry<String, JsonNode> key : schema.get("properties").properties()) {
            inside(place + "/properties/" + key.getKey(), key.getValue())
                    .ifPresent(m -> collect(m.place(), m.schema()));
        }
    }

    /** Returns the path of a mapping in a problem file, or what it describes if it has several. */
    private static String title(String place) {
        String path =
                place.replaceFirst("^#(/properties/|/\\$defs/)?", "")
                        .replace("/items", "")
                        .replace("/additionalProperties", ".NAME")
                        .replace("/properties/", ".");
        return switch (path) {
            case "" -> "The file";
            case "parameter", "source" -> "A " + path;
            case "output" -> "An " + path;
            default -> path;
        };
    }

    private record Mapping(String place, JsonNode schema) {}

    /** Returns the mapping with keys of its own that a value is, or has as items or values. */
    private Optional<Mapping> inside(String place, JsonNode schema) {
        if (schema.has("properties")) {
            return Optional.of(new Mapping(place, schema));
        }
        if (schema.has("$ref")) {
            String target = schema.get("$ref").asString();
            return inside(target, root.at(target.substring(1)));
        }
        for (String below : List.of("items", "additionalProperties")) {
            if (schema.path(below).isObject()) {
                Optional<Mapping> found = inside(place + "/" + below, schema.get(below));
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    private String text() {
        var text = new StringBuilder(HEAD);
        sections.forEach((place, section) -> {
            text.append("\n## ").append(section.title()).append("\n\n");
            said(section.schema(), "description").ifPresent(d -> text.append(d).append("\n\n"));
            text.append("| key | expects | default | meaning | example |\n|---|---|---|---|---|\n");
            for (Map.Entry<String, JsonNode> key :
                    section.schema().get("properties").properties()) {
                text.append(row(place, section.schema(), key.getKey(), key.getValue()));
            }
        });
        return text.toString();
    }

    private String row(String place, JsonNode mapping, String key, JsonNode schema) {
        String expected =
                schema.has("enum") ? listed(schema.get("enum")) : said(schema, "title").orElse("");
        String meaning = cell(said(schema, "description").orElse(""));
        Optional<String> section =
                inside(place + "/properties/" + key, schema)
                        .map(m -> sections.get(m.place()).title());
        if (section.isPresent()) {
            meaning += " Keys: [%s](#%s).".formatted(section.get(), anchor(section.get()));
        }
        return "| `%s` | %s | %s | %s | %s |\n"
                .formatted(
                        key,
                        cell(expected),
                        required(mapping, key) ? "required" : literal(schema.path("default")),
                        meaning.strip(),
                        example(key, schema));
    }

    private static boolean required(JsonNode mapping, String key) {
        return mapping.path("required").valueStream().anyMatch(r -> r.asString().equals(key));
    }

    private static String listed(JsonNode values) {
        return values.valueStream().map(KeyPage::flow).distinct().collect(Collectors.joining(", "));
    }

    private static String literal(JsonNode value) {
        return value.isMissingNode() ? "" : "`" + flow(value) + "`";
    }

    private static String example(String key, JsonNode schema) {
        JsonNode example = schema.path("examples").path(0);
        return example.isMissingNode()
                ? ""
                : "`%s: %s`".formatted(key, flow(example).replace("|", "\\|"));
    }

    /** Returns what the schema says under a keyword, or what the schema says that it refers to. */
    private Optional<String> said(JsonNode schema, String keyword) {
        if (schema.has(keyword)) {
            return Optional.of(schema.get(keyword).asString());
        }
        return schema.has("$ref")
                ? said(root.at(schema.get("$ref").asString().substring(1)), keyword)
                : Optional.empty();
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("{", "\\{").replace("*", "\\*").replace("_", "\\_");
    }

    /** Returns the anchor that a Markdown page gives a heading. */
    private static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT).replace(" ", "-").replaceAll("[^a-z0-9_-]", "");
    }

    /** Returns a value as YAML on one line. */
    static String flow(JsonNode value) {
        if (value.isArray()) {
            var items = new ArrayList<String>();
            value.forEach(v -> items.add(flow(v)));
            return "[" + String.join(", ", items) + "]";
        }
        if (value.isObject()) {
            return value.properties().stream()
                    .map(e -> e.getKey() + ": " + flow(e.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        if (!value.isString()) {
            return value.toString();
        }
        String text = value.asString();
        return PLAIN.matcher(text).matches() && !NO_TEXT.matcher(text).matches()
                ? text
                : '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
