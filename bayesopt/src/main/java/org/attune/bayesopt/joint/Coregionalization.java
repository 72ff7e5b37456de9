package org.attune.bayesopt.joint;

import org.attune.bayesopt.surrogate.Block;
import org.attune.bayesopt.surrogate.Prior;

import java.util.List;

/**
 * Tasks that covary freely, with nothing known of them beforehand:
 *
 * <pre>
 *   B_q = a_q a_qᵀ + diag κ_q,   B_0 = c² I
 * </pre>
 *
 * <p>φ = (a_1, …, a_Q, log κ_1, …, log κ_Q, log c²), of T, …, T and 1 entries. The weights a may be
 * negative, and their prior is centred on 0: tasks share as much as data show. c² is the variance
 * of what standardisation leaves of a task's level.
 *
 * <p>Source: P. Goovaerts, Geostatistics for Natural Resources Evaluation (1997); E. V. Bonilla, K.
 * M. A. Chai and C. K. I. Williams, "Multi-task Gaussian process prediction", NIPS 2007.
 */
public final class Coregionalization implements TaskCovariance {
    private static final double WEIGHT_DEVIATION = 1;
    private static final double OWN = 0.3; // κ, its prior median, of all latent functions
    private static final double OWN_DEVIATION = 1;
    private static final double LEVEL = 0.1; // c², its prior median
    private static final double LEVEL_DEVIATION = 1;
    private static final double LARGEST_WEIGHT = 10;
    private static final double[] VARIANCE_BOUNDS = {1e-6, 100};

    private static final double ALIKE = 0.8;
    private static final double UNLIKE = 0.1;

    private final int tasks;
    private final int latent;

    /** Makes the covariance of so many tasks and latent functions. */
    public Coregionalization(int tasks, int latent) {
        this.tasks = tasks;
        this.latent = latent;
    }

    /** Returns the covariance of one more task. */
    Coregionalization extended() {
        return new Coregionalization(tasks + 1, latent);
    }

    /** Returns where in φ the weight a of a task in a latent function stands. */
    int weight(int function, int task) {
        return function * tasks + task;
    }

    /** Returns where in φ the logarithm of what only this task has of it, κ, stands. */
    int own(int function, int task) {
        return (latent + function) * tasks + task;
    }

    /** Returns where in φ the logarithm of c² stands. */
    int level() {
        return 2 * latent * tasks;
    }

    @Override
    public String name() {
        return "lcm";
    }

    @Override
    public int tasks() {
        return tasks;
    }

    @Override
    public int latent() {
        return latent;
    }

    @Override
    public boolean knowsUnseenTasks() {
        return false;
    }

    @Override
    public double[][] matrices(double[] phi) {
        double[][] b = new double[latent + 1][tasks * tasks];
        double level = Math.exp(phi[level()]);
        for (int t = 0; t < tasks; t++) {
            b[0][t * tasks + t] = level;
        }
        for (int q = 0; q < latent; q++) {
            int a = q * tasks;
            int kappa = a + latent * tasks;
            for (int s = 0; s < tasks; s++) {
                for (int t = 0; t < tasks; t++) {
                    b[q + 1][s * tasks + t] = phi[a + s] * phi[a + t];
                }
                b[q + 1][s * tasks + s] += Math.exp(phi[kappa + s]);
            }
        }
        return b;
    }

    @Override
    public double[] gradient(double[] phi, double[][] byMatrix) {
        double[] gradient = new double[phi.length];
        int level = phi.length - 1;
        for (int t = 0; t < tasks; t++) {
            gradient[level] += byMatrix[0][t * tasks + t] * Math.exp(phi[level]);
        }
        for (int q = 0; q < latent; q++) {
            double[] by = byMatrix[q + 1];
            int a = q * tasks;
            int kappa = a + latent * tasks;
            for (int s = 0; s < tasks; s++) {
                for (int t = 0; t < tasks; t++) {
                    double both = by[s * tasks + t] + by[t * tasks + s];
                    gradient[a + s] += both * phi[a + t];
                }
                gradient[kappa + s] += by[s * tasks + s] * Math.exp(phi[kappa + s]);
            }
        }
        return gradient;
    }

    @Override
    public Block block() {
        int weights = latent * tasks;
        double least = Math.log(VARIANCE_BOUNDS[0]);
        double most = Math.log(VARIANCE_BOUNDS[1]);
        var weight = new Prior(0, WEIGHT_DEVIATION);
        var own = new Prior(Math.log(OWN / latent), OWN_DEVIATION);
        var level = new Prior(Math.log(LEVEL), LEVEL_DEVIATION);
        return Block.of(weights, weight, -LARGEST_WEIGHT, LARGEST_WEIGHT)
                .then(Block.of(weights, own, least, most))
                .then(Block.of(1, level, least, most));
    }

    /** Returns starts at tasks that are all alike, and at tasks that hardly share anything. */
    @Override
    public List<double[]> starts() {
        return List.of(start(ALIKE, OWN), start(UNLIKE, 1));
    }

    /**
     * The other latent functions start at small weights of either sign, none at 0, where a slope
     * vanishes.
     */
    private double[] start(double first, double own) {
        double[] start = new double[2 * latent * tasks + 1];
        for (int q = 0; q < latent; q++) {
            for (int t = 0; t < tasks; t++) {
                start[q * tasks + t] =
                        q == 0 ? first : UNLIKE * (((t >> (q - 1)) & 1) == 0 ? 1 : -1);
                start[(latent + q) * tasks + t] = Math.log(own / latent);
            }
        }
        start[start.length - 1] = Math.log(LEVEL);
        return start;
    }
}
