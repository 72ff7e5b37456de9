package org.attune.band;

import org.attune.bayesopt.joint.TaskCovariance;
import org.attune.bayesopt.surrogate.Block;
import org.attune.bayesopt.surrogate.Prior;

import java.util.Arrays;
import java.util.List;

/**
 * How T tasks at L levels of fidelity covary: each level is the full run, scaled, and an error that
 * grows step by step from the full run down.
 *
 * <pre>
 *   B_q[(t, l), (t', l')] = A_q[t, t'] C_q[l, l'],   q = 0, 1, 2,   index t L + l
 *   C_1[l, l'] = ρ_l ρ_l',                           ρ of the full level 1
 *   C_2[l, l'] = Σ_{j ≥ max(l, l')} v_j,             0 for the full level
 *   C_0[l, l'] = 1 + Σ_{j ≥ max(l, l')} c_j
 * </pre>
 *
 * with the covariance A of the tasks, which has two latent functions: one of what is sought, one of
 * the errors of cheap runs, with lengthscales of its own. Levels are numbered from the cheapest.
 *
 * <p>φ = (φ of A, ρ_0, …, ρ_{L-2}, log v_0, …, log v_{L-2}, log c_0, …, log c_{L-2}). The weights ρ
 * have a prior around 1 and may be negative, so that levels that mislead can be learned from, too.
 *
 * <p>Source: M. C. Kennedy and A. O'Hagan, "Predicting the output from a complex computer code when
 * fast approximations are available", Biometrika 87 (2000), turned around: errors are added to what
 * is sought, so that all levels predict it, however few full runs there are.
 */
public final class LevelCovariance implements TaskCovariance {
    private static final double WEIGHT_DEVIATION = 0.5;
    private static final double LARGEST_WEIGHT = 3;
    private static final Prior ERROR = new Prior(Math.log(0.05), 1.5); // of the signal's variance
    private static final Prior OFFSET = new Prior(Math.log(0.1), 1.5, true); // of a level's
    private static final Prior APART = new Prior(Math.log(30), 1.5, true);
    private static final double[] VARIANCE_BOUNDS = {1e-8, 1000};

    private final TaskCovariance tasks;
    private final int levels;
    private final Prior offset;

    /**
     * Multiplies.
     *
     * @param tasks how tasks covary, with two latent functions
     * @param levels L, at least 1
     * @param apart whether outputs of different levels are expected to lie apart, as the seconds of
     *     short and of long runs do
     * @throws IllegalArgumentException if it has not two latent functions, or there is no level
     */
    public LevelCovariance(TaskCovariance tasks, int levels, boolean apart) {
        this.offset = apart ? APART : OFFSET;
        if (tasks.latent() != 2 || levels < 1) {
            throw new IllegalArgumentException(
                    "Needed are two latent functions and a level, not %d and %d."
                            .formatted(tasks.latent(), levels));
        }
        this.tasks = tasks;
        this.levels = levels;
    }

    @Override
    public String name() {
        return "levels";
    }

    @Override
    public int tasks() {
        return tasks.tasks() * levels;
    }

    @Override
    public int latent() {
        return 2;
    }

    @Override
    public boolean knowsUnseenTasks() {
        return true;
    }

    /** Returns where the hyperparameters of the levels start. */
    private int own() {
        return tasks.block().size();
    }

    /** Returns C_0, C_1 and C_2. */
    private double[][] ofLevels(double[] phi) {
        double[][] c = new double[3][levels * levels];
        int steps = levels - 1;
        for (int l = 0; l < levels; l++) {
            for (int m = 0; m < levels; m++) {
                int i = l * levels + m;
                c[0][i] = 1;
                c[1][i] = weight(phi, l) * weight(phi, m);
                for (int j = Math.max(l, m); j < steps; j++) {
                    c[0][i] += Math.exp(phi[own() + 2 * steps + j]);
                    c[2][i] += Math.exp(phi[own() + steps + j]);
                }
            }
        }
        return c;
    }

