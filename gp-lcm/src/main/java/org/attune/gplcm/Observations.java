package org.attune.gplcm;

import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.LearningSchedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a model of several tasks is fitted to, in the order in which the outcomes came.
 *
 * @param tasks T
 * @param task N indices of tasks
 * @param x N rows of D canonical coordinates
 * @param y N finite outputs, smaller being better
 */
record Observations(int tasks, int[] task, double[][] x, double[] y) {
    /** Collects observations one by one. */
    static final class Builder {
        private final int tasks;
        private final List<Integer> task = new ArrayList<>();
        private final List<double[]> x = new ArrayList<>();
        private final List<Double> y = new ArrayList<>();

        Builder(int tasks) {
            this.tasks = tasks;
        }

        void add(int index, double[] place, double output) {
            task.add(index);
            x.add(place);
            y.add(output);
        }

        Observations build() {
            return new Observations(
                    tasks,
                    task.stream().mapToInt(t -> t).toArray(),
                    x.toArray(new double[0][]),
                    y.stream().mapToDouble(v -> v).toArray());
        }
    }

    /** Returns N. */
    int size() {
        return y.length;
    }

    /** Returns the first {@code count} observations. */
    Observations first(int count) {
        return new Observations(
                tasks,
                Arrays.copyOf(task, count),
                Arrays.copyOf(x, count),
                Arrays.copyOf(y, count));
    }

    /**
     * Returns about {@code most} observations, of each task the same share, equally far apart; all
     * where they are fewer.
     */
    Observations spread(int most) {
        if (size() <= most) {
            return this;
        }
        return select(
                IntStream.range(0, tasks)
                        .mapToObj(this::rows)
                        .flatMapToInt(own -> {
                            int some = (int) Math.ceilDiv((long) own.length * most, size());
                            return Arrays.stream(LearningSchedule.spread(own.length, some))
                                    .map(i -> own[i]);
                        })
                        .sorted()
                        .toArray());
    }

    /** Returns some of the observations. */
    Observations select(int[] rows) {
        return new Observations(
                tasks,
                Arrays.stream(rows).map(i -> task[i]).toArray(),
                Arrays.stream(rows).mapToObj(i -> x[i]).toArray(double[][]::new),
                Arrays.stream(rows).mapToDouble(i -> y[i]).toArray());
    }

    /** Returns the rows of a task. */
    int[] rows(int index) {
        return IntStream.range(0, task.length).filter(i -> task[i] == index).toArray();
    }

    /** Returns the observations of a task. */
    Dataset of(int index) {
        Observations own = select(rows(index));
        return new Dataset(own.x(), own.y());
    }

    /** Returns the number of tasks with observations. */
    int observedTasks() {
        return (int) Arrays.stream(task).distinct().count();
    }

    boolean sameAs(Observations other) {
        return tasks == other.tasks
                && Arrays.equals(task, other.task)
                && Arrays.equals(y, other.y)
                && Arrays.deepEquals(x, other.x);
    }
}
