package org.attune.history;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON objects as maps and back, exactly: an integer is a {@link Long}, a number with a point or an
 * exponent a {@link Double}, written with the fewest digits that read back as the same bits.
 *
 * <p>The text is ASCII, everything else is escaped, so that any string of Java survives, half a
 * surrogate pair included, and no character can be taken for the end of a line.
 */
final class Json {
    private static final int LONGEST_MESSAGE = 500; // of the parser, which quotes the text
    private static final JsonFactory FACTORY =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private Json() {}

    /**
     * Returns the object as one line of text, without a line break.
     *
     * @throws IllegalArgumentException if it holds a number that is not finite, or anything but
     *     strings, numbers, booleans, lists and maps
     */
    static byte[] write(Map<String, ?> object) {
        var bytes = new ByteArrayOutputStream(512);
        try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
            value(out, "the record", object);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "Cannot be written as JSON: " + e.getOriginalMessage(), e);
        }
        return bytes.toByteArray();
    }

    private static void value(JsonGenerator out, String key, Object value) {
        switch (value) {
            case String s -> out.writeString(s);
            case Double d -> real(out, key, d);
            case Float f -> real(out, key, f);
            case Long l -> out.writeNumber(l);
            case Integer i -> out.writeNumber(i);
            case Short s -> out.writeNumber(s);
            case Byte b -> out.writeNumber(b);
            case BigDecimal d -> real(out, key, d.doubleValue());
            case BigInteger i when i.bitLength() < Long.SIZE -> out.writeNumber(i.longValue());
            case Boolean b -> out.writeBoolean(b);
            case Map<?, ?> m -> {
                out.writeStartObject();
                m.forEach((k, v) -> {
                    out.writeName(String.valueOf(k));
                    value(out, String.valueOf(k), v);
                });
                out.writeEndObject();
            }
            case Iterable<?> l -> {
                out.writeStartArray();
                l.forEach(v -> value(out, key, v));
                out.writeEndArray();
            }
            case null, default ->
                    throw new IllegalArgumentException(
                            "'%s' is %s, but a journal keeps strings, numbers, lists and maps."
                                    .formatted(key, value));
        }
    }

    private static void real(JsonGenerator out, String key, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(
                    "'%s' is %s, but a journal keeps finite numbers. Maybe leave it out."
                            .formatted(key, value));
        }
        out.writeNumber(value);
    }

    /**
     * Returns the object of this text.
     *
     * @throws IllegalArgumentException if it is not one JSON object and nothing else
     */
    static Map<String, Object> read(byte[] text, int from, int length) {
        try (JsonParser in = FACTORY.createParser(ObjectReadContext.empty(), text, from, length)) {
            if (in.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("is not a JSON object");
            }
            Map<String, Object> object = object(in);
            if (in.nextToken() != null) {
                throw new IllegalArgumentException("has text after its end");
            }
            return object;
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "is not valid JSON: " + Shown.text(e.getOriginalMessage(), LONGEST_MESSAGE), e);
        }
    }

    private static Map<String, Object> object(JsonParser in) {
        var map = new LinkedHashMap<String, Object>();
        for (String name = in.nextName(); name != null; name = in.nextName()) {
            in.nextToken();
            map.put(name, value(in, name));
        }
        return map;
    }

    private static Object value(JsonParser in, String name) {
        return switch (in.currentToken()) {
            case START_OBJECT -> object(in);
            case START_ARRAY -> list(in, name);
            case VALUE_STRING -> in.getString();
            case VALUE_NUMBER_INT -> in.getLongValue();
            case VALUE_NUMBER_FLOAT -> in.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default ->
                    throw new IllegalArgumentException("'%s' is null".formatted(Shown.text(name)));
        };
    }

    private static List<Object> list(JsonParser in, String name) {
        var list = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
            list.add(value(in, name));
        }
        return list;
    }
}
