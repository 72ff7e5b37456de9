package org.attune.problemfile;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

import java.math.BigInteger;

/** Parses JSON, also with the infinities that Python writes, which are texts then. */
final class JsonDocument {
    private static final JsonFactory JSON =
            JsonFactory.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();
    private static final int LONGEST_INTEGER = 400; // digits; more are infinite as doubles

    private JsonDocument() {}

    /**
     * Returns the document.
     *
     * @throws ProblemFileException if it is no JSON
     */
    static Located parse(String text, Defects defects) {
        var tree = new TreeBuilder(defects);
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text)) {
            JsonToken token;
            while ((token = parser.nextToken()) != null) {
                TokenStreamLocation place = parser.currentTokenLocation();
                int line = place.getLineNr();
                int column = place.getColumnNr();
                if (tree.root().isPresent()) {
                    throw defects.fatal(line, column, "the document has ended before this.");
                }
                switch (token) {
                    case START_OBJECT -> tree.begin(true, line, column);
                    case START_ARRAY -> tree.begin(false, line, column);
                    case END_OBJECT, END_ARRAY -> tree.end();
                    case PROPERTY_NAME -> tree.key(parser.getString(), line);
                    default -> tree.add(scalar(parser, token, line), column);
                }
            }
        } catch (JacksonException e) {
            TokenStreamLocation place = // a number that is too long has none
                    e.getLocation() == null ? TokenStreamLocation.NA : e.getLocation();
            String problem = e.getOriginalMessage().replaceFirst(" \\((for|start) .*", "");
            throw defects.fatal(
                    Math.max(place.getLineNr(), 1),
                    Math.max(place.getColumnNr(), 1),
                    "no valid JSON: " + problem + ".");
        }
        return tree.root().orElseThrow();
    }

    private static Located scalar(JsonParser parser, JsonToken token, int line) {
        String text = parser.getString();
        return switch (token) {
            case VALUE_NULL -> new Located.Nothing(line);
            case VALUE_TRUE -> new Located.Scalar(line, true, text);
            case VALUE_FALSE -> new Located.Scalar(line, false, text);
            case VALUE_NUMBER_INT -> new Located.Scalar(line, integer(text), text);
            case VALUE_NUMBER_FLOAT -> new Located.Scalar(line, real(text), text);
            default -> new Located.Scalar(line, text, text);
        };
    }

    /** Returns a Double, or the text of what is written as a word. */
    private static Object real(String text) {
        return text.matches("[-+]?[A-Za-z]+") ? text : (Object) Double.valueOf(text);
    }

    /** Returns a Long, a BigInteger where it does not fit, or a Double of very many digits. */
    static Object integer(String text) {
        if (text.length() > LONGEST_INTEGER) { // of which making an integer takes seconds
            return Double.valueOf(text);
        }
        var value = new BigInteger(text);
        return value.bitLength() < Long.SIZE ? (Object) value.longValue() : value;
    }
}
