package org.attune.band;

import org.attune.bayesopt.joint.TaskCovariance;
import org.attune.bayesopt.surrogate.Block;
import org.attune.bayesopt.surrogate.Prior;

import java.util.List;

/**
 * The covariance of a single task with two latent functions, which have the same variance: A_0 =
 * e^φ_0, A_1 = A_2 = e^φ_1.
 */
final class OneTask implements TaskCovariance {
    private static final double LEVEL = 0.1; // prior median of the variance of its level
    private static final double SMALLEST = Math.log(1e-6);
    private static final double LARGEST = Math.log(100);

    @Override
    public String name() {
        return "alone";
    }

    @Override
    public int tasks() {
        return 1;
    }

    @Override
    public int latent() {
        return 2;
    }

    @Override
    public boolean knowsUnseenTasks() {
        return true;
    }

    @Override
    public Block block() {
        return Block.of(1, new Prior(Math.log(LEVEL), 1), SMALLEST, LARGEST)
                .then(Block.of(1, new Prior(0, 1), SMALLEST, LARGEST));
    }

    @Override
    public double[][] matrices(double[] phi) {
        double variance = Math.exp(phi[1]);
        return new double[][] {{Math.exp(phi[0])}, {variance}, {variance}};
    }

    @Override
    public double[] gradient(double[] phi, double[][] byMatrix) {
        return new double[] {
            byMatrix[0][0] * Math.exp(phi[0]), (byMatrix[1][0] + byMatrix[2][0]) * Math.exp(phi[1])
        };
    }

    @Override
    public List<double[]> starts() {
        return List.of(new double[] {Math.log(LEVEL), 0});
    }
}
