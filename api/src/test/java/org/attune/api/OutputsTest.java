package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

class OutputsTest {
    private static TuningProblem.Builder base() {
        return TuningProblem.named("p")
                .task(Parameter.integer("n", 1, 100))
                .parameter(Parameter.integer("b", 0, 100))
                .parameter(Parameter.integer("k", 0, 9).activeIf("b > 50"))
                .objective(Objective.minimize("seconds").aggregatedBy(Aggregation.MIN));
    }

    private static Trial trial(Map<String, List<Double>> outputs) {
        return trial(new Outcome.Measured(outputs, Map.of(), 0));
    }

    private static Trial trial(Outcome outcome) {
        return new Trial(
                1,
                Candidate.of(Point.of("n", 10), Point.of("b", 4)),
                Origin.of("test"),
                outcome,
                Provenance.here(Effort.NONE));
    }

    /** The smallest time is 2, of which 40/2 is the rate; the median of the rates would be 10. */
    @Test
    void computedFromTheAggregatesBesideIt() {
        var problem = base().derivedOutput("rate", "n*b/seconds").build();
        assertEquals(
                Map.of("seconds", 2.0, "rate", 20.0),
                problem.outputs(trial(Map.of("seconds", List.of(2.0, 8.0, 4.0)))));
    }

    /** Of 40/2, 40/8 and 40/4 the median is 10. */
    @Test
    void anObjectiveIsComputedForEachRepetition() {
        var problem = base().objective(Objective.maximize("rate").derivedAs("n*b/seconds")).build();
        assertEquals(
                OptionalDouble.of(10),
                problem.value(trial(Map.of("seconds", List.of(2.0, 8.0, 4.0))), "rate"));
    }

    @Test
    void ownAggregationOfAnObjective() {
        var problem =
                base().objective(
                                Objective.maximize("rate")
                                        .derivedAs("40/seconds")
                                        .aggregatedBy(Aggregation.MIN))
                        .build();
        assertEquals(
                OptionalDouble.of(5),
                problem.value(trial(Map.of("seconds", List.of(2.0, 8.0, 4.0))), "rate"));
    }

    /** Smallest of the seconds is 2, median of the watts 5. */
    @Test
    void computedFromAggregatesWhereTheCountsDiffer() {
        var problem = base().derivedOutput("energy", "watts*seconds").build();
        var outputs = Map.of("seconds", List.of(3.0, 2.0), "watts", List.of(1.0, 9.0, 5.0));
        assertEquals(OptionalDouble.of(10), problem.value(trial(outputs), "energy"));
    }

    @Test
    void emptyWhereItCannotBeComputed() {
        var problem =
                base().derivedOutput("inverse", "1/seconds")
                        .derivedOutput("inactive", "seconds*k")
                        .build();
        var zero = trial(Map.of("seconds", List.of(0.0)));
        assertEquals(OptionalDouble.empty(), problem.value(zero, "inverse"));
        assertEquals(OptionalDouble.empty(), problem.value(zero, "inactive"));
        assertEquals(Map.of("seconds", 0.0), problem.outputs(zero));
        Trial failed = trial(Outcome.failed(FailureCause.CRASH, ""));
        assertEquals(OptionalDouble.empty(), problem.value(failed, "seconds"));
        assertEquals(OptionalDouble.empty(), problem.value(trial(Outcome.PENDING), "inverse"));
        assertThrows(IllegalArgumentException.class, () -> problem.value(failed, "nonsense"));
    }

    @Test
    void chainsAreRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () ->
                        base().derivedOutput("rate", "1/seconds")
                                .derivedOutput("cost", "2*rate")
                                .build());
    }

    @Test
    void optimisedOutputsComeFirst() {
        var problem =
                base().objective(Objective.minimize("memory").within(0, 9).rangeOnly())
                        .objective(Objective.maximize("score"))
                        .build();
        var outputs =
                Map.of("memory", List.of(1.0), "score", List.of(2.0), "seconds", List.of(3.0, 5.0));
        assertEquals(
                List.of("seconds", "score", "memory"),
                List.copyOf(problem.outputs(trial(outputs)).keySet()));
        assertEquals(3.0, problem.outputs(trial(outputs)).get("seconds"));
    }
}
