package org.attune.bayesopt;

import org.attune.api.Effort;
import org.attune.api.Generator;
import org.attune.api.Origin;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Suggestion;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.EngineSettings.SeedUse;
import org.attune.bayesopt.acquisition.AcquisitionFunction;
import org.attune.bayesopt.acquisition.AcquisitionRule;
import org.attune.bayesopt.acquisition.Feasibility;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.search.Enumeration;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.search.Search;
import org.attune.bayesopt.search.TrustRegion;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.SurrogateFitter;
import org.attune.bayesopt.surrogate.SurrogateSettings;
import org.attune.bayesopt.surrogate.WarpedProcess;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Proposes configurations of one task by Bayesian optimisation: an initial design, then the
 * maximiser of the acquisition function of a Gaussian process surrogate, weighted with the
 * probability of not failing once runs have failed.
 *
 * <p>Everything is a function of the task's trials, its budget and the seed; only the fitters'
 * caches live on between calls.
 */
public final class SingleTaskProposer {
    private static final int INCUMBENTS = 4; // whose neighbourhoods are searched
    private static final double LARGEST_LIST = 1e6; // of configurations, to see whether one is left

    private final TuningProblem problem;
    private final EngineSettings settings;
    private final Seed searchSeed;
    private final LinearAlgebra algebra = LinearAlgebra.best();
    private final Axes axes;
    private final Region region;
    private final InitialDesign design;
    private final SurrogateFitter fitter;
    private final SurrogateFitter failureFitter;

    /**
     * What to evaluate next.
     *
     * @param suggestion the configuration
     * @param effort that it took
     */
    public record Proposed(Suggestion suggestion, Effort effort) {}

    /**
     * Makes a proposer.
     *
     * @param seed of this task's randomness
     */
    public SingleTaskProposer(
            TuningProblem problem, Point task, EngineSettings settings, Seed seed) {
        this(problem, task, settings, seed, settings.seed(SeedUse.DESIGN, task, seed));
    }

    /**
     * Makes a proposer.
     *
     * @param seed of this task's randomness
     * @param designSeed that of its initial design
     */
    public SingleTaskProposer(
            TuningProblem problem,
            Point task,
            EngineSettings settings,
            Seed seed,
            Seed designSeed) {
        this.problem = problem;
        this.settings = settings;
        this.axes =
                new Axes(
                        problem.parameterSpace(),
                        settings.categoriesHaveOrder(),
                        settings.inputWarp());
        this.region = new Region(problem, task, axes);
        this.design = new InitialDesign(region, settings.design(), designSeed);
        this.searchSeed = settings.seed(SeedUse.SEARCH, task, seed);
        Seed modelSeed = settings.seed(SeedUse.MODEL, task, seed);
        this.fitter =
                new SurrogateFitter(
                        algebra,
                        axes,
                        settings.surrogate(),
                        settings.priors(axes),
                        modelSeed.child("surrogate", 0));
        this.failureFitter =
                new SurrogateFitter(
                        algebra,
                        axes,
                        SurrogateSettings.labels(),
                        Priors.informative(axes, true),
                        modelSeed.child("feasibility", 0));
    }

    /**
     * Proposes the next configuration, by a surrogate of this task's trials alone.
     *
     * @param trials of the task by number, pending and failed ones included
     * @param finished those that have ended, in the order of their outcomes
     * @param budget number of trials that the task will have in all; only a profile that divides it
     *     looks at it
     * @return empty where every admissible configuration has been proposed
     * @throws IllegalStateException if no admissible configuration can be found
     */
    public Optional<Proposed> propose(List<Trial> trials, List<Trial> finished, int budget) {
        return propose(trials, finished, budget, fitter::fit);
    }

