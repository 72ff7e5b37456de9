package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Optional;

class SampledModelTest {
    private static final Point TASK = Point.of("m", 3L);
    private static final SampledModel MODEL =
            new SampledModel("short", Optional.empty(), Map.of("command", List.of("x")), List.of());

    private static SampledModel.Sample sample(Point task, long n, double value) {
        return new SampledModel.Sample(task, Point.of("n", n), value);
    }

    @Test
    void hasAValueWhereItWasRun() {
        SampledModel model =
                MODEL.with(List.of(sample(TASK, 1, 0.5), sample(Point.of("m", 4L), 2, 7)));
        PerformanceModel.Fit fit = model.fit(List.of());
        assertEquals(0.5, fit.value(Point.of("m", 3L, "n", 1L, "cores", 8L)));
        assertEquals(Double.NaN, fit.value(Point.of("m", 3L, "n", 2L)));
        assertEquals(1, model.samples(TASK).size());
        assertThrows(IllegalArgumentException.class, () -> sample(TASK, 1, Double.NaN));
    }

    /** Samples are no part of what a study compares with the problem that it was started with. */
    @Test
    void samplesDoNotChangeTheDescription() {
        var problem =
                TuningProblem.named("p")
                        .task(Parameter.integer("m", 1, 9))
                        .parameter(Parameter.integer("n", 1, 9))
                        .derived("twice", "2 * n")
                        .constraint(Constraint.of("small", "twice < 10"))
                        .objective(Objective.minimize("seconds"))
                        .derivedOutput("rate", "n / seconds")
                        .model(MODEL)
                        .build();
        TuningProblem loaded =
                problem.withModels(List.of(MODEL.with(List.of(sample(TASK, 1, 0.5)))));
        assertEquals(problem.description(), loaded.description());
        assertEquals(List.of("short"), List.copyOf(problem.measuring("short").measuredOutputs()));
    }
}
