package org.attune.bayesopt.surrogate;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Where one task stands in a process: what is appended to its points, and its observations. */
public final class TaskPlace {
    /** The only task of a process. */
    public static final TaskPlace ALONE = new TaskPlace(-1, new int[0]);

    private final int index; // -1: appended to no point
    private final int[] rows;

    private TaskPlace(int index, int[] rows) {
        this.index = index;
        this.rows = rows;
    }

    /**
     * Returns the place of one of several tasks.
     *
     * @param index of the task, from 0, appended to its points
     * @param rows of its observations in the process
     */
    public static TaskPlace of(int index, int[] rows) {
        return new TaskPlace(index, rows.clone());
    }

    /** Returns whether the process has observations of several tasks. */
    public boolean isShared() {
        return index >= 0;
    }

    /** Returns the place of a point of this task. */
    public double[] of(double[] x) {
        if (index < 0) {
            return x;
        }
        double[] place = Arrays.copyOf(x, x.length + 1);
        place[x.length] = index;
        return place;
    }

    /** Returns the rows of the task's {@code count} observations. */
    int[] rows(int count) {
        return index < 0 ? IntStream.range(0, count).toArray() : rows.clone();
    }
}
