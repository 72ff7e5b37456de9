package org.attune.hybrid;

import org.attune.api.Generator;
import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.StudyTrials;
import org.attune.bayesopt.Surrogates;
import org.attune.bayesopt.acquisition.LogExpectedImprovement;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Enrichment;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.ProcessPrior;
import org.attune.bayesopt.surrogate.Surrogate;
import org.attune.bayesopt.surrogate.SurrogateFitter;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The surrogates of {@code profile=published}: at each proposal all {@link PublishedKernel}s are
 * fitted to the task's own trials, by maximum likelihood, and one is chosen. The first proposal has
 * the first kernel.
 */
final class KernelChoice implements Surrogates {
    private static final int PLACES = 200; // at which expected improvements are compared
    private static final int DRAWS = 200;

    private final TuningProblem problem;
    private final Region region;
    private final EngineSettings settings;
    private final Criterion criterion;
    private final Seed seed;
    private final int[] levels;
    private final Map<Objective, List<SurrogateFitter>> fitters = new HashMap<>();

    /**
     * Makes the choice for a task.
     *
     * @param levels axes of the categories, at least one
     */
    KernelChoice(
            TuningProblem problem,
            Region region,
            EngineSettings settings,
            Criterion criterion,
            int[] levels,
            Seed seed) {
        this.problem = problem;
        this.region = region;
        this.settings = settings;
        this.criterion = criterion;
        this.levels = levels.clone();
        this.seed = seed;
    }

    @Override
    public Optional<Surrogate> fit(Objective output, Point task, StudyTrials trials) {
        Dataset data = trials.of(task).measured(output);
        var models = new ArrayList<Surrogate>();
        for (SurrogateFitter fitter : fitters.computeIfAbsent(output, this::fitters)) {
            fitter.fit(data).ifPresent(models::add);
        }
        if (models.isEmpty()) {
            return Optional.empty();
        }
        int count = trials.of(task).count();
        int budget = trials.of(task).budget();
        int first = settings.initial(region.axes().dimension(), budget);
        if (count <= first) {
            return Optional.of(models.getFirst());
        }
        double[] scores = models.stream().mapToDouble(criterion::score).toArray();
        if (criterion == Criterion.CUSTOM) {
            Generator random = seed.generator("gains", count);
            List<double[]> places = places(random);
            double[] gains = models.stream().mapToDouble(m -> gain(m, places)).toArray();
            scores = Criterion.custom(scores, gains, (count - first) / (double) budget);
        }
        int best = 0;
        for (int i = 1; i < scores.length; i++) {
            best = scores[i] > scores[best] || Double.isNaN(scores[best]) ? i : best;
        }
        return Optional.of(models.get(best));
    }

    private List<double[]> places(Generator random) {
        var places = new ArrayList<double[]>();
        for (int i = 0; i < PLACES; i++) {
            region.sample(random, DRAWS).ifPresent(places::add);
        }
        return places;
    }

    /** Returns the largest logarithm of an expected improvement, over the best mean. */
    private static double gain(Surrogate model, List<double[]> places) {
        double incumbent = model.incumbent(List.of(model.data().x()));
        var improvement = new LogExpectedImprovement(model, incumbent);
        return places.stream()
                .mapToDouble(improvement::value)
                .max()
                .orElse(Double.NEGATIVE_INFINITY);
    }

    private List<SurrogateFitter> fitters(Objective output) {
        Axes axes = region.axes();
        Point task = region.task();
        return PublishedKernel.of(axes, levels).stream()
                .map(kernel ->
                        new SurrogateFitter(
                                LinearAlgebra.best(),
                                prior(axes, kernel),
                                settings.surrogate(),
                                Enrichment.NONE,
                                seed.child(output.name() + " " + task + " " + kernel, 0)))
                .toList();
    }

    /** Returns the prior of a kernel, with the published bounds of the noise. */
    private ProcessPrior prior(Axes axes, PublishedKernel kernel) {
        return ProcessPrior.of(
                axes, Priors.wide(axes, false), layout -> kernel.of(axes, levels, layout), 0);
    }

    @Override
    public String toString() {
        return "Kernels of '%s' chosen by %s".formatted(problem.name(), criterion);
    }
}
