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
import org.attune.bayesopt.acquisition.AcquisitionFunction;
import org.attune.bayesopt.acquisition.AcquisitionRule;
import org.attune.bayesopt.acquisition.Beliefs;
import org.attune.bayesopt.search.Enumeration;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.search.Search;
import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Proposes configurations of one task by Bayesian optimisation: an initial design, then the
 * maximiser of the acquisition function of its surrogates, times the {@link Weights}.
 *
 * <p>Everything is a function of the task's trials, its budget, the seeds and the {@link
 * ProposerParts}; only the fitters' caches live on between calls.
 */
public final class SingleTaskProposer {
    private static final int INCUMBENTS = 4; // whose neighbourhoods are searched
    private static final int FRONT = 8; // trials of a front at least, as far as there are
    private static final double LARGEST_LIST = 1e6; // of configurations, to see whether one is left

    private final TuningProblem problem;
    private final Region region;
    private final EngineSettings settings;
    private final ProposerParts parts;
    private final InitialDesign design;
    private final Seed searches;
    private final Optional<Beliefs> beliefs;
    private final Objective first;

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
     * @param region of the task
     * @param designs seed of the initial design
     * @param searches seed of the searches for a configuration
     */
    public SingleTaskProposer(
            TuningProblem problem,
            Region region,
            EngineSettings settings,
            ProposerParts parts,
            Seed designs,
            Seed searches) {
        this.problem = problem;
        this.region = region;
        this.settings = settings;
        this.parts = parts;
        this.design = new InitialDesign(problem, region, settings, designs);
        this.searches = searches;
        this.beliefs = Beliefs.of(problem.parameterSpace(), problem.beliefs());
        this.first = problem.optimized().getFirst();
    }

    /**
     * Proposes the next configuration of the task.
     *
     * @param study the trials of all tasks
     * @return empty where every admissible configuration has been proposed
     * @throws IllegalStateException if no admissible configuration can be found
     */
    public Optional<Proposed> propose(StudyTrials study) {
        TaskTrials trials = study.of(region.task());
        if (isExhausted(trials.known())) {
            return Optional.empty();
        }
        int least = parts.opening() == Opening.DESIGN ? 2 : 1;
        boolean known = trials.measured(first).size() >= least;
        if (parts.opening() == Opening.DESIGN && (!known || trials.count() < initial(trials))) {
            return trials.count() < initial(trials)
                    ? opened(trials)
                    : running(trials).or(() -> opened(trials));
        }
        long start = System.nanoTime();
        Optional<OutputModels> models =
                fitted(study).map(m -> new OutputModels(m, settings, trials.usablePlaces()));
        if (!known) {
            return models.flatMap(m -> lowest(trials, m, start)).or(() -> opened(trials));
        }
        int turn = parts.turn().applyAsInt(trials);
        if (settings.fallback()
                && turn % 2 == 0
                && models.filter(OutputModels::predictNothing).isPresent()) {
            return fromDesign(trials, Origin.Phase.SEARCH, modelling(start));
        }
        return models.flatMap(m -> promising(trials, m, turn, start))
                .or(() -> fromDesign(trials, Origin.Phase.SEARCH, modelling(start)));
    }

    /** Maximises the acquisition function of this turn. */
    private Optional<Proposed> promising(
            TaskTrials trials, OutputModels models, int turn, long start) {
        AcquisitionRule rule = settings.acquisition(turn);
        List<AcquisitionFunction> weights = parts.weights().of(trials);
        List<double[]> running = parts.weights().running(trials);
        Optional<Function<AcquisitionRule, AcquisitionFunction>> by =
                models.acquisitions(running, weights);
        if (by.isEmpty()) {
            return Optional.empty();
        }
        AcquisitionFunction acquisition = by.get().apply(rule);
        boolean isAligned =
                models.isAligned() || weights.stream().anyMatch(AcquisitionFunction::isAligned);
        Region all = isAligned ? region.aligned() : region;
        Optional<Region> near = parts.surroundings().near(turn, trials, models.surrogates(), all);
        Effort modelling = modelling(start);
        long from = System.nanoTime();
        Optional<Search.Found> nearby = near.flatMap(r -> searched(trials, acquisition, r));
        Optional<Search.Found> found = nearby.or(() -> searched(trials, acquisition, all));
        if (found.isEmpty()) {
            return Optional.empty();
        }
        List<AcquisitionFunction> ofGain = parts.weights().ofGain(trials);
        boolean isWhatGains = ofGain.equals(weights);
        AcquisitionFunction improvement =
                (isWhatGains ? by : models.acquisitions(running, ofGain))
                        .orElseThrow()
                        .apply(AcquisitionRule.LOG_EI);
        double[] x = found.get().x();
        boolean everywhere = isWhatGains && nearby.isEmpty() && rule == AcquisitionRule.LOG_EI;
        Optional<Suggestion> instead = instead(trials, models, turn, improvement, x, everywhere);
        Suggestion suggestion =
                instead.orElseGet(() ->
                        new Suggestion(
                                region.candidate(x),
                                new Origin(
                                        Origin.Phase.MODEL,
                                        models.word(rule) + (nearby.isPresent() ? "-nearby" : "")),
                                models.logGain(improvement, x)));
        return Optional.of(new Proposed(suggestion, modelling.plus(new Effort(0, seconds(from)))));
    }

