package org.attune.history.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

class PythonJsonTest {
    @Test
    void pythonsValuesAreRead() {
        assertEquals(
                Arrays.asList(
                        1L,
                        1.0,
                        -2.5e-3,
                        Double.NaN,
                        Double.POSITIVE_INFINITY,
                        Double.NEGATIVE_INFINITY,
                        true,
                        false,
                        null,
                        new BigInteger("123456789012345678901"),
                        "it's \u00e9 \ud83d\ude00",
                        Map.of("a", List.of()),
                        Map.of("nodes", 8L, "cores", 32L)),
                PythonJson.read(
                        """
                        [1, 1.0, -2.5E-3, NaN, Infinity, -inf, True, false, None,
                         123456789012345678901, 'it\\'s \\u00e9 \\ud83d\\ude00', {'a': []},
                         ["nodes": 8, "cores": 32],]\
                        """));
    }

    @Test
    void bitsOfDoublesAndHalfPairsSurvive() {
        var values =
                List.of(
                        -0.0,
                        Double.MIN_VALUE,
                        Double.MAX_VALUE,
                        0.1 + 0.2,
                        1e16,
                        Double.NaN,
                        "\ud800 \"\\\n\u0001\u2028",
                        3L);
        assertEquals(values, PythonJson.read(PythonText.line(values)));
        assertEquals(values, PythonJson.read(PythonText.indented(values)));
    }

    @Test
    void theLayoutIsPythons() {
        var map = new java.util.LinkedHashMap<String, Object>();
        map.put("a", List.of(1L, 2.0));
        map.put("b", Map.of());
        assertEquals("{\"a\": [1, 2.0], \"b\": {}}", PythonText.line(map));
        assertEquals(
                "{\n  \"a\": [\n    1,\n    2.0\n  ],\n  \"b\": {}\n}\n", PythonText.indented(map));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[1",
                "[1 2]",
                "{\"a\"}",
                "{\"a\": }",
                "{a: 1}",
                "\"x",
                "\"\\q\"",
                "\"\\u12\"",
                "1.2.3",
                "0x10",
                "1f",
                "tru",
                "[,]",
                "{} {}",
                "[\"a\": 1, 2]",
                "\"a\nb\"",
                "@"
            })
    void anythingElseIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> PythonJson.read(text));
    }

    @Test
    void whatIsTooDeepOrTooLongIsRefused() {
        String deep = "[".repeat(100_000);
        assertThrows(IllegalArgumentException.class, () -> PythonJson.read(deep));
        String digits = "1".repeat(1_000_000);
        assertThrows(IllegalArgumentException.class, () -> PythonJson.read(digits));
    }
}
