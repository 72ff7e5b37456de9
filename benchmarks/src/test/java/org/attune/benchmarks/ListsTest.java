package org.attune.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Map;

/** Lists as the command line writes them. */
class ListsTest {
    @Test
    void tunersAreSplitOutsideBrackets() {
        List<TunerChoice> choices = TunerChoice.list("gp-lcm[a=1,2;b=x=y], random,sobol[c=]");

        assertEquals(
                List.of("gp-lcm[a=1,2;b=x=y]", "random", "sobol[c=]"),
                choices.stream().map(TunerChoice::text).toList());
        assertEquals(
                List.of("gp-lcm", "random", "sobol"),
                choices.stream().map(TunerChoice::tuner).toList());
        assertEquals(Map.of("a", "1,2", "b", "x=y"), choices.get(0).options());
        assertEquals(Map.of(), choices.get(1).options());
        assertEquals(Map.of("c", ""), choices.get(2).options());
    }

    @Test
    void trialsInParallelAreNoOptionOfTheTuner() {
        TunerChoice choice = TunerChoice.list("gp-lcm[parallel=4;initial=8]").getFirst();

        assertEquals(4, choice.parallel());
        assertEquals(Map.of("initial", "8"), choice.options());
        assertEquals(1, TunerChoice.list("random").getFirst().parallel());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a,",
                "a[parallel=0]",
                "a[parallel=many]",
                "a[",
                "a]",
                "[b=1]",
                "a[b]",
                "a[]",
                "a[b=1]c",
                "a[b=1;b=2]",
                "a[[b=1]]",
                "a[b=1,random",
                "a,a"
            })
    void malformedTunersAreRefused(String list) {
        assertThrows(IllegalArgumentException.class, () -> TunerChoice.list(list));
    }

    @Test
    void seedsAreRangesAndNumbers() {
        assertEquals(List.of(0L, 1L, 2L, 7L), Selection.seeds("0-2,7"));
        assertEquals(List.of(3L), Selection.seeds("3"));
        assertEquals(List.of(1L, 2L, 3L), Selection.seeds("1-2,2-3"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "3-1", "-1", "0-1-2", "1,,2", "0..4", "0-99999999"})
    void malformedSeedsAreRefused(String list) {
        assertThrows(IllegalArgumentException.class, () -> Selection.seeds(list));
    }

    @Test
    void problemsHaveATaskOrAll() {
        try (ProblemSource suite = Suites.named("public")) {
            List<Selection> selections = Selection.list("branin, demo:2,pdgeqrf:*", suite);
            assertEquals(
                    List.of("branin:0", "demo:2", "pdgeqrf:*"),
                    selections.stream().map(Selection::toString).toList());
            assertEquals(
                    List.of("pdgeqrf:0", "pdgeqrf:1", "pdgeqrf:2", "pdgeqrf:3"),
                    selections.get(2).taskNames());
            assertEquals(15, Selection.all(suite).size());
            for (String list :
                    List.of("", "nothing", "branin:1", "branin:x", "branin:-1", "demo:")) {
                assertThrows(
                        IllegalArgumentException.class, () -> Selection.list(list, suite), list);
            }
        }
        assertThrows(IllegalArgumentException.class, () -> Suites.named("pubic"));
    }
}
