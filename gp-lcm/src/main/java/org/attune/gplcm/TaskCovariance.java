package org.attune.gplcm;

import org.attune.bayesopt.surrogate.Prior;

import java.util.List;

/**
 * How T tasks covary, by hyperparameters φ: the matrices of the linear coregionalization model
 *
 * <pre>
 *   k((x, t), (x', t')) = B_0[t, t'] + Σ_{q = 1}^{Q} B_q[t, t'] k_q(x, x')
 * </pre>
 *
 * where k_q are correlation functions of configurations and B_0 is of the tasks' levels.
 */
interface TaskCovariance {
    /** Returns what users call this way of sharing. */
    String name();

    /** Returns T. */
    int tasks();

    /** Returns Q, the number of latent functions. */
    int latent();

    /** Returns whether something is known of a task without observations. */
    boolean knowsUnseenTasks();

    /** Returns the number of hyperparameters φ. */
    int size();

    /**
     * Returns B_0, …, B_Q, each T × T, row-major.
     *
     * @param theta in which φ starts at {@code from}
     */
    double[][] matrices(double[] theta, int from);

    /**
     * Adds a function's derivatives by φ to {@code gradient}, from {@code from} on.
     *
     * @param byMatrix its derivatives by the entries of B_0, …, B_Q; that by two entries [s, t] and
     *     [t, s] that are moved together is the sum of theirs
     */
    void addGradient(double[] theta, int from, double[][] byMatrix, double[] gradient);

    /** Returns the priors of φ. */
    List<Prior> priors();

    /** Returns the smallest values of φ. */
    double[] lower();

    /** Returns the largest values of φ. */
    double[] upper();

    /** Returns where searches for φ start, the best guess first. */
    List<double[]> starts();
}
