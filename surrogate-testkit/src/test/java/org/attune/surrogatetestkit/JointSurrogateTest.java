package org.attune.surrogatetestkit;

import org.attune.api.Seed;
import org.attune.bayesopt.joint.Coregionalization;
import org.attune.bayesopt.joint.CoregionalizationFitter;
import org.attune.bayesopt.joint.Observations;
import org.attune.bayesopt.joint.TaskWarps;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Enrichment;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.Surrogate;
import org.attune.bayesopt.surrogate.SurrogateSettings;

import java.util.List;
import java.util.Optional;

/** What one of two tasks sees of a model of both; the other one has half of its trials. */
class JointSurrogateTest extends SurrogateContract {
    @Override
    protected Optional<Surrogate> fit(Dataset data, Seed seed) {
        if (data.size() == 0) {
            return Optional.empty();
        }
        var both = new Observations.Builder(2);
        for (int i = 0; i < data.size(); i++) {
            both.add(0, data.x()[i], data.y()[i], data.noise()[i]);
            if (i % 2 == 0) {
                both.add(1, data.x()[i], data.y()[i] / 2, data.noise()[i]);
            }
        }
        return new CoregionalizationFitter(
                        LinearAlgebra.best(),
                        AXES,
                        new Coregionalization(2, 1),
                        false,
                        TaskWarps.EACH,
                        SurrogateSettings.standard(),
                        Priors.informative(AXES, true),
                        List.of(Enrichment.NONE, Enrichment.NONE),
                        seed)
                .fit(both.build())
                .map(m -> m.of(0));
    }
}
