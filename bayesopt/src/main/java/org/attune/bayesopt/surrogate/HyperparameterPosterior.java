package org.attune.bayesopt.surrogate;

import org.attune.api.Generator;
import org.attune.bayesopt.numerics.BoxLbfgs;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Draws from what is believed of the hyperparameters around a mode, which a search for the mode
 * alone takes for certain.
 *
 * <p>Candidates come from a normal distribution about the mode (Laplace), wider than the curvature
 * there says, and are drawn again by how probable they are and how often they come:
 *
 * <pre>
 *   θ_c ~ q = N(θ*, c² H⁻¹),  H = ∂²U/∂θ² at θ*,   w_c = exp(U(θ*) - U(θ_c)) / q(θ_c)
 * </pre>
 *
 * with U the negative log posterior. H is by differences of the gradient; along directions in which
 * U is flat or bends downwards, the candidates spread as far as a prior of deviation 1.5 would let
 * them. Weights are cut at √C times their mean, so that none counts for all. Hyperparameters that
 * are not learned, and those at the ends of their ranges, stay where they are.
 *
 * <p>Sources: D. B. Rubin, "Using the SIR algorithm to simulate posterior distributions", Bayesian
 * Statistics 3 (1988); E. L. Ionides, "Truncated importance sampling", J. Comput. Graph. Statist.
 * 17 (2008), doi:10.1198/106186008X320456.
 */
final class HyperparameterPosterior {
    private static final double STEP = 1e-3;
    private static final double WIDER = 1.2; // c
    private static final double LEAST_CURVATURE = 1 / (1.5 * 1.5);
    private static final int CANDIDATES = 10; // of each draw

    private final BoxLbfgs.Objective negativeLog;
    private final double[] mode;
    private final double[] lower;
    private final double[] upper;
    private final int[] free;

    /**
     * Looks at a posterior.
     *
     * @param negativeLog U
     * @param mode θ*, where it is least, at least nearly
     * @param lower smallest values
     * @param upper largest values
     */
    HyperparameterPosterior(
            BoxLbfgs.Objective negativeLog, double[] mode, double[] lower, double[] upper) {
        this.negativeLog = negativeLog;
        this.mode = mode;
        this.lower = lower;
        this.upper = upper;
        this.free =
                IntStream.range(0, mode.length)
                        .filter(i -> mode[i] - lower[i] > STEP && upper[i] - mode[i] > STEP)
                        .toArray();
    }

    /**
     * Returns draws, of which several may be the same; all are the mode where its surroundings have
     * no finite density.
     *
     * @param count how many
     */
    List<double[]> draws(int count, Generator random) {
        double[][] axes = axes();
        if (axes.length == 0) {
            return java.util.Collections.nCopies(count, mode);
        }
        var candidates = new ArrayList<double[]>();
        double[] log = new double[count * CANDIDATES];
        double[] gradient = new double[mode.length];
        double least = negativeLog.valueAndGradient(mode.clone(), gradient);
        for (int c = 0; c < log.length; c++) {
            double[] at = mode.clone();
            double square = 0;
            for (double[] axis : axes) {
                double z = random.nextGaussian();
                square += z * z;
                for (int i = 0; i < free.length; i++) {
                    at[free[i]] += WIDER * z * axis[i];
                }
            }
            candidates.add(at);
            double value =
                    isInside(at)
                            ? negativeLog.valueAndGradient(at, gradient)
                            : Double.POSITIVE_INFINITY;
            log[c] = Double.isNaN(value) ? Double.NEGATIVE_INFINITY : least - value + square / 2;
        }
        return chosen(candidates, log, count, random);
    }

    private boolean isInside(double[] theta) {
        return Arrays.stream(free).allMatch(i -> lower[i] <= theta[i] && theta[i] <= upper[i]);
    }

    /** Draws by weights, systematically: one uniform number decides all. */
    private List<double[]> chosen(
            List<double[]> candidates, double[] log, int count, Generator random) {
        double largest = Arrays.stream(log).max().orElseThrow();
        if (!(Math.abs(largest) < Double.POSITIVE_INFINITY)) {
            return java.util.Collections.nCopies(count, mode);
        }
        double[] weights = Arrays.stream(log).map(l -> Math.exp(l - largest)).toArray();
        double cut = Arrays.stream(weights).average().orElseThrow() * Math.sqrt(weights.length);
        weights = Arrays.stream(weights).map(w -> Math.min(w, cut)).toArray();
        double step = Arrays.stream(weights).sum() / count;
        double next = random.nextDouble() * step;
        double sum = 0;
        var drawn = new ArrayList<double[]>();
        for (int c = 0; c < weights.length; c++) {
            sum += weights[c];
            while (next < sum && drawn.size() < count) {
                drawn.add(candidates.get(c));
                next += step;
            }
        }
        while (drawn.size() < count) { // rounding
            drawn.add(mode);
        }
        return drawn;
    }

    /** Returns the axes of the normal distribution, each as long as its standard deviation. */
    private double[][] axes() {
        int n = free.length;
        var hessian = new DMatrixRMaj(n, n);
        double[] up = new double[mode.length];
        double[] down = new double[mode.length];
        for (int i = 0; i < n; i++) {
            slope(free[i], STEP, up);
            slope(free[i], -STEP, down);
            for (int j = 0; j < n; j++) {
                double bend = (up[free[j]] - down[free[j]]) / (2 * STEP);
                if (!Double.isFinite(bend)) {
                    return new double[0][];
                }
                hessian.add(i, j, bend / 2);
                hessian.add(j, i, bend / 2);
            }
        }
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(n, true, true);
        if (n == 0 || !eigen.decompose(hessian)) {
            return new double[0][];
        }
        double[][] axes = new double[n][];
        for (int i = 0; i < n; i++) {
            double curvature = Math.max(eigen.getEigenvalue(i).getReal(), LEAST_CURVATURE);
            axes[i] =
                    Arrays.stream(eigen.getEigenVector(i).getData(), 0, n)
                            .map(v -> v / Math.sqrt(curvature))
                            .toArray();
        }
        return axes;
    }

    private void slope(int i, double by, double[] gradient) {
        double[] at = mode.clone();
        at[i] += by;
        negativeLog.valueAndGradient(at, gradient);
    }
}