    /**
     * Proposes the next configuration, as {@link #propose(List, List, int)} does.
     *
     * @param surrogate makes the surrogate from the measured trials of this task
     */
    public Optional<Proposed> propose(
            List<Trial> trials,
            List<Trial> finished,
            int budget,
            Function<Dataset, Optional<WarpedProcess>> surrogate) {
        Set<Point> known = new HashSet<>();
        trials.forEach(t -> known.add(t.configuration()));
        if (isExhausted(known)) {
            return Optional.empty();
        }
        Dataset data = measured(finished);
        int initial = settings.initial(axes.dimension(), budget);
        if (trials.size() < initial || data.size() < 2) {
            return fromDesign(initial, trials.size(), known, Origin.Phase.INITIAL);
        }
        long start = System.nanoTime();
        Optional<WarpedProcess> model = surrogate.apply(data);
        if (settings.fallback()
                && trials.size() % 2 == 0
                && model.filter(LeaveOneOut::predictsNothing).isPresent()) {
            return fromDesign(initial, trials.size(), known, Origin.Phase.SEARCH);
        }
        AcquisitionRule rule = settings.acquisition(trials.size());
        Optional<Function<AcquisitionRule, AcquisitionFunction>> by =
                model.flatMap(m -> acquisitions(m, trials, finished));
        Optional<AcquisitionFunction> acquisition = by.map(f -> f.apply(rule));
        Optional<Region> near =
                settings.trustRegion() && trials.size() % 2 == 0
                        ? model.flatMap(m -> near(m, initial))
                        : Optional.empty();
        long fitted = System.nanoTime();
        Predicate<double[]> fresh = x -> !known.contains(region.decode(x));
        Generator random = searchSeed.generator("search", trials.size());
        Optional<Search.Found> found =
                acquisition.flatMap(
                        a -> near.flatMap(within -> search(a, within, data, fresh, random)));
        boolean isNear = found.isPresent();
        found = found.or(() -> acquisition.flatMap(a -> search(a, region, data, fresh, random)));
        if (found.isEmpty()) {
            return fromDesign(initial, trials.size(), known, Origin.Phase.SEARCH);
        }
        var suggestion =
                new Suggestion(
                        region.candidate(found.get().x()),
                        new Origin(Origin.Phase.MODEL, word(rule) + (isNear ? "-nearby" : "")),
                        by.get().apply(AcquisitionRule.LOG_EI).value(found.get().x()));
        var effort = new Effort((fitted - start) * 1e-9, (System.nanoTime() - fitted) * 1e-9);
        return Optional.of(new Proposed(suggestion, effort));
    }

    /** Returns a surrogate of these trials of this task alone. */
    public Optional<WarpedProcess> surrogate(Dataset data) {
        return fitter.fit(data);
    }

    /** Returns what was measured of the objective in these trials of this task. */
    public Dataset measured(List<Trial> finished) {
        return TaskData.measured(problem, region, finished);
    }

    private Optional<Search.Found> search(
            AcquisitionFunction acquisition,
            Region within,
            Dataset data,
            Predicate<double[]> fresh,
            Generator random) {
        return settings.search().maximize(acquisition, within, incumbents(data), fresh, random);
    }

    /** Returns the surroundings of the best trial, once the whole region has disappointed. */
    private Optional<Region> near(WarpedProcess model, int initial) {
        Dataset data = model.data();
        double[] z = model.warped();
        double[] lengthscales = model.hyperparameters().lengthscales();
        return TrustRegion.of(axes, data.x(), z, initial, lengthscales).map(region::within);
    }

    /** Returns the acquisition functions that a rule may choose from. */
    private Optional<Function<AcquisitionRule, AcquisitionFunction>> acquisitions(
            WarpedProcess model, List<Trial> trials, List<Trial> finished) {
        double incumbent = model.incumbent();
        Optional<Feasibility> feasibility = feasibility(finished);
        return model.assuming(
                        settings.pending(),
                        TaskData.pending(region, trials),
                        TaskData.failed(region, finished))
                .map(assumed ->
                        rule -> {
                            var gain = rule.of(assumed, incumbent, settings.exploration());
                            return feasibility.isEmpty()
                                    ? gain
                                    : rule.weighted(gain, feasibility.get());
                        });
    }

    /** Returns the probability of not failing, empty until a run has failed. */
    Optional<Feasibility> feasibility(List<Trial> finished) {
        return failureFitter
                .fit(TaskData.failures(region, finished))
                .map(f ->
                        new Feasibility(
                                f, f.warp().forward(0.5), f.hyperparameters().noiseVariance()));
    }

    Region region() {
        return region;
    }

    private Optional<Proposed> fromDesign(
            int size, int number, Set<Point> known, Origin.Phase phase) {
        return design.next(size, number, known)
                .map(x ->
                        new Proposed(
                                new Suggestion(
                                        region.candidate(x),
                                        new Origin(phase, word(settings.design()))),
                                Effort.NONE));
    }

    private static String word(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Lists the configurations only where so many are known that none may be left. */
    private boolean isExhausted(Set<Point> known) {
        Optional<List<double[]>> all =
                region.size() <= Math.min(LARGEST_LIST, 50.0 * known.size() + 1000)
                        ? Optional.of(Enumeration.of(region))
                        : region.all();
        return all.isPresent()
                && all.get().stream().allMatch(x -> known.contains(region.decode(x)));
    }

    private static List<double[]> incumbents(Dataset data) {
        Integer[] order = new Integer[data.size()];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingDouble(i -> data.y()[i]));
        return Arrays.stream(order).limit(INCUMBENTS).map(i -> data.x()[i]).toList();
    }
}
