package org.attune.tla;

import org.attune.bayesopt.numerics.BoxLbfgs;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Likelihood;
import org.attune.bayesopt.surrogate.ProcessPrior;
import org.attune.bayesopt.surrogate.WarpedData;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Hyperparameters that several tasks have in common: each task has a process of its own, but their
 * lengthscales, warps, variances and noise are the same.
 *
 * <pre>
 *   θ* = argmax Σ_k [log p(y_k | θ) + 2 log p(θ)]
 * </pre>
 *
 * <p>The prior counts twice for each task: what 20 trials say of a dozen hyperparameters is mostly
 * chance, and where a source is believed to be best depends on them.
 *
 * <p>Source: after Z. Wang, G. E. Dahl, K. Swersky, C. Lee, Z. Nado, J. Gilmer, J. Snoek and Z.
 * Ghahramani, "Pre-trained Gaussian processes for Bayesian optimization", JMLR 25 (2024),
 * arXiv:2109.08215, who maximise the likelihood, without a prior.
 */
final class SharedHyperparameters {
    private static final BoxLbfgs.Options SEARCH = new BoxLbfgs.Options(60, 80, 8, 1e-4, 1e-7);

    private static final int TIMES = 2; // that the prior counts for a task

    private final ProcessPrior prior;
    private final List<Likelihood> tasks;

    /**
     * Takes the observations.
     *
     * @param prior of each task
     * @param tasks at least one, its outputs standardised
     */
    SharedHyperparameters(ProcessPrior prior, List<WarpedData> tasks) {
        this.prior = prior;
        this.tasks = tasks.stream().map(t -> t.posterior(LinearAlgebra.best())).toList();
    }

    /** Returns θ* with what is minimised; empty where no search comes to an end. */
    Optional<BoxLbfgs.Result> mode() {
        double[] start = prior.layout().mode();
        return Stream.of(start, prior.noisier(start))
                .map(from ->
                        BoxLbfgs.minimize(
                                this::negativeLog,
                                from,
                                prior.layout().lower(),
                                prior.layout().upper(),
                                SEARCH))
                .filter(found -> Double.isFinite(found.value()))
                .min(Comparator.comparingDouble(BoxLbfgs.Result::value));
    }

    /**
     * Returns what is minimised, up to a constant.
     *
     * @param gradient receives the derivatives
     */
    double negativeLog(double[] theta, double[] gradient) {
        double[] own = new double[theta.length];
        int more = (TIMES - 1) * tasks.size(); // a posterior has the prior once
        double sum = -more * prior.layout().logDensity(theta, own); // own: less its derivatives
        Arrays.setAll(gradient, i -> more * own[i]);
        for (Likelihood task : tasks) {
            sum += task.valueAndGradient(theta, own);
            for (int i = 0; i < own.length; i++) {
                gradient[i] += own[i];
            }
        }
        return sum;
    }
}
