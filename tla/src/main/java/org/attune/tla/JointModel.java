package org.attune.tla;

import org.attune.api.Seed;
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.joint.Coregionalization;
import org.attune.bayesopt.joint.CoregionalizationFitter;
import org.attune.bayesopt.joint.Observations;
import org.attune.bayesopt.joint.TaskWarps;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Enrichment;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** The linear coregionalization model of the target and its sources, as of tasks of one study. */
final class JointModel {
    private final Axes axes;
    private final EngineSettings settings;
    private final Seed seed;
    private Optional<CoregionalizationFitter> fitter = Optional.empty();
    private List<String> sources = List.of();

    JointModel(Axes axes, EngineSettings settings, Seed seed) {
        this.axes = axes;
        this.settings = settings;
        this.seed = seed;
    }

    Optional<Surrogate> fit(Dataset data, List<LearnedSource> some) {
        List<String> digests = some.stream().map(s -> s.record().digest()).toList();
        int tasks = some.size() + 1;
        if (fitter.isEmpty() || !digests.equals(sources)) {
            sources = digests;
            fitter =
                    Optional.of(
                            new CoregionalizationFitter(
                                    LinearAlgebra.best(),
                                    axes,
                                    new Coregionalization(tasks, 1),
                                    true,
                                    TaskWarps.EACH,
                                    settings.surrogate(),
                                    settings.priors(axes),
                                    Collections.nCopies(tasks, Enrichment.NONE),
                                    seed));
        }
        var all = new Observations.Builder(tasks);
        for (int k = 0; k < some.size(); k++) {
            add(all, k, some.get(k).data());
        }
        add(all, some.size(), data);
        return fitter.get().fit(all.build()).map(m -> m.of(some.size()));
    }

    private static void add(Observations.Builder all, int task, Dataset data) {
        for (int i = 0; i < data.size(); i++) {
            all.add(task, data.x()[i], data.y()[i], data.noise()[i]);
        }
    }
}
