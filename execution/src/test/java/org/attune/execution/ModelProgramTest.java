package org.attune.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Constraint;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class ModelProgramTest {
    private static final TuningProblem PROBLEM =
            TuningProblem.named("p")
                    .parameter(Parameter.integer("n", 1, 50))
                    .parameter(Parameter.real("x", 0, 1))
                    .derived("half", "n / 2")
                    .constraint(Constraint.of("small", "half < 20"))
                    .objective(Objective.minimize("seconds"))
                    .build();

    @TempDir private Path folder;

    private static ModelProgram program(Map<String, Object> entry) {
        return ModelProgram.of(PROBLEM, "cheap", entry);
    }

    private static Map<String, Object> entry(int runs) {
        return Map.of("command", List.of("echo", "cheap={n}"), "runs", runs);
    }

    @Test
    void designsAreAdmissibleAndGoOn() {
        List<Point> design = program(entry(12)).design(Point.EMPTY, new Seed(1));
        assertEquals(12, new HashSet<>(design).size());
        assertTrue(design.stream().allMatch(p -> PROBLEM.admits(Point.EMPTY, p)));
        List<Point> more = program(entry(15)).design(Point.EMPTY, new Seed(1));
        assertEquals(design, more.subList(0, 12));
        assertNotEquals(design, program(entry(12)).design(Point.EMPTY, new Seed(2)));
        assertEquals(program(entry(12)).basis(), program(entry(15)).basis());
        int usual =
                program(Map.of("command", List.of("echo"))).design(Point.EMPTY, new Seed(1)).size();
        assertEquals(20, usual);
    }

    @Test
    void aDesignEndsWithTheConfigurations() {
        var few =
                TuningProblem.named("p")
                        .parameter(Parameter.integer("n", 1, 4))
                        .objective(Objective.minimize("seconds"))
                        .build();
        assertEquals(
                4, ModelProgram.of(few, "cheap", entry(9)).design(Point.EMPTY, new Seed(1)).size());
    }

    @Test
    void aRunGivesItsValueOrItsFailure() {
        Point point = Point.of("n", 7L, "x", 0.5);
        ModelProgram good = program(entry(3));
        try (CommandEvaluator evaluator = good.evaluator(folder, folder.resolve("runs"))) {
            assertEquals(Optional.of(7.0), good.value(good.run(evaluator, 1, Point.EMPTY, point)));
        }
        ModelProgram bad = program(Map.of("command", List.of("echo", "nothing")));
        try (CommandEvaluator evaluator = bad.evaluator(folder, folder.resolve("runs"))) {
            assertEquals(Optional.empty(), bad.value(bad.run(evaluator, 1, Point.EMPTY, point)));
        }
    }

    @Test
    void messagesNameTheField() {
        String command = message(Map.of("command", List.of("echo", "{m}")));
        assertTrue(command.startsWith("performance_models.cheap.command[1]: "), command);
        String output =
                message(Map.of("command", List.of("echo"), "output", Map.of("regexp", "(.*)")));
        assertTrue(output.startsWith("performance_models.cheap.output"), output);
    }

    private static String message(Map<String, Object> entry) {
        return assertThrows(IllegalArgumentException.class, () -> program(entry)).getMessage();
    }
}
