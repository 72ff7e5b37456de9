package org.attune.bayesopt.joint;

import org.attune.bayesopt.numerics.BoxLbfgs;
import org.attune.bayesopt.numerics.Cholesky;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.numerics.Vectors;
import org.attune.bayesopt.surrogate.Kernel;
import org.attune.bayesopt.surrogate.NormalDensity;
import org.attune.bayesopt.surrogate.ObservationNoise;

import java.util.Arrays;

/**
 * Negative log posterior of a linear coregionalization model as a function of the coefficients of
 * one task alone, with its gradient: the value that {@link
 * org.attune.bayesopt.surrogate.Likelihood} has, without a factorization of the other tasks'
 * observations.
 *
 * <pre>
 *   v = (a_1, …, a_Q, log κ_1, …, log κ_Q, log σ²)  of the added task
 *   -log p(y, y_s) = -log p(y_s) + ½ rᵀ S⁻¹ r + ½ log |S| + n/2 log 2π
 *   r = y - Σ_q a_q u_q,   S = c² 11ᵀ + Σ_q (a_q² + κ_q) K_q - Σ_qr a_q a_r V_qᵀ V_r + noise
 *   V_q = L⁻¹ M_q,   u_q = V_qᵀ L⁻¹ y_s,   M_q[i, j] = a_q(task of i) k_q(x_i, x_j)
 * </pre>
 *
 * <p>What alignment does counts as one more function with a coefficient of 1, whose covariance
 * knows of tasks: K = k(x, x) and M[i, j] = k(x_i, x_j).
 *
 * <p>L is the Cholesky factor of the covariance of the N observations y_s of the other tasks. V_qᵀ
 * V_r and u_q do not depend on v and are computed once, in O(Q N² n); an evaluation costs O(Q² n² +
 * n³).
 *
 * <p>Source: the multitask and transfer learning paper, section 5.2.2 (update of the factor), with
 * the Schur complement S in place of the update itself. Not thread-safe.
 */
final class AddedTaskLikelihood implements BoxLbfgs.Objective {
    private static final double LOG_2PI = Math.log(2 * Math.PI);

    private final CoregionalizedPrior prior;
    private final double[] theta;
    private final int[] entries;
    private final int latent;
    private final double level; // c²
    private final double[] y;
    private final ObservationNoise[] noise;
    private final int functions; // Q, and one more for alignment
    private final double[][] within; // K_q, n × n
    private final double[][] together; // [q Q + r], r ≤ q: V_qᵀ V_r, plus its transpose for r < q
    private final double[][] explained; // u_q
    private final double others; // -log p(y_s)
    private final double[] residual; // r
    private final NormalDensity density; // of r
    private final double[] g; // n × n, by which the density depends on S

    /**
     * Prepares the evaluation.
     *
     * @param prior of all tasks, the added one being the last
     * @param theta hyperparameters, of which those of the added task are replaced
     * @param factor of the covariance of the other tasks' observations
     * @param places of these, as kernels see them
     * @param outputs of these, warped
     * @param x places of the added task's n observations, as kernels see them
     * @param y their outputs, warped
     * @param noise of these
     */
    AddedTaskLikelihood(
            LinearAlgebra algebra,
            CoregionalizedPrior prior,
            double[] theta,
            Cholesky factor,
            double[][] places,
            double[] outputs,
            double[][] x,
            double[] y,
            ObservationNoise[] noise) {
        this.prior = prior;
        this.theta = theta.clone();
        this.entries = entries(prior);
        this.latent = prior.tasks().latent();
        this.y = y;
        this.residual = new double[y.length];
        this.density = new NormalDensity(algebra, residual);
        this.g = new double[y.length * y.length];
        this.noise = noise;
        var tasks = (Coregionalization) prior.tasks();
        double[] phi = prior.phi().of(theta);
        this.level = Math.exp(phi[tasks.level()]);
        this.functions = latent + (prior.alignment().isPresent() ? 1 : 0);
        this.within = new double[functions][];
        this.explained = new double[functions][];
        this.together = new double[functions * functions][];
        double[] whitened = factor.solveLower(outputs);
        double[][] solved = new double[functions][]; // V_q
        int column = prior.process().axes().dimension(); // of the task
        for (int q = 0; q < functions; q++) {
            Kernel.At function =
                    q < latent
                            ? prior.latent().get(q).at(theta)
                            : prior.alignment().orElseThrow().at(theta);
            within[q] = values(function, x, x);
            solved[q] = values(function, places, x);
            int n = x.length;
            for (int i = 0; i < places.length && q < latent; i++) {
                int task = (int) places[i][column];
                double weight = phi[tasks.weight(q, task)];
                for (int j = 0; j < n; j++) {
                    solved[q][i * n + j] *= weight;
                }
            }
            algebra.solveLower(factor.lower(), places.length, solved[q], n);
            explained[q] = product(solved[q], whitened, 1);
            for (int r = 0; r <= q; r++) {
                double[] both = product(solved[q], solved[r], n);
                together[q * functions + r] = r == q ? both : withTransposed(both, n);
            }
        }
        this.others =
                0.5 * Vectors.dot(whitened, whitened)
                        + 0.5 * factor.logDeterminant()
                        + 0.5 * outputs.length * LOG_2PI;
    }