    /**
     * Goes where a quadratic through the nearest trials is least where little is to be gained, or
     * to multiples near the best trial or far from all trials where nothing is.
     *
     * @param improvement that is expected, its logarithm
     * @param x what the search has found
     * @param everywhere whether it found the largest improvement there is
     */
    private Optional<Suggestion> instead(
            TaskTrials trials,
            OutputModels models,
            int turn,
            AcquisitionFunction improvement,
            double[] x,
            boolean everywhere) {
        if (models.single().isEmpty() || trials.usable().isEmpty()) {
            return Optional.empty();
        }
        var stagnation = new Stagnation(trials, first, models.single().get());
        double known = improvement.value(x);
        var largest =
                new Once(() ->
                        everywhere || known >= stagnation.logLittle()
                                ? known
                                : searched(trials, improvement, region)
                                        .map(Search.Found::value)
                                        .orElse(known));
        Optional<Refinement> refinement =
                Optional.of(models.single().get())
                        .filter(m -> settings.refine())
                        .filter(m -> largest.getAsDouble() < stagnation.logLittle())
                        .map(m ->
                                new Refinement(
                                        trials,
                                        first,
                                        m,
                                        region,
                                        largest.getAsDouble() < stagnation.logMatters()));
        Optional<Suggestion> refined =
                refinement.flatMap(r -> refined(r, trials, models, largest.getAsDouble()));
        if (refined.isPresent()) {
            return refined;
        }
        boolean isDone = refinement.map(Refinement::isDone).orElse(false);
        return settings.interleave() && stagnation.looksElsewhere(turn, isDone, largest)
                ? elsewhere(trials, models)
                : Optional.empty();
    }

    private Optional<Suggestion> elsewhere(TaskTrials trials, OutputModels models) {
        List<ToDoubleFunction<double[]>> weights =
                models.withRanges(parts.weights().elsewhere(trials));
        return rounded(trials, weights)
                .map(x -> blind(trials, x, Origin.ROUNDED))
                .or(() ->
                        emptiest(trials, List.of(), weights, "elsewhere")
                                .map(x -> blind(trials, x, Origin.ELSEWHERE)));
    }

    private Suggestion blind(TaskTrials trials, double[] x, Origin origin) {
        double logGain = Stagnation.logGainElsewhere(trials);
        return new Suggestion(region.candidate(x), origin, logGain);
    }

    private Optional<double[]> rounded(
            TaskTrials trials, List<ToDoubleFunction<double[]>> weights) {
        return settings.alignment()
                ? new RoundedBest(trials, region).place(trials.measuredInRange(first), weights)
                : Optional.empty();
    }

    private Optional<Suggestion> refined(
            Refinement refinement, TaskTrials trials, OutputModels models, double largest) {
        return refinement
                .place(models.withRanges(searchWeights(trials)))
                .map(found ->
                        new Suggestion(
                                region.candidate(found.x()),
                                Origin.REFINED,
                                Math.max(largest, Math.log(found.value()))));
    }

    /** A number that takes long to compute, and is computed once at most. */
    private static final class Once implements DoubleSupplier {
        private final DoubleSupplier source;
        private OptionalDouble value = OptionalDouble.empty();

        Once(DoubleSupplier source) {
            this.source = source;
        }

        @Override
        public double getAsDouble() {
            if (value.isEmpty()) {
                value = OptionalDouble.of(source.getAsDouble());
            }
            return value.getAsDouble();
        }
    }

    /**
     * Goes where the surrogates expect the least before there is anything to improve on. While
     * trials are pending that is where their bound is the least, apart from these: what is assumed
     * of them leaves the least mean where it is.
     */
    private Optional<Proposed> lowest(TaskTrials trials, OutputModels models, long start) {
        Opening opening = trials.pending().isEmpty() ? parts.opening() : Opening.LOWEST_BOUND;
        double exploration = opening == Opening.LOWEST_BOUND ? settings.exploration() : 0;
        Optional<AcquisitionFunction> acquisition =
                models.lowest(
                        exploration, parts.weights().running(trials), parts.weights().of(trials));
        Effort modelling = modelling(start);
        long from = System.nanoTime();
        return acquisition
                .flatMap(a -> searched(trials, a, region, x -> region.isApart(x, trials.pending())))
                .map(found ->
                        proposed(
                                found.x(),
                                Origin.Phase.MODEL,
                                word(opening),
                                modelling.plus(new Effort(0, seconds(from)))));
    }

    private Optional<Search.Found> searched(
            TaskTrials trials, AcquisitionFunction acquisition, Region where) {
        return searched(trials, acquisition, where, x -> true);
    }

