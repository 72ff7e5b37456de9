package org.attune.bayesopt;

import org.attune.api.Effort;
import org.attune.api.Generator;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.ParetoFront;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Suggestion;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.EngineSettings.SeedUse;
import org.attune.bayesopt.acquisition.AcquisitionFunction;
import org.attune.bayesopt.acquisition.AcquisitionRule;
import org.attune.bayesopt.acquisition.Beliefs;
import org.attune.bayesopt.acquisition.CheapRuns;
import org.attune.bayesopt.acquisition.Feasibility;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.attune.bayesopt.search.Enumeration;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.search.Search;
import org.attune.bayesopt.search.TrustRegion;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Enrichment;
import org.attune.bayesopt.surrogate.Learned;
import org.attune.bayesopt.surrogate.ObservationNoise;
import org.attune.bayesopt.surrogate.Priors;
import org.attune.bayesopt.surrogate.SurrogateFitter;
import org.attune.bayesopt.surrogate.SurrogateSettings;
import org.attune.bayesopt.surrogate.WarpedProcess;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

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
    private static final int FRONT = 8; // trials of a front at least, as far as there are
    private static final double LARGEST_LIST = 1e6; // of configurations, to see whether one is left

    private final TuningProblem problem;
    private final EngineSettings settings;
    private final Seed searchSeed;
    private final LinearAlgebra algebra = LinearAlgebra.best();
    private final Axes axes;
    private final Region region;
    private final InitialDesign design;
    private final Optional<Beliefs> beliefs;
    private final List<Objective> outputs;
    private final Map<Objective, SurrogateFitter> fitters = new HashMap<>();
    private final SurrogateFitter failureFitter;
    private final SurrogateFitter timeFitter;

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
        this.beliefs = Beliefs.of(problem.parameterSpace(), problem.beliefs());
        this.searchSeed = settings.seed(SeedUse.SEARCH, task, seed);
        Seed modelSeed = settings.seed(SeedUse.MODEL, task, seed);
        this.outputs = OutputModels.modelled(problem, settings);
        for (Objective output : outputs) {
            fitters.put(
                    output,
                    new SurrogateFitter(
                            algebra,
                            axes,
                            settings.surrogate(),
                            settings.priorsAlone(axes),
                            new Enrichment(problem, output, task, axes),
                            ofOutput(problem, output, modelSeed).child("surrogate", 0)));
        }
        this.failureFitter = plain(modelSeed.child("feasibility", 0));
        this.timeFitter = plain(modelSeed.child("seconds", 0));
    }

    private SurrogateFitter plain(Seed seed) {
        return new SurrogateFitter(
                algebra, axes, SurrogateSettings.labels(), Priors.informative(axes, true), seed);
    }

    /** Returns the seed of the models of an output. */
    public static Seed ofOutput(TuningProblem problem, Objective output, Seed models) {
        return output.equals(problem.optimized().getFirst())
                ? models
                : models.child("output " + output.name(), 0);
    }

    /**
     * Proposes the next configuration, by surrogates of this task's trials alone.
     *
     * @param trials of the task by number, pending and failed ones included
     * @param finished those that have ended, in the order of their outcomes
     * @param budget number of trials that the task will have in all; only a profile that divides it
     *     looks at it
     * @return empty where every admissible configuration has been proposed
     * @throws IllegalStateException if no admissible configuration can be found
     */
    public Optional<Proposed> propose(List<Trial> trials, List<Trial> finished, int budget) {
        return propose(trials, finished, budget, this::surrogate);
    }

    /**
     * Proposes the next configuration, as {@link #propose(List, List, int)} does.
     *
     * @param surrogate makes the surrogate of an output from the measured trials of this task
     */
    public Optional<Proposed> propose(
            List<Trial> trials,
            List<Trial> finished,
            int budget,
            BiFunction<Objective, Dataset, Optional<WarpedProcess>> surrogate) {
        Set<Point> known = new HashSet<>();
        trials.forEach(t -> known.add(t.configuration()));
        if (isExhausted(known)) {
            return Optional.empty();
        }
        int initial = settings.initial(axes.dimension(), budget);
        if (trials.size() < initial
                || measured(problem.optimized().getFirst(), finished).size() < 2) {
            return believed(known)
                    .or(() ->
                            fromDesign(
                                    initial,
                                    trials.size(),
                                    known,
                                    Origin.Phase.INITIAL,
                                    Effort.NONE));
        }
        long start = System.nanoTime();
        List<Trial> usable = finished.stream().filter(problem::isInRange).toList();
        Optional<OutputModels> models =
                fitted(finished, surrogate)
                        .map(m -> new OutputModels(m, settings, coordinates(usable)));
        if (settings.fallback()
                && trials.size() % 2 == 0
                && models.filter(OutputModels::predictNothing).isPresent()) {
            var effort = new Effort((System.nanoTime() - start) * 1e-9, 0);
            return fromDesign(initial, trials.size(), known, Origin.Phase.SEARCH, effort);
        }
        AcquisitionRule rule = settings.acquisition(trials.size());
        List<AcquisitionFunction> weights = weights(finished);
        Optional<Function<AcquisitionRule, AcquisitionFunction>> by =
                models.flatMap(m ->
                        m.acquisitions(
                                TaskData.pending(region, trials),
                                TaskData.failed(region, finished),
                                weights));
        Optional<AcquisitionFunction> acquisition = by.map(f -> f.apply(rule));
        Optional<Region> near =
                settings.trustRegion() && trials.size() % 2 == 0
                        ? models.flatMap(m -> near(m, usable, initial))
                        : Optional.empty();
        long fitted = System.nanoTime();
        List<double[]> starts = incumbents(usable, finished);
        Predicate<double[]> fresh = x -> !known.contains(region.decode(x));
        Generator random = searchSeed.generator("search", trials.size());
        Optional<Search.Found> found =
                acquisition.flatMap(a ->
                        near.flatMap(r -> settings.search().maximize(a, r, starts, fresh, random)));
        boolean isNear = found.isPresent();
        found =
                found.or(() ->
                        acquisition.flatMap(
                                a -> settings.search().maximize(a, region, starts, fresh, random)));
        var effort = new Effort((fitted - start) * 1e-9, (System.nanoTime() - fitted) * 1e-9);
        if (found.isEmpty()) {
            return fromDesign(initial, trials.size(), known, Origin.Phase.SEARCH, effort);
        }
        var suggestion =
                new Suggestion(
                        region.candidate(found.get().x()),
                        new Origin(
                                Origin.Phase.MODEL,
                                models.get().word(rule) + (isNear ? "-nearby" : "")),
                        models.get()
                                .logGain(by.get().apply(AcquisitionRule.LOG_EI), found.get().x()));
        return Optional.of(new Proposed(suggestion, effort));
    }

    /** Returns the surrogates of all outputs that need one; empty where one cannot be fitted. */
    private Optional<SequencedMap<Objective, WarpedProcess>> fitted(
            List<Trial> finished,
            BiFunction<Objective, Dataset, Optional<WarpedProcess>> surrogate) {
        var models = new LinkedHashMap<Objective, WarpedProcess>();
        for (Objective output : outputs) {
            surrogate
                    .apply(output, measured(output, finished))
                    .ifPresent(m -> models.put(output, m));
        }
        return models.size() < outputs.size() ? Optional.empty() : Optional.of(models);
    }

    /** Returns a surrogate of an output, of these trials of this task alone. */
    public Optional<WarpedProcess> surrogate(Objective output, Dataset data) {
        return fitters.get(output).fit(data);
    }

    /** Returns what the last surrogate of an output has learned. */
    public Optional<Learned> learned(Objective output) {
        return fitters.get(output).learned();
    }

    /** Takes over what an earlier surrogate of an output has learned from this data. */
    public void recall(Objective output, Dataset data, Learned learned) {
        fitters.get(output).recall(data, learned);
    }

    /** Returns the outputs that have a surrogate. */
    public List<Objective> outputs() {
        return outputs;
    }

    /**
     * Returns what counts as the value of an output in each of these trials of this task; empty
     * where a trial teaches nothing of it.
     */
    public List<OptionalDouble> values(Objective output, List<Trial> finished) {
        return TaskData.values(problem, output, settings.outOfRange(), finished);
    }

    /** Returns the noise of the value of an output in a trial of this task. */
    public ObservationNoise noise(Objective output, Trial trial) {
        return TaskData.noise(problem, output, settings.outOfRange(), trial);
    }

    /** Returns the canonical coordinates of a trial. */
    public double[] coordinates(Trial trial) {
        return region.encode(trial.configuration());
    }

    /** Returns what was measured of an output in these trials of this task. */
    public Dataset measured(Objective output, List<Trial> finished) {
        return TaskData.measured(problem, output, settings.outOfRange(), region, finished);
    }

    /** Returns the surroundings of the best trial, once the whole region has disappointed. */
    private Optional<Region> near(OutputModels models, List<Trial> usable, int initial) {
        return models.single()
                .filter(m -> !usable.isEmpty())
                .flatMap(m -> {
                    Dataset data = measured(problem.optimized().getFirst(), usable);
                    double[] z = Arrays.stream(data.y()).map(m::warped).toArray();
                    double[] lengthscales = m.hyperparameters().lengthscales();
                    return TrustRegion.of(axes, data.x(), z, initial, lengthscales);
                })
                .map(region::within);
    }

    /** Returns the probability of not failing, empty until a run has failed. */
    Optional<Feasibility> feasibility(List<Trial> finished) {
        return failureFitter
                .fit(TaskData.failures(region, finished))
                .map(f ->
                        new Feasibility(
                                f, f.warp().forward(0.5), f.hyperparameters().noiseVariance()));
    }

    /** Returns logarithms of what a configuration's gain is multiplied with. */
    private List<AcquisitionFunction> weights(List<Trial> finished) {
        var weights = new ArrayList<AcquisitionFunction>();
        beliefs.map(b -> b.after(finished.size())).ifPresent(weights::add);
        feasibility(finished).ifPresent(weights::add);
        if (settings.perSecond()) {
            timeFitter
                    .fit(TaskData.logSeconds(region, finished))
                    .ifPresent(m ->
                            weights.add(
                                    new CheapRuns(m, m.warp().inverse(1) - m.warp().inverse(0))));
        }
        return weights;
    }

    Region region() {
        return region;
    }

    /** Returns the default with what is believed to be good in it, unless that is known. */
    private Optional<Proposed> believed(Set<Point> known) {
        return beliefs.map(b -> region.canonical(b.moved(usual())))
                .filter(x -> region.admits(x) && !known.contains(region.decode(x)))
                .map(x -> proposed(x, Origin.Phase.INITIAL, "belief", Effort.NONE));
    }

    /** Returns the coordinates of the default, the middle where there is none. */
    private double[] usual() {
        double[] middle = new double[axes.dimension()];
        Arrays.fill(middle, 0.5);
        return problem.parameterSpace().defaultPoint().map(region::encode).orElse(middle);
    }

    private Optional<Proposed> fromDesign(
            int size, int number, Set<Point> known, Origin.Phase phase, Effort effort) {
        return design.next(size, number, known)
                .map(x -> proposed(x, phase, word(settings.design()), effort));
    }

    private Proposed proposed(double[] x, Origin.Phase phase, String by, Effort effort) {
        return new Proposed(new Suggestion(region.candidate(x), new Origin(phase, by)), effort);
    }

    static String word(Enum<?> choice) {
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

    /** Returns where a search starts: the best trials, of several objectives some of the front. */
    private List<double[]> incumbents(List<Trial> usable, List<Trial> finished) {
        if (problem.optimized().size() > 1) {
            List<Trial> front = ParetoFront.of(problem, usable).trials();
            int step = Math.max(front.size() / FRONT, 1);
            return coordinates(
                    IntStream.range(0, front.size())
                            .filter(i -> i % step == 0)
                            .mapToObj(front::get)
                            .toList());
        }
        Objective objective = problem.optimized().getFirst();
        Dataset data = measured(objective, usable.isEmpty() ? finished : usable);
        Integer[] order = new Integer[data.size()];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingDouble(i -> data.y()[i]));
        return Arrays.stream(order).limit(INCUMBENTS).map(i -> data.x()[i]).toList();
    }

    private List<double[]> coordinates(List<Trial> trials) {
        return trials.stream().map(this::coordinates).toList();
    }
}