    /** Returns where in theta the coefficients v of the last task stand. */
    static int[] entries(CoregionalizedPrior prior) {
        var tasks = (Coregionalization) prior.tasks();
        int latent = tasks.latent();
        int last = tasks.tasks() - 1;
        int[] entries = new int[2 * latent + 1];
        for (int q = 0; q < latent; q++) {
            entries[q] = prior.phi().from() + tasks.weight(q, last);
            entries[latent + q] = prior.phi().from() + tasks.own(q, last);
        }
        entries[2 * latent] = prior.noise().from() + last;
        return entries;
    }

    /** Returns theta with these coefficients of the added task. */
    double[] with(double[] v) {
        double[] all = theta.clone();
        for (int i = 0; i < v.length; i++) {
            all[entries[i]] = v[i];
        }
        return all;
    }

    @Override
    public double valueAndGradient(double[] v, double[] gradient) {
        int n = y.length;
        System.arraycopy(y, 0, residual, 0, n);
        double[] s = density.covariance();
        Arrays.fill(s, level);
        double[] variance = new double[latent];
        for (int q = 0; q < functions; q++) {
            double weight = q < latent ? v[q] : 1;
            if (q < latent) {
                variance[q] = Math.exp(v[latent + q]);
            }
            add(s, within[q], q < latent ? weight * weight + variance[q] : 1);
            for (int r = 0; r <= q; r++) {
                add(s, together[q * functions + r], -weight * (r < latent ? v[r] : 1));
            }
            add(residual, explained[q], -weight);
        }
        double measured = Math.exp(v[2 * latent]);
        for (int i = 0; i < n; i++) {
            s[i * n + i] += noise[i].variance(measured);
        }
        double value = others + density.negativeLog();
        if (Double.isNaN(value)) {
            return value;
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                g[i * n + j] = density.g(i, j);
            }
        }
        double[] ofAll = new double[theta.length];
        double logPrior = prior.layout().logDensity(with(v), ofAll);
        for (int q = 0; q < latent; q++) {
            double byVariance = 0.5 * Vectors.dot(g, within[q]);
            gradient[q] = 2 * v[q] * byVariance - Vectors.dot(density.alpha(), explained[q]);
            for (int r = 0; r < functions; r++) {
                double[] both = together[Math.max(q, r) * functions + Math.min(q, r)];
                double weight = r < latent ? v[r] : 1;
                gradient[q] -= (r == q ? 1 : 0.5) * weight * Vectors.dot(g, both);
            }
            gradient[latent + q] = variance[q] * byVariance;
        }
        gradient[2 * latent] = 0;
        for (int i = 0; i < n; i++) {
            gradient[2 * latent] += 0.5 * measured * noise[i].learned() * g[i * n + i];
        }
        for (int i = 0; i < v.length; i++) {
            gradient[i] += ofAll[entries[i]];
        }
        return value - logPrior;
    }

    private static double[] values(Kernel.At function, double[][] a, double[][] b) {
        double[] values = new double[a.length * b.length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < b.length; j++) {
                values[i * b.length + j] = function.value(a[i], b[j]);
            }
        }
        return values;
    }

    /** Returns aᵀ b of matrices with as many rows, b with so many columns. */
    private static double[] product(double[] a, double[] b, int columns) {
        int rows = b.length / columns;
        int n = a.length / rows;
        double[] out = new double[n * columns];
        for (int k = 0; k < rows; k++) {
            for (int i = 0; i < n; i++) {
                double of = a[k * n + i];
                for (int j = 0; j < columns; j++) {
                    out[i * columns + j] += of * b[k * columns + j];
                }
            }
        }
        return out;
    }

    private static double[] withTransposed(double[] a, int n) {
        double[] sum = new double[a.length];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                sum[i * n + j] = a[i * n + j] + a[j * n + i];
            }
        }
        return sum;
    }

    private static void add(double[] to, double[] what, double times) {
        for (int i = 0; i < to.length; i++) {
            to[i] += times * what[i];
        }
    }
}
