package org.attune.surrogatetestkit;

import org.attune.api.Seed;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.Surrogate;
import org.attune.bayesopt.surrogate.SurrogateFitter;
import org.attune.bayesopt.surrogate.SurrogateSettings;

import java.util.Optional;

/** The exact Gaussian process. */
class ExactSurrogateTest extends SurrogateContract {
    @Override
    protected Optional<Surrogate> fit(Dataset data, Seed seed) {
        return process(data, seed);
    }

    static Optional<Surrogate> process(Dataset data, Seed seed) {
        return new SurrogateFitter(
                        LinearAlgebra.best(),
                        AXES,
                        SurrogateSettings.standard(),
                        Priors.informative(AXES, true),
                        seed)
                .fit(data)
                .map(p -> p);
    }
}
