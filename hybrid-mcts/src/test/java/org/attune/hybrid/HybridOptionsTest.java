package org.attune.hybrid;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.attune.api.Settings;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class HybridOptionsTest {
    private static List<String> needing(Map<String, String> given) {
        Settings settings = Settings.of("hybrid", HybridOptions.all(), given);
        return HybridOptions.all().stream()
                .filter(o -> List.of("widest", "selection-criterion", "local").contains(o.name()))
                .filter(o -> !o.need().orElseThrow().met().test(settings))
                .map(o -> o.need().orElseThrow().words())
                .toList();
    }

    @Test
    void someOptionsNeedOthers() {
        assertEquals(List.of("levels=discrete", "profile=published"), needing(Map.of()));
        assertEquals(
                List.of("profile=standard or gptune"),
                needing(Map.of("profile", "published", "levels", "discrete")));
    }
}
