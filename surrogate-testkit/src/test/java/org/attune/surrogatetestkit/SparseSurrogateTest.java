package org.attune.surrogatetestkit;

import org.attune.api.Seed;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Covariance;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.GaussianProcess;
import org.attune.bayesopt.surrogate.Learned;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.ProcessPrior;
import org.attune.bayesopt.surrogate.RadialKernel;
import org.attune.bayesopt.surrogate.Surrogate;
import org.attune.bayesopt.surrogate.SurrogateFitter;
import org.attune.bayesopt.surrogate.SurrogateSettings;
import org.attune.bayesopt.surrogate.TaskPlace;
import org.attune.bayesopt.surrogate.WarpedProcess;

import java.util.Optional;

/**
 * The process by inducing places, which takes over from 2001 observations on: here of fewer, with
 * the hyperparameters of the exact one.
 */
class SparseSurrogateTest extends SurrogateContract {
    private static final int INDUCING = 40;

    @Override
    protected Optional<Surrogate> fit(Dataset data, Seed seed) {
        Priors priors = Priors.informative(AXES, true);
        var fitter =
                new SurrogateFitter(
                        LinearAlgebra.best(), AXES, SurrogateSettings.standard(), priors, seed);
        return fitter.fit(data).flatMap(exact -> sparse(exact, priors, fitter.learned(), data));
    }

    private static Optional<Surrogate> sparse(
            WarpedProcess exact, Priors priors, Optional<Learned> learned, Dataset data) {
        Covariance covariance =
                ProcessPrior.of(AXES, RadialKernel.MATERN52, priors, 0)
                        .covariance(learned.orElseThrow().theta());
        return GaussianProcess.sparse(
                        LinearAlgebra.best(),
                        covariance,
                        data.x(),
                        exact.warped(),
                        data.noise(exact.warp()),
                        INDUCING)
                .map(p ->
                        new WarpedProcess(
                                p,
                                TaskPlace.ALONE,
                                exact.hyperparameters(),
                                exact.warp(),
                                data,
                                exact.logEvidence(),
                                exact.parameters()));
    }
}
