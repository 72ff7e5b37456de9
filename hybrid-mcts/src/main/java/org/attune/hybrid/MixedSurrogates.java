package org.attune.hybrid;

import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.StudyTrials;
import org.attune.bayesopt.Surrogates;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Enrichment;
import org.attune.bayesopt.surrogate.ProcessPrior;
import org.attune.bayesopt.surrogate.Surrogate;
import org.attune.bayesopt.surrogate.SurrogateFitter;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Gaussian processes of one task's outputs with a {@link MixedKernel}. */
final class MixedSurrogates implements Surrogates {
    private final TuningProblem problem;
    private final Axes axes;
    private final EngineSettings settings;
    private final MixedKernel kernel;
    private final Seed seed;
    private final Map<Objective, SurrogateFitter> fitters = new HashMap<>();

    /**
     * Makes the fitters of a task.
     *
     * @param axes of its parameters
     * @param seed of the starts of hyperparameters
     */
    MixedSurrogates(
            TuningProblem problem,
            Axes axes,
            EngineSettings settings,
            MixedKernel kernel,
            Seed seed) {
        this.problem = problem;
        this.axes = axes;
        this.settings = settings;
        this.kernel = kernel;
        this.seed = seed;
    }

    @Override
    public Optional<Surrogate> fit(Objective output, Point task, StudyTrials trials) {
        return fitters.computeIfAbsent(output, o -> fitter(o, task))
                .fit(trials.of(task).measured(output))
                .map(p -> p);
    }

    private SurrogateFitter fitter(Objective output, Point task) {
        var enrichment = new Enrichment(problem, output, task, axes);
        return new SurrogateFitter(
                LinearAlgebra.best(),
                ProcessPrior.of(axes, settings.priors(axes), kernel::of, enrichment.size()),
                settings.surrogate(),
                enrichment,
                seed.child(output.name(), 0));
    }

    @Override
    public String toString() {
        return "Gaussian processes of '%s' with kernels of mixed spaces".formatted(problem.name());
    }
}
