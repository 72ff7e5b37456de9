package org.attune.baselines;

import org.attune.api.Seed;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Surrogate;
import org.attune.surrogatetestkit.SurrogateContract;

import java.util.Optional;

class ForestSurrogateTest extends SurrogateContract {
    @Override
    protected Optional<Surrogate> fit(Dataset data, Seed seed) {
        return ForestSurrogate.fit(AXES, data, 50, seed);
    }

    /** A function of steps is a coarse picture of a smooth one. */
    @Override
    protected double unexplained() {
        return 0.6;
    }
}
