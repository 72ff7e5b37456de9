package org.attune.bayesopt.surrogate;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Where one task stands in a process: what is appended to its points, and its observations. A place
 * is D coordinates, the index of the task in a process of several, and what performance models say.
 */
public final class TaskPlace {
    /** The only task of a process. */
    public static final TaskPlace ALONE = alone(ModelCoordinates.NONE);

    private final int index; // -1: appended to no point
    private final int[] rows;
    private final ModelCoordinates models;
    private final PriorMean mean;

    private TaskPlace(int index, int[] rows, ModelCoordinates models, PriorMean mean) {
        this.index = index;
        this.rows = rows;
        this.models = models;
        this.mean = mean;
    }

    /** Returns the place of the only task of a process. */
    public static TaskPlace alone(ModelCoordinates models) {
        return new TaskPlace(-1, new int[0], models, PriorMean.NONE);
    }

    /**
     * Returns the place of one of several tasks.
     *
     * @param index of the task, from 0, appended to its points
     * @param rows of its observations in the process
     * @param models what performance models say of its points
     */
    public static TaskPlace of(int index, int[] rows, ModelCoordinates models) {
        return new TaskPlace(index, rows.clone(), models, PriorMean.NONE);
    }

    /** Returns the same place in a process of what outputs are beside this mean. */
    public TaskPlace beside(PriorMean newMean) {
        return new TaskPlace(index, rows, models, newMean);
    }

    /** Returns whether the process has observations of several tasks. */
    public boolean isShared() {
        return index >= 0;
    }

    /** Returns the place of a point of this task. */
    public double[] of(double[] x) {
        return models.size() == 0 ? of(x, new double[0]) : of(x, models.of(x));
    }

    /** Returns the place of a point of this task of which models say this. */
    public double[] of(double[] x, double[] said) {
        int own = index < 0 ? 0 : 1;
        if (own + said.length == 0) {
            return x;
        }
        double[] place = Arrays.copyOf(x, x.length + own + said.length);
        if (own > 0) {
            place[x.length] = index;
        }
        System.arraycopy(said, 0, place, x.length + own, said.length);
        return place;
    }

    /** Returns what performance models say of the task's points. */
    public ModelCoordinates models() {
        return models;
    }

    /** Returns what is to be added to what the process says. */
    public PriorMean mean() {
        return mean;
    }

    /** Returns the rows of the task's {@code count} observations. */
    int[] rows(int count) {
        return index < 0 ? IntStream.range(0, count).toArray() : rows.clone();
    }
}
