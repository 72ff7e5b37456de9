package org.attune.execution;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a number, or a list of numbers, from a JSON document, or from the last line that is one.
 */
class JsonCollector extends Collector {
    /** Characters that are kept for reading at the end; larger documents are refused. */
    private static final int MAX_SIZE = 16 << 20;

    private static final JsonMapper MAPPER =
            JsonMapper.builder()
                    .enable(
                            JsonReadFeature
                                    .ALLOW_NON_NUMERIC_NUMBERS) // to quote NaN in the message
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    private final String pointer;
    private final StringBuilder text = new StringBuilder();
    private boolean tooLarge;
    private Optional<String> gap = Optional.empty();

    JsonCollector(String pointer) {
        this.pointer = pointer;
    }

    @Override
    void line(String block, int from, int to) {
        if (text.length() + to - from >= MAX_SIZE) {
            tooLarge = true;
            text.setLength(0); // a last line of JSON may still come
        }
        text.append(block, from, to).append('\n');
    }

    @Override
    void gap(String why) {
        gap = Optional.of(why);
        text.setLength(0);
    }

    @Override
    final List<Double> values() throws UnreadableException {
        Optional<JsonNode> document = tooLarge ? Optional.empty() : parsed(text.toString());
        return values(document.or(this::lastLine).orElseThrow(this::noJson));
    }

    /** Returns the values that a document has, at least one. */
    List<Double> values(JsonNode root) throws UnreadableException {
        JsonNode node = root.at(JsonPointer.compile(pointer));
        if (node.isMissingNode()) {
            throw new UnreadableException(
                    "there is nothing at %s in %s".formatted(pointer, quoted(root.toString())));
        }
        var values = new ArrayList<Double>();
        for (JsonNode value : node.isArray() ? node : List.of(node)) {
            values.add(number(value.isValueNode() ? value.asString() : value.toString()));
            if (values.size() > MAX_VALUES) {
                throw new UnreadableException("more than %d values".formatted(MAX_VALUES));
            }
        }
        if (values.isEmpty()) {
            throw new UnreadableException("the list at %s is empty".formatted(pointer));
        }
        return values;
    }

    private Optional<JsonNode> lastLine() {
        return text.toString().lines().toList().reversed().stream()
                .filter(JsonCollector::isLikeJson)
                .flatMap(l -> parsed(l).stream())
                .findFirst();
    }

    private UnreadableException noJson() {
        if (tooLarge) {
            return new UnreadableException(
                    "more than %d MiB are too much to be read as JSON".formatted(MAX_SIZE >> 20));
        }
        String found = text.toString().strip();
        return new UnreadableException(
                gap.map(why -> "it is not all there to be read as JSON: " + why)
                        .orElse(
                                found.isEmpty()
                                        ? "it is empty, not JSON"
                                        : "found '%s', not JSON%s"
                                                .formatted(quoted(found), reason())));
    }

    /** Returns why what looks like JSON is none, and where; empty where nothing looks so. */
    private String reason() {
        String all = text.toString();
        return Optional.of(all)
                .filter(JsonCollector::isLikeJson)
                .or(() -> all.lines().filter(JsonCollector::isLikeJson).reduce((a, b) -> b))
                .map(JsonCollector::reason)
                .orElse("");
    }

    private static String reason(String json) {
        try {
            MAPPER.readTree(json);
            return "";
        } catch (JacksonException e) {
            String why = e.getOriginalMessage().replaceFirst("(?s) \\(JSON String.*|\\R.*", "");
            return ": " + why + place(json, Optional.ofNullable(e.getLocation()));
        }
    }

    /** Says where a parser stopped, if it knows, as it does not beyond a limit of its own. */
    private static String place(String json, Optional<TokenStreamLocation> at) {
        boolean isLong = json.strip().contains("\n");
        return at.map(p ->
                        ", at %scolumn %d"
                                .formatted(
                                        isLong ? "line %d, ".formatted(p.getLineNr()) : "",
                                        p.getColumnNr()))
                .orElse("");
    }

    private static boolean isLikeJson(String text) {
        String start = text.stripLeading();
        return start.startsWith("{") || start.startsWith("[");
    }

    private static Optional<JsonNode> parsed(String json) {
        try {
            return Optional.of(MAPPER.readTree(json)).filter(n -> !n.isMissingNode());
        } catch (JacksonException notJson) {
            return Optional.empty(); // the caller says so
        }
    }
}
