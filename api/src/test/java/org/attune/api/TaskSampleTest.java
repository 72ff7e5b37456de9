package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.List;
import java.util.function.ToIntFunction;

class TaskSampleTest {
    private static TuningProblem.Builder base() {
        return TuningProblem.named("p")
                .task(Parameter.real("t", 0, 1))
                .task(Parameter.integer("n", 1, 1000))
                .parameter(Parameter.real("x", 0, 1))
                .objective(Objective.minimize("y"));
    }

    @Test
    void isALatinHypercube() {
        List<Point> tasks = TaskSample.of(base().build(), 20, new Seed(3));
        assertCellsUsedOnce(tasks, t -> (int) (t.number("t") * 20));
        assertCellsUsedOnce(tasks, t -> (int) ((t.number("n") - 1) / 50));
    }

    private static void assertCellsUsedOnce(List<Point> tasks, ToIntFunction<Point> cell) {
        var cells = new HashSet<Integer>();
        tasks.forEach(t -> cells.add(cell.applyAsInt(t)));
        assertEquals(tasks.size(), cells.size());
    }

    @Test
    void theSeedDecides() {
        var problem = base().build();
        assertEquals(
                TaskSample.of(problem, 5, new Seed(1)), TaskSample.of(problem, 5, new Seed(1)));
        assertNotEquals(
                TaskSample.of(problem, 5, new Seed(1)), TaskSample.of(problem, 5, new Seed(2)));
    }

    @Test
    void onlyTasksWithAnAdmissibleConfiguration() {
        var problem = base().constraint(Constraint.of("c", "x > n / 100")).build();
        List<Point> tasks = TaskSample.of(problem, 10, new Seed(4));
        assertEquals(10, new HashSet<>(tasks).size());
        assertTrue(tasks.stream().allMatch(t -> t.number("n") < 100), tasks.toString());
    }

    @Test
    void finiteTaskSpacesAreUsedUp() {
        var problem =
                TuningProblem.named("p")
                        .task(Parameter.categorical("m", List.of("a", "b", "c")))
                        .parameter(Parameter.real("x", 0, 1))
                        .objective(Objective.minimize("y"))
                        .build();
        assertEquals(3, new HashSet<>(TaskSample.of(problem, 3, new Seed(5))).size());
        String message =
                assertThrows(
                                IllegalArgumentException.class,
                                () -> TaskSample.of(problem, 4, new Seed(5)))
                        .getMessage();
        assertTrue(message.startsWith("Only 3 of 4 tasks were found"), message);
    }

    @Test
    void nothingToSampleIsRefused() {
        var none =
                TuningProblem.named("p")
                        .parameter(Parameter.real("x", 0, 1))
                        .objective(Objective.minimize("y"))
                        .build();
        assertThrows(IllegalArgumentException.class, () -> TaskSample.of(none, 3, new Seed(0)));
        assertThrows(
                IllegalArgumentException.class,
                () -> TaskSample.of(base().build(), 0, new Seed(0)));
    }
}
