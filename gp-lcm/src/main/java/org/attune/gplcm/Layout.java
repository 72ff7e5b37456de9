package org.attune.gplcm;

import org.attune.api.Generator;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Hyperparameters;
import org.attune.bayesopt.surrogate.ModelCovariance;
import org.attune.bayesopt.surrogate.Prior;
import org.attune.bayesopt.surrogate.Priors;

import java.util.Arrays;

/**
 * Where the hyperparameters of a model of T tasks and Q latent functions stand in theta:
 *
 * <pre>
 *   (log ℓ_q1, …, log ℓ_qD, log w_q/(1-w_q) for q = 1, …, Q;  log a_1, …, log a_D;  log b_1, …, log b_D;
 *    log σ²_1, …, log σ²_T;  s_11, …, s_1D, …, s_TD;  φ)
 * </pre>
 *
 * with the lengthscales ℓ and additive shares w of each latent function, one input warp (a, b) for
 * all, a noise σ² per task, where tasks may be shifted the shift s of each along each axis, and the
 * hyperparameters φ of the {@link TaskCovariance}, and after it those of the {@link
 * ModelCovariance} where there are performance models, which say the same of outputs in all tasks.
 */
final class Layout {
    private static final double WIDEST_DRAW = 3;
    private static final Prior SHIFT = new Prior(0, 0.05); // chosen by docs/ablation.md
    private static final double LARGEST_SHIFT = 0.5;

    private final Axes axes;
    private final TaskCovariance tasks;
    private final Priors single;
    private final int dimension;
    private final boolean shifted;
    private final int models;

    /**
     * Lays out the hyperparameters.
     *
     * @param shifted whether what one task is like another may be like at a shifted place
     * @param models number of performance models
     */
    Layout(Axes axes, TaskCovariance tasks, Priors single, boolean shifted, int models) {
        this.models = models;
        this.shifted = shifted;
        this.axes = axes;
        this.tasks = tasks;
        this.single = single;
        this.dimension = axes.dimension();
    }

    Axes axes() {
        return axes;
    }

    TaskCovariance tasks() {
        return tasks;
    }

    int lengthscales(int q) {
        return q * (dimension + 1);
    }

    int share(int q) {
        return q * (dimension + 1) + dimension;
    }

    int logA() {
        return tasks.latent() * (dimension + 1);
    }

    int logB() {
        return logA() + dimension;
    }

    int noise() {
        return logB() + dimension;
    }

    boolean isShifted() {
        return shifted;
    }

    /** Returns where the shifts of a task stand, one for each axis. */
    int shift(int task) {
        return shiftsFrom() + task * dimension;
    }

    /** Returns the shift of a task along an axis, 0 where tasks are not shifted. */
    double shift(double[] theta, int task, int axis) {
        return shifted ? theta[shift(task) + axis] : 0;
    }

    int phi() {
        return shifted ? shift(tasks.tasks()) : shiftsFrom();
    }

    int models() {
        return models;
    }

    /** Returns where the hyperparameters of the covariance by models stand. */
    int byModels() {
        return phi() + tasks.size();
    }

    int size() {
        return byModels() + ModelCovariance.size(models);
    }

    /**
     * Returns the hyperparameters of latent function q with signal variance 1 and a task's noise.
     */
    Hyperparameters latent(double[] theta, int q, int task) {
        return new Hyperparameters(
                Arrays.stream(theta, lengthscales(q), lengthscales(q) + dimension)
                        .map(Math::exp)
                        .toArray(),
                Arrays.copyOfRange(theta, logA(), logB()),
                Arrays.copyOfRange(theta, logB(), noise()),
                1,
                1 / (1 + Math.exp(-theta[share(q)])),
                Math.exp(theta[noise() + task]));
    }

    double[] lower() {
        return bounded(entries(single.lower(), tasks.lower()), 0, -LARGEST_SHIFT);
    }

    double[] upper() {
        return bounded(entries(single.upper(), tasks.upper()), 1, LARGEST_SHIFT);
    }

    private double[] bounded(double[] bounds, int side, double ofShift) {
        double[] last = ModelCovariance.bounds(models, side);
        System.arraycopy(last, 0, bounds, byModels(), last.length);
        for (int i = shiftsFrom(); i < phi(); i++) {
            bounds[i] = axes.isMovable((i - shiftsFrom()) % dimension) ? ofShift : 0;
        }
        return bounds;
    }

    private int shiftsFrom() {
        return noise() + tasks.tasks();
    }

    Prior[] priors() {
        Prior[] priors = new Prior[size()];
        int[] from = origins();
        for (int i = 0; i < shiftsFrom(); i++) {
            priors[i] = single.prior(from[i]);
        }
        Arrays.fill(priors, shiftsFrom(), phi(), SHIFT);
        for (int i = phi(); i < byModels(); i++) {
            priors[i] = tasks.priors().get(i - phi());
        }
        Prior[] last = ModelCovariance.priors(models);
        System.arraycopy(last, 0, priors, byModels(), last.length);
        return priors;
    }

    /** Returns a draw from the priors, from narrower ones where they are wide. */
    double[] sample(Generator random) {
        return Arrays.stream(priors())
                .mapToDouble(p ->
                        p.mean() + Math.min(p.deviation(), WIDEST_DRAW) * random.nextGaussian())
                .toArray();
    }

    /**
     * Joins values of the entries of a single task's theta, values of φ, and the prior means of the
     * covariance by models.
     */
    double[] entries(double[] ofSingle, double[] ofTasks) {
        double[] all = new double[size()];
        int[] from = origins();
        for (int i = 0; i < shiftsFrom(); i++) {
            all[i] = ofSingle[from[i]];
        }
        System.arraycopy(ofTasks, 0, all, phi(), tasks.size());
        Prior[] last = ModelCovariance.priors(models);
        for (int i = 0; i < last.length; i++) {
            all[byModels() + i] = last[i].mean();
        }
        return all;
    }

    /**
     * Returns for each entry before the shifts which one of a single task's theta it corresponds
     * to.
     */
    private int[] origins() {
        int[] from = new int[shiftsFrom()];
        for (int q = 0; q < tasks.latent(); q++) {
            for (int d = 0; d < dimension; d++) {
                from[lengthscales(q) + d] = d;
            }
            from[share(q)] = 3 * dimension + 1;
        }
        for (int d = 0; d < dimension; d++) {
            from[logA() + d] = dimension + d;
            from[logB() + d] = 2 * dimension + d;
        }
        Arrays.fill(from, noise(), shiftsFrom(), 3 * dimension + 2);
        return from;
    }
}
