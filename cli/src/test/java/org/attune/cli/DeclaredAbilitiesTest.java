package org.attune.cli;

import org.attune.api.Tuners;
import org.attune.testkit.DeclaredAbilities;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.util.Set;
import java.util.stream.Stream;

/**
 * The table of tuners does not lie: a test of each of its cells, of every tuner that ships and has
 * no contract suite of its own, which has these tests.
 */
class DeclaredAbilitiesTest {
    private static final Set<String> OF_SUITES =
            Set.of(
                    "asha",
                    "bandit",
                    "bohb",
                    "cgp",
                    "evolutionary",
                    "forest",
                    "gp-lcm",
                    "gptune-band",
                    "hybrid",
                    "hyperband",
                    "lhs",
                    "mf",
                    "random",
                    "sobol",
                    "tla",
                    "tpe");

    @TestFactory
    Stream<DynamicTest> everyCellOfTheTable() {
        return Tuners.available().all().stream()
                .filter(t ->
                        Tuners.type(t) != WalkTuner.class) // which breaks the law for other tests
                .filter(t -> !OF_SUITES.contains(t.name()))
                .flatMap(DeclaredAbilities::tests);
    }
}
