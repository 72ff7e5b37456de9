package org.attune.history.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.Map;
import java.util.Optional;

class VersionTest {
    private static Version version(String text) {
        return Version.parse(text).orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        "4.10.0, 5.0.1, -1", // as digits 4100 > 501
        "1.10.0, 2.0.0, -1",
        "4.10, 4.9, 1",
        "4.1, 4.1.0, 0",
        "20.9.20, 20.10, -1",
        "v1.2, 1.2-rc1, 0",
    })
    void numbersAreComparedOneByOne(String a, String b, int sign) {
        assertEquals(sign, version(a).compareTo(version(b)));
        assertEquals(-sign, version(b).compareTo(version(a)));
        assertEquals(sign == 0, version(a).equals(version(b)));
        if (sign == 0) {
            assertEquals(version(a).hashCode(), version(b).hashCode());
        }
    }

    @Test
    void entriesOfAllYearsAreRead() {
        for (Object entry :
                List.of(
                        Map.of("version_split", List.of(8, 3, 0)),
                        Map.of("version_split", List.of("8", "3", "0")),
                        Map.of("version_str", "8.3.0"),
                        Map.of("version", "8.3.0", "tags", "lib,mpi"),
                        Map.of("version_number", 8.3),
                        "8.3")) {
            assertEquals(version("8.3"), Version.ofEntry(entry).orElseThrow(), entry.toString());
        }
        assertEquals(Optional.empty(), Version.ofEntry(Map.of("version_text", "main")));
        assertEquals(Optional.empty(), Version.ofEntry(Map.of("version_split", List.of())));
        assertEquals(Optional.empty(), Version.ofEntry(Map.of("tags", "lib")));
    }

    @Test
    void rangesIncludeTheirEnds() {
        VersionRange range = VersionRange.parse("4.0.1..5");
        assertTrue(range.holds(version("4.0.1")) && range.holds(version("4.10")));
        assertTrue(range.holds(version("5.0.0")) && !range.holds(version("5.0.1")));
        assertTrue(VersionRange.parse("4..").holds(version("99")));
        assertTrue(!VersionRange.parse("4").holds(version("4.1")));
        assertThrows(IllegalArgumentException.class, () -> VersionRange.parse("x..2"));
        assertThrows(
                IllegalArgumentException.class,
                () -> VersionRange.of("gcc", Map.of("version_from", "new")));
    }
}
