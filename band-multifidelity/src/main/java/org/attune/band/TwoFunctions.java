package org.attune.band;

import org.attune.bayesopt.joint.TaskCovariance;
import org.attune.bayesopt.surrogate.Block;

import java.util.List;

/**
 * Tasks that covary alike in two latent functions, each as in the only one of another covariance:
 * what is alike in full runs is so in the errors of cheap ones.
 *
 * <pre>
 *   A_0 = B_0,   A_1 = A_2 = B_1
 * </pre>
 */
final class TwoFunctions implements TaskCovariance {
    private final TaskCovariance one;

    /**
     * Doubles.
     *
     * @param one with one latent function
     * @throws IllegalArgumentException if it has more
     */
    TwoFunctions(TaskCovariance one) {
        if (one.latent() != 1) {
            throw new IllegalArgumentException(
                    "Needed is one latent function, not %d.".formatted(one.latent()));
        }
        this.one = one;
    }

    @Override
    public String name() {
        return one.name();
    }

    @Override
    public int tasks() {
        return one.tasks();
    }

    @Override
    public int latent() {
        return 2;
    }

    @Override
    public boolean knowsUnseenTasks() {
        return one.knowsUnseenTasks();
    }

    @Override
    public Block block() {
        return one.block();
    }

    @Override
    public double[][] matrices(double[] phi) {
        double[][] b = one.matrices(phi);
        return new double[][] {b[0], b[1], b[1].clone()};
    }

    @Override
    public double[] gradient(double[] phi, double[][] byMatrix) {
        double[] both = byMatrix[1].clone();
        for (int i = 0; i < both.length; i++) {
            both[i] += byMatrix[2][i];
        }
        return one.gradient(phi, new double[][] {byMatrix[0], both});
    }

    @Override
    public List<double[]> starts() {
        return one.starts();
    }

    @Override
    public String toString() {
        return "Two functions of %d tasks, by %s".formatted(tasks(), name());
    }
}
