package org.attune.api;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Samples tasks: a Latin hypercube over the task space, of which only tasks with an admissible
 * configuration are kept.
 *
 * <p>In each coordinate the n points lie in n intervals of equal width, one in each (M. McKay, R.
 * Beckman and W. Conover, Technometrics 21 (1979)). Where constraints refuse some, further
 * hypercubes follow until n are found.
 */
public final class TaskSample {
    private static final int MAX_ROUNDS = 1_000;
    private static final int PATIENCE = 5_000; // to find a configuration of a task

    private TaskSample() {}

    /**
     * Returns distinct admissible tasks.
     *
     * @param count how many, positive
     * @throws IllegalArgumentException if there are no task parameters, or that many cannot be
     *     found
     */
    public static List<Point> of(TuningProblem problem, int count, Seed seed) {
        Space space = problem.taskSpace();
        if (space.dimension() == 0 || count < 1) {
            throw new IllegalArgumentException(
                    "%d tasks cannot be sampled from %d task parameters."
                            .formatted(count, space.dimension()));
        }
        Set<Point> tasks = new LinkedHashSet<>();
        for (int round = 0; round < MAX_ROUNDS && tasks.size() < count; round++) {
            Generator random = seed.generator("tasks", round);
            for (Point task : hypercube(space, count, random)) {
                if (tasks.size() < count
                        && !tasks.contains(task)
                        && hasConfiguration(problem, task, random)) {
                    tasks.add(task);
                }
            }
        }
        if (tasks.size() < count) {
            throw new IllegalArgumentException(
                    "Only %d of %d tasks were found for which a configuration is admissible. Maybe sample fewer, or list the tasks."
                            .formatted(tasks.size(), count));
        }
        return List.copyOf(tasks);
    }

    private static List<Point> hypercube(Space space, int count, Generator random) {
        double[][] units = new double[count][space.dimension()];
        int[] cells = new int[count];
        for (int d = 0; d < space.dimension(); d++) {
            for (int i = 0; i < count; i++) {
                cells[i] = i;
            }
            random.shuffle(cells);
            for (int i = 0; i < count; i++) {
                units[i][d] = (cells[i] + random.nextDouble()) / count;
            }
        }
        var points = new ArrayList<Point>();
        for (double[] unit : units) {
            points.add(space.decode(unit));
        }
        return points;
    }

    private static boolean hasConfiguration(TuningProblem problem, Point task, Generator random) {
        return new AdmissibleSampler(problem, task)
                .sample(configuration -> true, PATIENCE, random)
                .configuration()
                .isPresent();
    }
}
