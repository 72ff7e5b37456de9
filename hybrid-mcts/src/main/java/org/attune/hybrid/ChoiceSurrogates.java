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
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.ProcessPrior;
import org.attune.bayesopt.surrogate.Surrogate;
import org.attune.bayesopt.surrogate.SurrogateFitter;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Gaussian processes of one task's outputs over choices among several values. Their kernel is that
 * of {@code gp-lcm}, whose sum over parameters is expected to be small: with the same prior as
 * there, many trials do not make it so. Without it a good value is not taken for one anywhere else,
 * and the first dozens of trials are worse. Of two values each the sum tells nothing new, as a long
 * lengthscale makes the rest of the kernel a sum.
 *
 * <p>Chosen by measurement, see README.md.
 */
final class ChoiceSurrogates implements Surrogates {
    private static final double SHARE = 0.12; // of the variance, in the sum over parameters

    private final TuningProblem problem;
    private final Axes axes;
    private final EngineSettings settings;
    private final Seed seed;
    private final Map<Objective, SurrogateFitter> fitters = new HashMap<>();

    /**
     * Makes the fitters of a task.
     *
     * @param axes of its parameters
     * @param seed of the starts of hyperparameters
     */
    ChoiceSurrogates(TuningProblem problem, Axes axes, EngineSettings settings, Seed seed) {
        this.problem = problem;
        this.axes = axes;
        this.settings = settings;
        this.seed = seed;
    }

    /** Returns whether most of these axes, all of them categories, have more than two values. */
    static boolean pays(Axes axes) {
        long many = IntStream.range(0, axes.dimension()).filter(d -> axes.cells(d) > 2).count();
        return 2 * many > axes.dimension();
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
                ProcessPrior.of(
                        axes,
                        settings.surrogate().kernel(),
                        Priors.informative(axes, true).withShareAround(SHARE),
                        enrichment.size()),
                settings.surrogate(),
                enrichment,
                seed.child(output.name(), 0));
    }

    @Override
    public String toString() {
        return "Gaussian processes of '%s' of choices".formatted(problem.name());
    }
}
