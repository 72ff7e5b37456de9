package org.attune.bayesopt.joint;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.ObservationNoise;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.RadialKernel;

import java.util.Arrays;
import java.util.List;

/** Small data sets of several tasks for tests. */
final class TaskData {
    static final Space SPACE =
            Space.of(
                    List.of(
                            Parameter.real("x", 0, 1),
                            Parameter.integer("n", 1, 64),
                            Parameter.categorical("c", List.of("a", "b", "c"))));

    static final Axes AXES = new Axes(SPACE, false);
    static final Priors SINGLE = Priors.informative(AXES, true);
    static final Priors ALIGNED = SINGLE.withAlignment(true);

    private TaskData() {}

    /**
     * Returns observations of tasks whose outputs are weight times one function, plus a little
     * noise, in turn.
     */
    static Observations observations(int count, long seed, double... weights) {
        Generator random = new Seed(seed).generator("observations", count);
        double[][] x = new double[count][];
        double[] y = new double[count];
        int[] task = new int[count];
        for (int i = 0; i < count; i++) {
            task[i] = i % weights.length;
            x[i] = SPACE.encode(SPACE.sample(random));
            double f = Math.sin(4 * x[i][0]) + x[i][1] + (x[i][2] > 0.5 ? 0.5 : 0);
            y[i] = weights[task[i]] * f + 0.02 * random.nextGaussian();
        }
        return new Observations(weights.length, task, x, y);
    }

    /** Returns the same with outputs that are larger by one where n is odd. */
    static Observations slowWhereOdd(Observations data) {
        double[] y = data.y().clone();
        Arrays.setAll(y, i -> y[i] + (long) SPACE.decode(data.x()[i]).get("n") % 2);
        return new Observations(data.tasks(), data.task(), data.x(), y, data.noise());
    }

    /** Returns the same as aggregates of one to three measurements. */
    static Observations repeated(Observations data) {
        ObservationNoise[] noise = new ObservationNoise[data.size()];
        Arrays.setAll(
                noise,
                i ->
                        i % 3 == 0
                                ? ObservationNoise.PLAIN
                                : new ObservationNoise(1.0 / (1 + i % 3), 0.1));
        return new Observations(data.tasks(), data.task(), data.x(), data.y(), noise);
    }

    /** Returns the prior of tasks that may be shifted or not. */
    static CoregionalizedPrior prior(
            TaskCovariance tasks, RadialKernel kernel, boolean shifted, int models) {
        return new CoregionalizedPrior(AXES, tasks, kernel, SINGLE, shifted, models);
    }

    /** Returns the prior of shifted tasks in which it matters how often two divides n. */
    static CoregionalizedPrior aligned(TaskCovariance tasks, int models) {
        return new CoregionalizedPrior(AXES, tasks, RadialKernel.MATERN52, ALIGNED, true, models);
    }

    /** Returns theta near the priors, with weights that are not 0. */
    static double[] theta(CoregionalizedPrior prior, long seed) {
        Generator random = new Seed(seed).generator("theta", 0);
        double[] theta = prior.layout().mode();
        double[] lower = prior.layout().lower();
        double[] upper = prior.layout().upper();
        Arrays.setAll(
                theta, i -> Math.clamp(theta[i] + 0.5 * random.nextGaussian(), lower[i], upper[i]));
        return theta;
    }

    /** Returns a place: a configuration and a task. */
    static double[] place(Observations data, int row) {
        double[] place = Arrays.copyOf(data.x()[row], AXES.dimension() + 1);
        place[AXES.dimension()] = data.task()[row];
        return place;
    }
}
