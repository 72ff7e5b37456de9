package org.attune.cli;

import org.attune.api.Tuners;
import org.attune.testkit.DeclaredAbilities;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.util.stream.Stream;

/**
 * The table of tuners does not lie: a test of each of its cells, of every tuner that ships. (A
 * contract suite of its own tests few of those that are variants of another.)
 */
class DeclaredAbilitiesTest {
    @TestFactory
    Stream<DynamicTest> everyCellOfTheTable() {
        return Tuners.available().all().stream()
                .filter(t -> !(t instanceof WalkTuner)) // which breaks the law for other tests
                .flatMap(DeclaredAbilities::tests);
    }
}
