package org.attune.bayesopt.surrogate;

import java.util.ArrayList;
import java.util.List;
import org.attune.api.Generator;
import org.attune.bayesopt.numerics.BoxLbfgs;
import org.attune.bayesopt.numerics.LinearAlgebra;

/**
 * Draws hyperparameters from the normal approximation of their posterior at its mode (Laplace's method).
 *
 * <p>The Hessian of the negative log posterior is taken by central differences of its gradient, one hyperparameter at a
 * time. Directions of little curvature get at least the curvature of a wide prior, so that a draw stays in reach of the
 * data. Source: D. J. C. MacKay, Information Theory, Inference, and Learning Algorithms (2003), chapter 27.
 */
final class LaplaceSamples {
    private static final double STEP = 1e-3;

    private LaplaceSamples() {}

    /**
     * Returns draws, clipped to the bounds.
     *
     * @param mode θ at the posterior mode
     */
    static List<double[]> draw(
            LinearAlgebra algebra,
            BoxLbfgs.Objective posterior,
            Priors priors,
            double[] mode,
            int count,
            Generator random) {
        int p = mode.length;
        double[] hessian = new double[p * p];
        double[] up = new double[p];
        double[] down = new double[p];
        double[] at = mode.clone();
        for (int i = 0; i < p; i++) {
            at[i] = mode[i] + STEP;
            double a = posterior.valueAndGradient(at, up);
            at[i] = mode[i] - STEP;
            double b = posterior.valueAndGradient(at, down);
            at[i] = mode[i];
            if (!Double.isFinite(a) || !Double.isFinite(b)) {
                return List.of();
            }
            for (int j = 0; j < p; j++) {
                hessian[i * p + j] = (up[j] - down[j]) / (2 * STEP);
            }
        }
        for (int i = 0; i < p; i++) {
            for (int j = 0; j < i; j++) {
                double mean = (hessian[i * p + j] + hessian[j * p + i]) / 2;
                hessian[i * p + j] = mean;
                hessian[j * p + i] = mean;
            }
        }
        double ridge = 0;
        double[] lower = hessian.clone();
        while (!algebra.cholesky(lower, p)) {
            ridge = ridge == 0 ? 0.1 : 3 * ridge;
            if (ridge > 1e6) {
                return List.of();
            }
            lower = hessian.clone();
            for (int i = 0; i < p; i++) {
                lower[i * p + i] += ridge;
            }
        }
        double[] low = priors.lower();
        double[] high = priors.upper();
        var draws = new ArrayList<double[]>();
        for (int s = 0; s < count; s++) {
            double[] theta = new double[p];
            for (int i = 0; i < p; i++) {
                theta[i] = random.nextGaussian();
            }
            algebra.solveLowerTransposed(lower, p, theta, 1);
            for (int i = 0; i < p; i++) {
                theta[i] = Math.min(Math.max(mode[i] + theta[i], low[i]), high[i]);
            }
            draws.add(theta);
        }
        return draws;
    }
}
