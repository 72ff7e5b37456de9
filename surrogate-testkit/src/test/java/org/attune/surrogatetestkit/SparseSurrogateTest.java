package org.attune.surrogatetestkit;

import org.attune.api.Seed;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.GaussianProcess;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.RadialKernel;
import org.attune.bayesopt.surrogate.SpaceCovariance;
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
        return new SurrogateFitter(
                        LinearAlgebra.best(),
                        AXES,
                        SurrogateSettings.standard(),
                        Priors.informative(AXES, true),
                        seed)
                .fit(data)
                .flatMap(exact -> sparse(exact, data));
    }

    private static Optional<Surrogate> sparse(WarpedProcess exact, Dataset data) {
        var covariance = new SpaceCovariance(AXES, RadialKernel.MATERN52, exact.hyperparameters());
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