    private Optional<Search.Found> searched(
            TaskTrials trials,
            AcquisitionFunction acquisition,
            Region where,
            Predicate<double[]> admitted) {
        Predicate<double[]> fresh =
                x -> !trials.known().contains(region.decode(x)) && admitted.test(x);
        Generator random = searches.generator("search", trials.count());
        return parts.search().maximize(acquisition, where, incumbents(trials), fresh, random);
    }

    private static Effort modelling(long start) {
        return new Effort(seconds(start), 0);
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) * 1e-9;
    }

    /** Returns the surrogates of all outputs that need one; empty where one cannot be fitted. */
    private Optional<SequencedMap<Objective, Surrogate>> fitted(StudyTrials study) {
        var models = new LinkedHashMap<Objective, Surrogate>();
        List<Objective> outputs = OwnSurrogates.outputs(problem, settings);
        for (Objective output : outputs) {
            parts.surrogates()
                    .fit(output, region.task(), study)
                    .ifPresent(m -> models.put(output, m));
        }
        return models.size() < outputs.size() ? Optional.empty() : Optional.of(models);
    }

    /**
     * Goes where a run is likely to succeed, once the design has ended and runs have failed. As
     * long as all have, the least and the largest values are tried, since what is too much for a
     * machine is so beyond some size; then places far from all trials, and changes of what has run.
     */
    private Optional<Proposed> running(TaskTrials trials) {
        if (!settings.fallback()
                || Arrays.stream(trials.failures().y()).noneMatch(failed -> failed == 1)) {
            return Optional.empty();
        }
        long start = System.nanoTime();
        List<double[]> ran = List.of(trials.measured(first).x());
        return (ran.isEmpty() ? end(trials) : Optional.<double[]>empty())
                .or(() -> emptiest(trials, ran, searchWeights(trials), "running"))
                .map(x -> proposed(x, Origin.Phase.SEARCH, "running", modelling(start)));
    }

    private Optional<double[]> end(TaskTrials trials) {
        return DoubleStream.of(0, 1)
                .mapToObj(end -> design.end(initial(trials), end))
                .filter(x -> region.admits(x) && !trials.known().contains(region.decode(x)))
                .findFirst();
    }

    private Optional<double[]> emptiest(
            TaskTrials trials,
            List<double[]> bases,
            List<ToDoubleFunction<double[]>> weights,
            String use) {
        Generator random = searches.generator(use, trials.count());
        return new EmptiestPlace(region)
                .among(parts.visited().apply(trials), bases, weights, random);
    }

    private List<ToDoubleFunction<double[]>> searchWeights(TaskTrials trials) {
        return parts.weights().of(trials).stream()
                .<ToDoubleFunction<double[]>>map(w -> w::value)
                .toList();
    }

    /** Returns the number of trials of the design. */
    private int initial(TaskTrials trials) {
        return settings.initial(region.axes().dimension(), trials.budget());
    }

    /** Returns what is believed to be good, else the middle of the space, then the design. */
    private Optional<Proposed> opened(TaskTrials trials) {
        int size = initial(trials);
        boolean begins = settings.centerFirst() && trials.known().isEmpty();
        return beliefs.map(b -> region.canonical(b.moved(design.center(size))))
                .flatMap(x -> opening(trials, x, "belief"))
                .or(() ->
                        begins ? opening(trials, design.center(size), "center") : Optional.empty())
                .or(() -> fromDesign(trials, Origin.Phase.INITIAL, Effort.NONE));
    }

    private Optional<Proposed> opening(TaskTrials trials, double[] x, String by) {
        return region.admits(x) && !trials.known().contains(region.decode(x))
                ? Optional.of(proposed(x, Origin.Phase.INITIAL, by, Effort.NONE))
                : Optional.empty();
    }

    private Optional<Proposed> fromDesign(TaskTrials trials, Origin.Phase phase, Effort effort) {
        Optional<double[]> place =
                phase == Origin.Phase.INITIAL && problem.fidelity().isEmpty()
                        ? trials.usableDefault()
                        : Optional.empty();
        return design.next(initial(trials), trials.count(), trials.known(), place)
                .map(x -> proposed(x, phase, word(design.layout()), effort));
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
    private List<double[]> incumbents(TaskTrials trials) {
        if (problem.optimized().size() > 1) {
            List<Trial> front = ParetoFront.of(problem, trials.usable()).trials();
            int step = Math.max(front.size() / FRONT, 1);
            return trials.places(
                    IntStream.range(0, front.size())
                            .filter(i -> i % step == 0)
                            .mapToObj(front::get)
                            .toList());
        }
        Dataset inRange = trials.measuredInRange(first);
        Dataset data = inRange.size() == 0 ? trials.measured(first) : inRange;
        return IntStream.range(0, data.size())
                .boxed()
                .sorted(Comparator.comparingDouble(i -> data.y()[i]))
                .limit(INCUMBENTS)
                .map(i -> data.x()[i])
                .toList();
    }
}