    private double weight(double[] phi, int level) {
        return level == levels - 1 ? 1 : phi[own() + level];
    }

    @Override
    public double[][] matrices(double[] phi) {
        double[][] a = tasks.matrices(Arrays.copyOf(phi, own()));
        double[][] c = ofLevels(phi);
        int size = tasks();
        double[][] b = new double[3][size * size];
        for (int q = 0; q < 3; q++) {
            for (int i = 0; i < size; i++) {
                for (int j = 0; j < size; j++) {
                    b[q][i * size + j] = a[q][ofTasks(i, j)] * c[q][ofLevels(i, j)];
                }
            }
        }
        return b;
    }

    private int ofTasks(int i, int j) {
        return i / levels * tasks.tasks() + j / levels;
    }

    private int ofLevels(int i, int j) {
        return i % levels * levels + j % levels;
    }

    @Override
    public double[] gradient(double[] phi, double[][] byMatrix) {
        double[] ofA = Arrays.copyOf(phi, own());
        double[][] a = tasks.matrices(ofA);
        double[][] c = ofLevels(phi);
        double[][] byA = new double[3][a[0].length];
        double[][] byC = new double[3][c[0].length];
        int size = tasks();
        for (int q = 0; q < 3; q++) {
            for (int i = 0; i < size; i++) {
                for (int j = 0; j < size; j++) {
                    double by = byMatrix[q][i * size + j];
                    byA[q][ofTasks(i, j)] += by * c[q][ofLevels(i, j)];
                    byC[q][ofLevels(i, j)] += by * a[q][ofTasks(i, j)];
                }
            }
        }
        double[] gradient = Arrays.copyOf(tasks.gradient(ofA, byA), phi.length);
        int steps = levels - 1;
        for (int l = 0; l < levels; l++) {
            for (int m = 0; m < levels; m++) {
                int i = l * levels + m;
                if (l < steps) {
                    gradient[own() + l] += byC[1][i] * weight(phi, m);
                }
                if (m < steps) {
                    gradient[own() + m] += byC[1][i] * weight(phi, l);
                }
                for (int j = Math.max(l, m); j < steps; j++) {
                    int error = own() + steps + j;
                    int offset = error + steps;
                    gradient[error] += byC[2][i] * Math.exp(phi[error]);
                    gradient[offset] += byC[0][i] * Math.exp(phi[offset]);
                }
            }
        }
        return gradient;
    }

    @Override
    public Block block() {
        int steps = levels - 1;
        double least = Math.log(VARIANCE_BOUNDS[0]);
        double most = Math.log(VARIANCE_BOUNDS[1]);
        return tasks.block()
                .then(
                        Block.of(
                                steps,
                                new Prior(1, WEIGHT_DEVIATION),
                                -LARGEST_WEIGHT,
                                LARGEST_WEIGHT))
                .then(Block.of(steps, ERROR, least, most))
                .then(Block.of(steps, offset, least, most));
    }

    /** Returns starts at levels that are much like the full run, and at levels that tell little. */
    @Override
    public List<double[]> starts() {
        double[] ofTasks = tasks.starts().getFirst();
        return List.of(start(ofTasks, 1, ERROR.mean()), start(ofTasks, 0.2, 0));
    }

    private double[] start(double[] ofTasks, double weight, double error) {
        int steps = levels - 1;
        double[] start = Arrays.copyOf(ofTasks, own() + 3 * steps);
        Arrays.fill(start, own(), own() + steps, weight);
        Arrays.fill(start, own() + steps, own() + 2 * steps, error);
        Arrays.fill(start, own() + 2 * steps, start.length, offset.mean());
        return start;
    }

    @Override
    public String toString() {
        return "Covariance of %d tasks at %d levels".formatted(tasks.tasks(), levels);
    }
}
