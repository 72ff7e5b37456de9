package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class BeliefTest {
    private static TuningProblem.Builder problem() {
        return TuningProblem.named("p")
                .parameter(Parameter.real("x", 0, 10))
                .parameter(Parameter.categorical("c", List.of("a", "b")))
                .objective(Objective.minimize("y"));
    }

    private static void assertRefused(String message, TuningProblem.Builder problem) {
        var e = assertThrows(IllegalArgumentException.class, problem::build);
        assertEquals(message, e.getMessage());
    }

    @Test
    void valuesAreCanonical() {
        TuningProblem problem = problem().belief("x", 2, 3.5).belief("c", "b").build();
        assertEquals(
                List.of(new Belief("x", List.of(2.0, 3.5)), new Belief("c", List.of("b"))),
                problem.beliefs());
        assertEquals(
                Map.of("x", List.of(2.0, 3.5), "c", List.of("b")),
                problem.description().get("beliefs"));
    }

    @Test
    void whatCannotBeBelievedIsRefused() {
        assertRefused("c: 'd' is not one of its values a, b.", problem().belief("c", "d"));
        assertRefused(
                "There is a belief about 'z', which is no parameter.", problem().belief("z", 1));
        assertRefused(
                "x: the range [3, 2] begins with its greater end. Maybe [2.0, 3.0].",
                problem().belief("x", 3, 2));
        assertRefused("Two beliefs share a name: x, x.", problem().belief("x", 1).belief("x", 2));
    }

    @Test
    void nothingIsNoBelief() {
        var e = assertThrows(IllegalArgumentException.class, () -> problem().belief("x"));
        assertEquals("x: a belief needs a value that is likely.", e.getMessage());
    }
}
