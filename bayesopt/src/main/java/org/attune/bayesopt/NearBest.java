package org.attune.bayesopt;

import org.attune.api.Objective;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.search.TrustRegion;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.Arrays;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * Every other turn the {@link TrustRegion} around the best trial, once the whole region has
 * disappointed; not with several objectives.
 */
final class NearBest implements Surroundings {
    private final Objective objective;
    private final boolean single;
    private final EngineSettings settings;

    NearBest(TuningProblem problem, EngineSettings settings) {
        this.objective = problem.optimized().getFirst();
        this.single = problem.optimized().size() == 1;
        this.settings = settings;
    }

    @Override
    public Optional<Region> near(
            int turn, TaskTrials trials, SequencedMap<Objective, Surrogate> models, Region whole) {
        Dataset data = trials.measuredInRange(objective);
        if (!single || turn % 2 != 0 || data.size() == 0) {
            return Optional.empty();
        }
        Surrogate model = models.get(objective);
        int dimension = whole.axes().dimension();
        double[] z = Arrays.stream(data.y()).map(model::warped).toArray();
        double[] alike = new double[dimension];
        Arrays.fill(alike, 1);
        return TrustRegion.of(
                        whole.axes(),
                        data.x(),
                        z,
                        settings.initial(dimension, trials.budget()),
                        model.lengthscales().orElse(alike))
                .map(whole::within);
    }
}
