package org.attune.bayesopt.joint;

import org.attune.bayesopt.surrogate.Block;
import org.attune.bayesopt.surrogate.Prior;

import java.util.Arrays;
import java.util.List;

/**
 * Tasks that are alike as far as their features are, so that something is known of a task before
 * its first run:
 *
 * <pre>
 *   B_1 = s ((1 - η) R + η I),   B_0 = c ((1 - ζ) R + ζ I) + b U Uᵀ,
 *   R[t, t'] = exp(-½ Σ_f (u_tf - u_t'f)² / ℓ_f²),   U_tf = u_tf - ½
 * </pre>
 *
 * <p>φ = (log ℓ_1, …, log ℓ_F, log s, log η/(1-η), log c, log ζ/(1-ζ), log b). η and ζ are what a
 * task has of its own; b is of a trend of the levels, such as run times that grow with a power of a
 * size.
 *
 * <p>Source: E. V. Bonilla, F. V. Agakov and C. K. I. Williams, "Kernel multi-task learning using
 * task-specific features", AISTATS 2007.
 */
public final class FeatureCovariance implements TaskCovariance {
    private static final int LATENT = 1;
    private static final Prior LENGTHSCALE = new Prior(0, 1);
    private static final Prior VARIANCE = new Prior(0, 1);
    private static final Prior OWN = new Prior(-1, 1.5);
    private static final double[] LENGTHSCALE_BOUNDS = {0.01, 100};
    private static final double[] VARIANCE_BOUNDS = {1e-4, 1e4};
    private static final double OWN_BOUND = 8;

    private final double[][] features;
    private final int count; // F

    /**
     * Makes the covariance.
     *
     * @param features T rows of F, each with a range of 1 or so
     */
    public FeatureCovariance(double[][] features) {
        this.features = features;
        this.count = features[0].length;
    }

    @Override
    public String name() {
        return "features";
    }

    @Override
    public int tasks() {
        return features.length;
    }

    @Override
    public int latent() {
        return LATENT;
    }

    @Override
    public boolean knowsUnseenTasks() {
        return true;
    }

    @Override
    public double[][] matrices(double[] phi) {
        int tasks = tasks();
        double[][] b = new double[LATENT + 1][tasks * tasks];
        double[] r = likeness(phi);
        for (int m = 0; m <= LATENT; m++) {
            double variance = Math.exp(phi[variance(m)]);
            double own = own(phi, m);
            for (int i = 0; i < r.length; i++) {
                boolean same = i % (tasks + 1) == 0;
                b[m][i] = variance * ((1 - own) * r[i] + (same ? own : 0));
            }
        }
        double trend = Math.exp(phi[trend()]);
        for (int i = 0; i < r.length; i++) {
            b[0][i] += trend * product(i / tasks, i % tasks);
        }
        return b;
    }

    @Override
    public double[] gradient(double[] phi, double[][] byMatrix) {
        double[] gradient = new double[phi.length];
        int tasks = tasks();
        double[] r = likeness(phi);
        double trend = Math.exp(phi[trend()]);
        for (int i = 0; i < r.length; i++) {
            gradient[trend()] += byMatrix[0][i] * trend * product(i / tasks, i % tasks);
        }
        for (int m = 0; m <= LATENT; m++) {
            double variance = Math.exp(phi[variance(m)]);
            double own = own(phi, m);
            for (int s = 0; s < tasks; s++) {
                for (int t = 0; t < tasks; t++) {
                    int i = s * tasks + t;
                    double by = byMatrix[m][i];
                    double same = s == t ? 1 : 0;
                    gradient[variance(m)] += by * variance * ((1 - own) * r[i] + own * same);
                    gradient[variance(m) + 1] += by * variance * own * (1 - own) * (same - r[i]);
                    for (int f = 0; f < count; f++) {
                        double scaled = squared(phi, f, s, t);
                        gradient[f] += by * variance * (1 - own) * r[i] * scaled;
                    }
                }
            }
        }
        return gradient;
    }

    /** Returns where the variance of B_m stands; the share that is a task's own is next to it. */
    private int variance(int m) {
        return count + (m == 0 ? 2 : 0);
    }

    private int trend() {
        return count + 4;
    }

    /** Returns Σ_f U_sf U_tf. */
    private double product(int s, int t) {
        double sum = 0;
        for (int f = 0; f < count; f++) {
            sum += (features[s][f] - 0.5) * (features[t][f] - 0.5);
        }
        return sum;
    }

    private double own(double[] phi, int m) {
        return 1 / (1 + Math.exp(-phi[variance(m) + 1]));
    }

    /** Returns (u_sf - u_tf)² / ℓ_f². */
    private double squared(double[] phi, int f, int s, int t) {
        double delta = features[s][f] - features[t][f];
        return delta * delta * Math.exp(-2 * phi[f]);
    }

    /** Returns R. */
    private double[] likeness(double[] phi) {
        int tasks = tasks();
        double[] r = new double[tasks * tasks];
        for (int s = 0; s < tasks; s++) {
            for (int t = 0; t < tasks; t++) {
                double sum = 0;
                for (int f = 0; f < count; f++) {
                    sum += squared(phi, f, s, t);
                }
                r[s * tasks + t] = Math.exp(-0.5 * sum);
            }
        }
        return r;
    }

    @Override
    public Block block() {
        double[] lengthscale = {Math.log(LENGTHSCALE_BOUNDS[0]), Math.log(LENGTHSCALE_BOUNDS[1])};
        Block variance =
                Block.of(1, VARIANCE, Math.log(VARIANCE_BOUNDS[0]), Math.log(VARIANCE_BOUNDS[1]));
        Block own = Block.of(1, OWN, -OWN_BOUND, OWN_BOUND);
        return Block.of(count, LENGTHSCALE, lengthscale[0], lengthscale[1])
                .then(variance.then(own).times(LATENT + 1))
                .then(variance);
    }

    /** Returns starts at tasks that are much alike, and at tasks that share little. */
    @Override
    public List<double[]> starts() {
        return List.of(start(1, -1.5), start(0.3, 1));
    }

    private double[] start(double lengthscale, double own) {
        double[] start = new double[trend() + 1]; // variances of 1
        Arrays.fill(start, 0, count, Math.log(lengthscale));
        for (int m = 0; m <= LATENT; m++) {
            start[variance(m) + 1] = own;
        }
        return start;
    }
}
