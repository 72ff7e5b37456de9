package org.attune.api;

import static org.attune.api.ParameterTest.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

/** {@link Objective}, {@link Aggregation} and the checks of {@link Outcome}. */
class ObjectiveTest {
    @Test
    void copiesKeepTheRest() {
        var o =
                Objective.maximize("gflops")
                        .withUnit("GF/s")
                        .within(0, 100)
                        .aggregatedBy(Aggregation.MIN)
                        .derivedAs("1 / seconds");
        assertEquals("GF/s", o.unit());
        assertEquals(-1, o.goal().sign());
        assertEquals(Aggregation.MIN, o.aggregation());
        assertEquals("1 / seconds", o.expression().orElseThrow().text());
        assertTrue(o.accepts(0) && o.accepts(100));
        assertFalse(o.accepts(100.1) || o.accepts(-0.1) || o.accepts(Double.NaN));
        assertEquals(1, Objective.minimize("y").goal().sign());
    }

    @Test
    void wrongRangesAreRefused() {
        assertRefused(
                "y: upper bound 1 is below lower bound 2.",
                () -> Objective.minimize("y").within(2, 1));
        assertThrows(
                IllegalArgumentException.class,
                () -> Objective.minimize("y").within(Double.NaN, 1));
        assertRefused(
                "y is neither optimised nor kept in a range. Maybe give it a bound.",
                () -> Objective.minimize("y").rangeOnly());
    }

    @Test
    void aggregates() {
        var odd = List.of(9.0, 1.0, 2.0);
        assertEquals(2, Aggregation.MEDIAN.of(odd));
        assertEquals(1, Aggregation.MIN.of(odd));
        assertEquals(4, Aggregation.MEAN.of(odd), 1e-15);
        assertEquals(5.5, Aggregation.MEDIAN.of(List.of(9.0, 1.0, 2.0, 10.0)));
        var huge = List.of(Double.MAX_VALUE, Double.MAX_VALUE);
        for (Aggregation a : Aggregation.values()) {
            assertEquals(Double.MAX_VALUE, a.of(huge), a.name());
            assertEquals(-3.5, a.of(List.of(-3.5)), a.name());
            assertThrows(IllegalArgumentException.class, () -> a.of(List.of()));
        }
    }

    @Test
    void measuredOutcomesAreFinite() {
        assertThrows(IllegalArgumentException.class, () -> Outcome.measured("y", Double.NaN));
        assertThrows(
                IllegalArgumentException.class,
                () -> Outcome.measured("y", Double.POSITIVE_INFINITY));
        assertThrows(
                IllegalArgumentException.class, () -> new Outcome.Measured(Map.of(), Map.of(), 0));
        assertThrows(
                IllegalArgumentException.class,
                () -> new Outcome.Measured(Map.of("y", List.of()), Map.of(), 0));
        assertThrows(
                IllegalArgumentException.class,
                () -> new Outcome.Failed(FailureCause.CRASH, "", -1));
        assertThrows(
                IllegalArgumentException.class,
                () -> new Outcome.Failed(FailureCause.CRASH, "", Double.NaN));
    }

    @Test
    void causesOfFailureHaveTexts() {
        for (FailureCause cause : FailureCause.values()) {
            assertEquals(cause, FailureCause.of(cause.text()));
        }
        assertEquals("out-of-memory", FailureCause.OUT_OF_MEMORY.text());
        assertThrows(IllegalArgumentException.class, () -> FailureCause.of("OUT_OF_MEMORY"));
    }
}
