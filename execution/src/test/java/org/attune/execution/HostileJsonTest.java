package org.attune.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;

/** JSON that a program may print. */
@Timeout(120)
class HostileJsonTest {
    private static JsonCollector collected(String text) {
        var collector = new JsonCollector("/a");
        collector.line(text, 0, text.length());
        return collector;
    }

    static List<String> hostile() {
        return List.of(
                "[".repeat(1_000_000),
                "{\"a\":".repeat(200_000),
                "{\"a\": " + "9".repeat(1_000_000) + "}",
                "{\"a\": 1e999999999}",
                "{\"a\": \"" + "x".repeat(10_000_000) + "\"}",
                "{\"a\": \"1\\ud800\"}",
                "{\"a\": 1} {\"a\": 2}",
                "{\"a\": \u0000}");
    }

    @ParameterizedTest
    @MethodSource
    void hostile(String text) {
        var e = assertThrows(UnreadableException.class, () -> collected(text).values());
        assertTrue(e.getMessage().length() < 1_000, e.getMessage());
    }

    /** As most readers of JSON do; studies rely on it. */
    @Test
    void ofAKeyThatIsThereTwiceTheLastOneCounts() throws Exception {
        assertEquals(List.of(2.5), collected("{\"a\": 1.5, \"a\": 2.5}").values());
    }
}
