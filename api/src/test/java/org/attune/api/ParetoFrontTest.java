package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class ParetoFrontTest {
    private static final TuningProblem PROBLEM =
            TuningProblem.named("p")
                    .parameter(Parameter.real("x", 0, 1000))
                    .objective(Objective.minimize("seconds"))
                    .objective(Objective.maximize("rate").within(0, 100))
                    .objective(Objective.minimize("mb").within(0, 9).rangeOnly())
                    .build();

    private static Trial trial(long number, double seconds, double rate, double mb) {
        return new Trial(
                number,
                Candidate.of(Point.EMPTY, Point.of("x", (double) number)),
                Origin.of("test"),
                new Outcome.Measured(
                        Map.of(
                                "seconds",
                                List.of(seconds),
                                "rate",
                                List.of(rate),
                                "mb",
                                List.of(mb)),
                        Map.of(),
                        0),
                Provenance.here(Effort.NONE));
    }

    private static List<Long> numbers(ParetoFront front) {
        return front.trials().stream().map(Trial::number).toList();
    }

    /** Three strips seen from (22, 18): 22 by 2, 12 by 10 and 2 by 10. */
    @Test
    void oneIsMinimisedAndOneMaximised() {
        List<Trial> trials =
                List.of(
                        trial(1, 20, 40, 1),
                        trial(2, 10, 30, 1),
                        trial(3, 10, 25, 1),
                        trial(4, 0, 20, 1),
                        trial(5, 21, 40, 1),
                        trial(6, 0, 20, 1),
                        trial(7, 0, 90, 10),
                        trial(8, 0, 101, 1));
        ParetoFront front = ParetoFront.of(PROBLEM, trials);
        assertEquals(List.of(1L, 2L, 4L, 6L), numbers(front));
        assertEquals(Map.of("seconds", 22.0, "rate", 18.0), front.reference());
        assertEquals(22 * 2 + 12 * 10 + 2 * 10, front.hypervolume());
    }

    /** From the reference (22, 18): 2 x 22, with the second 12 x 10 more, with the third 2 x 10. */
    @Test
    void theHypervolumeGrowsWithEachTrialOfTheFront() {
        List<Trial> trials =
                List.of(
                        trial(1, 0, 20, 1),
                        trial(2, 0, 90, 10), // out of range
                        trial(3, 10, 30, 1),
                        trial(4, 11, 29, 1), // dominated
                        trial(5, 20, 40, 1));
        ParetoFront front = ParetoFront.of(PROBLEM, trials);
        assertEquals(List.of(44.0, 44.0, 164.0, 164.0, 184.0), front.growth(PROBLEM, trials));
        assertEquals(184, front.hypervolume());
    }

    @Test
    void aFrontOfOneTrialHasAReference() {
        ParetoFront front = ParetoFront.of(PROBLEM, List.of(trial(1, 0, 40, 1)));
        assertEquals(Map.of("seconds", 0.1, "rate", 36.0), front.reference());
        assertEquals(0.4, front.hypervolume(), 1e-12);
    }

    /** A program may return the largest double where it fails. */
    @Test
    void theLargestDoubleHasAReferenceToo() {
        List<Trial> trials = List.of(trial(1, Double.MAX_VALUE, 40, 1), trial(2, 1, 30, 1));
        ParetoFront front = ParetoFront.of(PROBLEM, trials);
        assertEquals(List.of(1L, 2L), numbers(front));
        assertEquals(Map.of("seconds", Double.MAX_VALUE, "rate", 29.0), front.reference());
    }

    @Test
    void nothingUsable() {
        ParetoFront front = ParetoFront.of(PROBLEM, List.of(trial(1, 0, 40, 10)));
        assertEquals(List.of(), front.trials());
        assertEquals(Map.of(), front.reference());
        assertEquals(0, front.hypervolume());
        assertEquals(List.of(0.0), front.growth(PROBLEM, List.of(trial(1, 0, 40, 10))));
    }
}
