package org.attune.bayesopt.joint;

import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.LearningSchedule;
import org.attune.bayesopt.surrogate.ObservationNoise;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a model of several tasks is fitted to, in the order in which the outcomes came.
 *
 * @param tasks T
 * @param task N indices of tasks
 * @param x N rows of D canonical coordinates
 * @param y N finite outputs, smaller being better
 * @param noise of each output, in its unit
 */
public record Observations(
        int tasks, int[] task, double[][] x, double[] y, ObservationNoise[] noise) {
    /** Makes observations that were measured once each. */
    public Observations(int tasks, int[] task, double[][] x, double[] y) {
        this(tasks, task, x, y, ObservationNoise.plain(y.length));
    }

    /** Collects observations one by one. */
    public static final class Builder {
        private final int tasks;
        private final List<Integer> task = new ArrayList<>();
        private final List<double[]> x = new ArrayList<>();
        private final List<Double> y = new ArrayList<>();
        private final List<ObservationNoise> noise = new ArrayList<>();

        /** Collects those of so many tasks. */
        public Builder(int tasks) {
            this.tasks = tasks;
        }

        /** Adds one of the task with this index. */
        public void add(int index, double[] place, double output, ObservationNoise ofOutput) {
            task.add(index);
            x.add(place);
            y.add(output);
            noise.add(ofOutput);
        }

        /** Returns them in their order. */
        public Observations build() {
            return new Observations(
                    tasks,
                    task.stream().mapToInt(t -> t).toArray(),
                    x.toArray(new double[0][]),
                    y.stream().mapToDouble(v -> v).toArray(),
                    noise.toArray(new ObservationNoise[0]));
        }
    }

    /** Returns N. */
    public int size() {
        return y.length;
    }

    /** Returns the first {@code count} observations. */
    public Observations first(int count) {
        return new Observations(
                tasks,
                Arrays.copyOf(task, count),
                Arrays.copyOf(x, count),
                Arrays.copyOf(y, count),
                Arrays.copyOf(noise, count));
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
    public Observations select(int[] rows) {
        return new Observations(
                tasks,
                Arrays.stream(rows).map(i -> task[i]).toArray(),
                Arrays.stream(rows).mapToObj(i -> x[i]).toArray(double[][]::new),
                Arrays.stream(rows).mapToDouble(i -> y[i]).toArray(),
                Arrays.stream(rows).mapToObj(i -> noise[i]).toArray(ObservationNoise[]::new));
    }

    /** Returns these followed by others of the same tasks. */
    Observations then(Observations more) {
        return new Observations(
                tasks,
                IntStream.concat(Arrays.stream(task), Arrays.stream(more.task)).toArray(),
                Stream.concat(Arrays.stream(x), Arrays.stream(more.x)).toArray(double[][]::new),
                DoubleStream.concat(Arrays.stream(y), Arrays.stream(more.y)).toArray(),
                Stream.concat(Arrays.stream(noise), Arrays.stream(more.noise))
                        .toArray(ObservationNoise[]::new));
    }

    /** Returns the rows of a task. */
    public int[] rows(int index) {
        return IntStream.range(0, task.length).filter(i -> task[i] == index).toArray();
    }

    /** Returns the observations of a task. */
    public Dataset of(int index) {
        Observations own = select(rows(index));
        return new Dataset(own.x(), own.y(), own.noise());
    }

    /** Returns the observations of each task. */
    List<Dataset> ofTasks() {
        return IntStream.range(0, tasks).mapToObj(this::of).toList();
    }

    /** Returns whether every output was measured once, without an error of its own. */
    public boolean isPlain() {
        return Arrays.stream(noise).allMatch(ObservationNoise::isPlain);
    }

    /** Returns the number of tasks with observations. */
    public int observedTasks() {
        return (int) Arrays.stream(task).distinct().count();
    }

    boolean sameAs(Observations other) {
        return tasks == other.tasks
                && Arrays.equals(task, other.task)
                && Arrays.equals(y, other.y)
                && Arrays.equals(noise, other.noise)
                && Arrays.deepEquals(x, other.x);
    }
}
