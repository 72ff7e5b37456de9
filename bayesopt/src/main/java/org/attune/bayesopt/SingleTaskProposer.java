package org.attune.bayesopt;

import org.attune.api.Effort;
import org.attune.api.Origin;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Suggestion;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.acquisition.AcquisitionFunction;
import org.attune.bayesopt.acquisition.Feasibility;
import org.attune.bayesopt.acquisition.LogExpectedImprovement;
import org.attune.bayesopt.acquisition.LogProduct;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.search.Enumeration;
import org.attune.bayesopt.search.MixedSearch;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.search.Search;
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
import java.util.Optional;
import java.util.Set;

/**
 * Proposes configurations of one task by Bayesian optimisation: an initial design, then the
 * maximiser of the expected improvement of a Gaussian process surrogate, times the probability of
 * not failing once runs have failed.
 *
 * <p>Everything is a function of the task's trials and the seed; only the fitters' caches live on
 * between calls.
 */
public final class SingleTaskProposer {
    private static final int INCUMBENTS = 4; // whose neighbourhoods are searched
    private static final double LARGEST_LIST = 1e6; // of configurations, to see whether one is left

    private final TuningProblem problem;
    private final int initial;
    private final Seed seed;
    private final LinearAlgebra algebra = LinearAlgebra.best();
    private final Axes axes;
    private final Region region;
    private final InitialDesign design;
    private final SurrogateSettings settings = SurrogateSettings.standard();
    private final SurrogateFitter fitter;
    private final SurrogateFitter failureFitter;
    private final Search search = new MixedSearch();

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
     * @param initial number of trials of the task, of whatever origin, before the model proposes
     * @param seed of this task's randomness
     */
    public SingleTaskProposer(TuningProblem problem, Point task, int initial, Seed seed) {
        this.problem = problem;
        this.initial = initial;
        this.seed = seed;
        this.axes = new Axes(problem.parameterSpace(), false);
        this.region = new Region(problem, task, axes);
        this.design = new InitialDesign(region, seed);
        this.fitter = fitter(settings, "surrogate");
        this.failureFitter = fitter(SurrogateSettings.labels(), "feasibility");
    }

    private SurrogateFitter fitter(SurrogateSettings how, String label) {
        return new SurrogateFitter(algebra, axes, how, new Priors(axes), seed.child(label, 0));
    }

    /**
     * Proposes the next configuration.
     *
     * @param trials of the task by number, pending and failed ones included
     * @param finished those that have ended, in the order of their outcomes
     * @return empty where every admissible configuration has been proposed
     * @throws IllegalStateException if no admissible configuration can be found
     */
    public Optional<Proposed> propose(List<Trial> trials, List<Trial> finished) {
        Set<Point> known = new HashSet<>();
        trials.forEach(t -> known.add(t.configuration()));
        if (isExhausted(known)) {
            return Optional.empty();
        }
        Dataset data = TaskData.measured(problem, region, finished);
        if (trials.size() < initial || data.size() < 2) {
            return Optional.of(fromDesign(trials.size(), known, Origin.Phase.INITIAL));
        }
        long start = System.nanoTime();
        Optional<AcquisitionFunction> acquisition = acquisition(data, trials, finished);
        long fitted = System.nanoTime();
        Optional<Search.Found> found =
                acquisition.flatMap(a ->
                        search.maximize(
                                a,
                                region,
                                incumbents(data),
                                x -> !known.contains(region.decode(x)),
                                seed.generator("search", trials.size())));
        if (found.isEmpty()) {
            return Optional.of(fromDesign(trials.size(), known, Origin.Phase.SEARCH));
        }
        var suggestion =
                new Suggestion(
                        region.candidate(found.get().x()),
                        new Origin(Origin.Phase.MODEL, "log-ei"),
                        found.get().value());
        var effort = new Effort((fitted - start) * 1e-9, (System.nanoTime() - fitted) * 1e-9);
        return Optional.of(new Proposed(suggestion, effort));
    }

    /** Returns the surrogate that the next proposal would use, empty without measured trials. */
    public Optional<WarpedProcess> surrogate(List<Trial> finished) {
        return fitter.fit(TaskData.measured(problem, region, finished));
    }

    private Optional<AcquisitionFunction> acquisition(
            Dataset data, List<Trial> trials, List<Trial> finished) {
        Optional<AcquisitionFunction> improvement =
                fitter.fit(data)
                        .flatMap(model ->
                                model.believing(
                                                algebra,
                                                axes,
                                                settings.kernel(),
                                                TaskData.pending(region, trials))
                                        .map(p ->
                                                new LogExpectedImprovement(p, model.incumbent())));
        Optional<WarpedProcess> failures = failureFitter.fit(TaskData.failures(region, finished));
        return failures.isEmpty()
                ? improvement
                : improvement.map(i -> new LogProduct(i, feasibility(failures.get())));
    }

    private static Feasibility feasibility(WarpedProcess failures) {
        return new Feasibility(
                failures,
                failures.warp().forward(0.5),
                failures.process().hyperparameters().noiseVariance());
    }

    private Proposed fromDesign(int number, Set<Point> known, Origin.Phase phase) {
        double[] x = design.next(number, known);
        return new Proposed(
                new Suggestion(region.candidate(x), new Origin(phase, "sobol")), Effort.NONE);
    }

    /** Lists the configurations only where so many are known that none may be left. */
    private boolean isExhausted(Set<Point> known) {
        return region.size() <= Math.min(LARGEST_LIST, 50.0 * known.size() + 1000)
                && Enumeration.of(region).stream().allMatch(x -> known.contains(region.decode(x)));
    }

    private static List<double[]> incumbents(Dataset data) {
        Integer[] order = new Integer[data.size()];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingDouble(i -> data.y()[i]));
        return Arrays.stream(order).limit(INCUMBENTS).map(i -> data.x()[i]).toList();
    }
}
