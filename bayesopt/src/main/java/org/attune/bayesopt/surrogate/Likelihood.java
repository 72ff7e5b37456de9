package org.attune.bayesopt.surrogate;

import org.attune.bayesopt.numerics.BoxLbfgs;
import org.attune.bayesopt.numerics.LinearAlgebra;

import java.util.Arrays;

/**
 * Negative log posterior of the hyperparameters of a {@link ProcessPrior}, with its gradient.
 *
 * <pre>
 *   -log p(θ | y) = ½ yᵀ K⁻¹ y + ½ log |K| + n/2 log 2π - log p(θ) + const,   K_ij = k(x_i, x_j) + (a_i σ²_i + d_i²) [i = j]
 *   ∂/∂θ_j of the likelihood's part = ½ tr(G ∂K/∂θ_j),   G = K⁻¹ - α αᵀ,   α = K⁻¹ y
 * </pre>
 *
 * <p>with the {@link ObservationNoise} a and d, and σ² of the task of the observation. An
 * evaluation costs one Cholesky factorisation, one inverse and what the kernel takes, O(n² D). Not
 * thread-safe: it owns its work arrays.
 *
 * <p>Source: Rasmussen and Williams (2006), eqs. (5.8) and (5.9).
 */
public final class Likelihood implements BoxLbfgs.Objective {
    private final ProcessPrior prior;
    private final double[][] places;
    private final ObservationNoise[] noise;
    private final NormalDensity density;
    private final double[] g; // lower triangle

    /**
     * Prepares the evaluation.
     *
     * @param places n places, see {@link Covariance}
     * @param y n standardised outputs
     * @param noise of each, on their scale
     */
    public Likelihood(
            LinearAlgebra algebra,
            ProcessPrior prior,
            double[][] places,
            double[] y,
            ObservationNoise[] noise) {
        this.prior = prior;
        this.places = places;
        this.noise = noise;
        this.density = new NormalDensity(algebra, y);
        this.g = new double[y.length * y.length];
    }

    @Override
    public double valueAndGradient(double[] theta, double[] gradient) {
        int n = places.length;
        double[] ofTasks = prior.noise(theta);
        Kernel.Gram gram = covariance(theta, ofTasks);
        double negativeLog = density.negativeLog();
        if (Double.isNaN(negativeLog)) {
            return Double.NaN;
        }
        Arrays.fill(gradient, 0);
        double[] byNoise = new double[ofTasks.length];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                g[i * n + j] = density.g(i, j);
            }
            byNoise[prior.warping().task(places[i])] += noise[i].learned() * g[i * n + i];
        }
        for (int t = 0; t < byNoise.length; t++) {
            prior.noise().add(gradient, t, 0.5 * ofTasks[t] * byNoise[t]);
        }
        gram.addGradient(g, gradient);
        return negativeLog - prior.layout().logDensity(theta, gradient);
    }

    /** Returns the value alone, within rounding, sooner. */
    public double value(double[] theta) {
        covariance(theta, prior.noise(theta));
        return density.negativeLogAlone()
                - prior.layout().logDensity(theta, new double[theta.length]);
    }

    /** Fills in K, and returns what it is without noise. */
    private Kernel.Gram covariance(double[] theta, double[] ofTasks) {
        int n = places.length;
        double[] k = density.covariance();
        Arrays.fill(k, 0);
        for (int i = 0; i < n; i++) {
            k[i * n + i] = noise[i].variance(ofTasks[prior.warping().task(places[i])]);
        }
        Kernel.Gram gram =
                prior.kernel().at(theta).gram(new Places(prior.warping().at(theta), places));
        gram.addTo(k);
        return gram;
    }
}
