package org.attune.studies.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Point;
import org.attune.api.Scale;
import org.attune.studies.text.Json.IfPresent;
import org.attune.studies.text.Json.Inline;
import org.attune.studies.text.Json.Named;
import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

class JsonTest {
    record Inner(int a, String camelCase) {}

    record Names(
            double coverage50,
            Scale kind,
            @Named("java flags") String flags,
            @Inline Inner in,
            @Inline Optional<Inner> none) {}

    record Empty(
            Optional<String> absent,
            @IfPresent Optional<String> left,
            OptionalDouble number,
            @IfPresent OptionalLong out,
            @IfPresent List<String> list,
            List<String> kept,
            @IfPresent Map<String, String> map) {}

    @Test
    void componentsAreNamed() {
        var names = new Names(0.5, Scale.LOG, "-X", new Inner(1, "b"), Optional.empty());
        assertEquals(
                "{\"coverage_50\": 0.5, \"kind\": \"log\", \"java flags\": \"-X\", \"a\": 1,"
                        + " \"camel_case\": \"b\"}",
                Json.text(names));
        assertEquals(
                List.of("coverage_50", "kind", "java flags", "a", "camel_case"),
                List.copyOf(Json.fields(names).keySet()));
    }

    /** An empty map is something, unlike an empty list: a program printed no extra output. */
    @Test
    void whatIsEmptyIsNullOrLeftOut() {
        var empty =
                new Empty(
                        Optional.empty(),
                        Optional.empty(),
                        OptionalDouble.empty(),
                        OptionalLong.empty(),
                        List.of(),
                        List.of(),
                        Map.of());
        assertEquals(
                "{\"absent\": null, \"number\": null, \"kept\": [], \"map\": {}}",
                Json.text(empty));
        var full =
                new Empty(
                        Optional.of("a"),
                        Optional.of("b"),
                        OptionalDouble.of(1),
                        OptionalLong.of(2),
                        List.of("c"),
                        List.of(),
                        Map.of("k", "v"));
        assertEquals(
                "{\"absent\": \"a\", \"left\": \"b\", \"number\": 1.0, \"out\": 2, \"list\":"
                        + " [\"c\"], \"kept\": [], \"map\": {\"k\": \"v\"}}",
                Json.text(full));
    }

    @Test
    void valuesAreWritten() {
        assertEquals("[null, null, -0.0, 3, true]", text(Double.NaN, null, -0.0, 3L, true));
        assertEquals("[{\"n\": 3}]", text(Point.of(Map.of("n", 3L))));
        assertEquals("[\"a/b\", \"1970-01-01T00:00:00Z\"]", text(Path.of("a/b"), Instant.EPOCH));
        assertEquals("[\"\\\"\\\\\\n\\t\\u0007\"]", text("\"\\\n\t\u0007"));
        assertEquals("[\"é\\ud83d\\ude00\"]", text("é😀"));
        var why = assertThrows(IllegalArgumentException.class, () -> text(new Object()));
        assertTrue(why.getMessage().contains("java.lang.Object has no form"), why.getMessage());
    }

    private static String text(Object... values) {
        return Json.text(Arrays.asList(values));
    }
}
