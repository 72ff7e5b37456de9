package org.attune.bayesopt.joint;

import org.attune.bayesopt.surrogate.Block;

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
public interface TaskCovariance {
    /** Returns what users call this way of sharing. */
    String name();

    /** Returns T. */
    int tasks();

    /** Returns Q, the number of latent functions. */
    int latent();

    /** Returns whether something is known of a task without observations. */
    boolean knowsUnseenTasks();

    /** Returns the hyperparameters φ. */
    Block block();

    /**
     * Returns B_0, …, B_Q, each T × T, row-major.
     *
     * @param phi values of φ
     */
    double[][] matrices(double[] phi);

    /**
     * Returns a function's derivatives by φ.
     *
     * @param phi values of φ
     * @param byMatrix its derivatives by the entries of B_0, …, B_Q; that by two entries [s, t] and
     *     [t, s] that are moved together is the sum of theirs
     */
    double[] gradient(double[] phi, double[][] byMatrix);

    /** Returns where searches for φ start, the best guess first. */
    List<double[]> starts();
}
