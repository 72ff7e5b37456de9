package org.attune.hybrid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Settings;
import org.attune.api.TuningProblem;
import org.attune.api.TuningRequest;
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

    private static boolean hasEffect(String option, Map<String, String> given) {
        Settings settings = Settings.of("hybrid", HybridOptions.all(), given);
        return HybridOptions.all().stream()
                .filter(o -> o.name().equals(option))
                .allMatch(o -> o.need().orElseThrow().met().test(settings));
    }

    @Test
    void optionsOfTheTreeNeedItsTurns() {
        for (String option : List.of("policy", "roll-out", "credit", "depth", "n-find-leaf")) {
            assertTrue(hasEffect(option, Map.of()));
            assertTrue(hasEffect(option, Map.of("tree-every", "1")));
            assertFalse(hasEffect(option, Map.of("tree-every", "0")));
        }
        assertTrue(hasEffect("tree-which", Map.of()));
        assertFalse(hasEffect("tree-which", Map.of("tree-every", "0")));
        assertFalse(hasEffect("tree-which", Map.of("tree-every", "1")));
        assertFalse(hasEffect("tree-which", Map.of("profile", "published")));
    }

    /** The published profile is on the engine of gptune, but searches without its swarm. */
    @Test
    void publishedHasNoSwarm() {
        for (String option : List.of("particles", "generations")) {
            assertTrue(hasEffect(option, Map.of("profile", "gptune")));
            assertFalse(hasEffect(option, Map.of("profile", "published")));
            assertTrue(hasEffect(option, Map.of("profile", "published", "search", "pso")));
        }
    }

    /** Of categories alone it sets options of one objective, which was held against the user. */
    @Test
    void onlyWhatTheUserGaveHasARemark() {
        var problem =
                TuningProblem.named("two")
                        .parameter(Parameter.categorical("c", List.of("a", "b")))
                        .objective(Objective.minimize("f"))
                        .objective(Objective.minimize("g"))
                        .build();
        assertEquals(List.of(), remarks(problem, Map.of()));
        assertEquals(1, remarks(problem, Map.of("interleave", "true")).size());
        assertEquals(1, remarks(problem, Map.of("latent", "2")).size());
    }

    private static List<String> remarks(TuningProblem problem, Map<String, String> given) {
        return new HybridTuner.Provider()
                .remarks(
                        new TuningRequest(
                                problem,
                                List.of(Point.EMPTY),
                                Settings.of("hybrid", HybridOptions.all(), given),
                                new Seed(0)));
    }
}
