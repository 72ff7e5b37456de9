package org.attune.history.environment;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;

/** Meta descriptions of strangers. */
@Timeout(120)
class HostileJsonTest {
    static List<String> hostile() {
        return List.of(
                "[".repeat(1_000_000),
                "{\"spack\":".repeat(200_000),
                "{\"nodes\": " + "9".repeat(1_000_000) + "}",
                "{\"nodes\": {\"n\": 1}, \"nodes\": {\"n\": 2}}",
                "{\"spack\": \u0000}",
                "{\"loadable_machine_configuration\\u0000\": {}}",
                "{} {}");
    }

    @ParameterizedTest
    @MethodSource
    void hostile(String text) {
        var e =
                assertThrows(
                        IllegalArgumentException.class, () -> MetaDescription.read(text, "m.json"));
        assertTrue(
                e.getMessage().startsWith("m.json is no meta description: ")
                        && e.getMessage().length() < 2_500
                        && e.getMessage().chars().noneMatch(Character::isISOControl),
                e.getMessage());
    }
}
