package org.attune.baselines;

import org.attune.api.Generator;
import org.attune.api.Option;
import org.attune.api.Origin;
import org.attune.api.Point;
import org.attune.api.Trial;
import org.attune.api.TunerAbilities;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.acquisition.AcquisitionFunction;
import org.attune.bayesopt.search.MixedSearch;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.search.Search;
import org.attune.bayesopt.tuner.Choice;
import org.attune.bayesopt.tuner.OneByOne;
import org.attune.bayesopt.tuner.SmallProvider;
import org.attune.bayesopt.tuner.Untried;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A random forest as surrogate and the expected improvement, the idea of SMAC and SuRf.
 *
 * <p>Outputs that are all positive are learned as logarithms. What failed or left a range counts as
 * the worst acceptable output, what is pending as the median. The expected improvement is searched
 * for among random points and neighbours of the best configurations, and then among neighbours of
 * what was found. It starts with points of a scrambled Sobol sequence.
 *
 * <p>Limits: one objective; a forest is constant between its splits, so that it finds good regions
 * sooner than exact minima.
 *
 * <p>Sources: see {@link Forest}; T. Nelson et al., "Generating efficient tensor contractions for
 * GPUs", ICPP 2015, doi:10.1109/ICPP.2015.106 (SuRf).
 */
public final class ForestTuner extends OneByOne {
    private static final Option<Integer> INITIAL =
            Option.integer("initial", 10, 1, 10_000, "trials before the forest is used");
    private static final Option<Integer> TREES =
            Option.integer("trees", 50, 1, 10_000, "trees of the forest");

    private static final int INCUMBENTS = 5;
    private static final int ROUNDS = 3;

    private final int initial;
    private final int trees;
    private final Map<Point, Region> regions = new HashMap<>(); // saves time only

    ForestTuner(TuningRequest request) {
        super(request);
        if (problem().optimized().size() > 1) {
            throw new IllegalArgumentException(
                    "The tuner 'forest' has one objective, but '%s' has %d. Maybe use 'evolutionary', 'tpe' or 'bandit', or optimise one and keep the others in a range."
                            .formatted(problem().name(), problem().optimized().size()));
        }
        this.initial = request.settings().get(INITIAL);
        this.trees = request.settings().get(TREES);
    }

    @Override
    protected Optional<Choice> choose(Untried untried, List<Trial> trials) {
        if (isBeginning(trials, initial)) {
            return initial(untried);
        }
        List<Result> ended = Result.of(problem(), trials);
        Generator random = generator("forest", untried.task(), trials.size());
        List<Result> bestFirst = Result.bestFirst(ended);
        double[] losses = Outputs.learnable(bestFirst);
        var rows = new ArrayList<double[]>();
        bestFirst.forEach(r -> rows.add(r.x()));
        double[] y = Arrays.copyOf(losses, trials.size());
        for (Trial trial : trials) {
            if (trial.isPending()) {
                y[rows.size()] = losses[losses.length / 2];
                rows.add(untried.encode(trial.configuration()));
            }
        }
        long start = System.nanoTime();
        var forest =
                new Forest(
                        axes(),
                        rows.toArray(double[][]::new),
                        Arrays.copyOf(y, rows.size()),
                        trees,
                        random);
        double modelSeconds = Choice.secondsSince(start);
        return mostPromising(forest, losses[0], bestFirst, untried, random)
                .or(() -> untried.near(bestFirst.getFirst().x(), random))
                .map(p ->
                        new Choice(p, new Origin(Origin.Phase.MODEL, "forest-ei"))
                                .withModelSeconds(modelSeconds));
    }

    private Optional<Point> mostPromising(
            Forest forest, double best, List<Result> bestFirst, Untried untried, Generator random) {
        var acquisition =
                new AcquisitionFunction() {
                    @Override
                    public double value(double[] x) {
                        return forest.logImprovement(x, best);
                    }

                    @Override
                    public double valueAndGradient(double[] x, double[] gradient) {
                        Arrays.fill(gradient, 0); // constant between splits
                        return value(x);
                    }
                };
        Region region =
                regions.computeIfAbsent(untried.task(), t -> new Region(problem(), t, axes()));
        List<double[]> from = bestFirst.stream().limit(INCUMBENTS).map(Result::x).toList();
        Optional<Search.Found> found = Optional.empty();
        for (int round = 0; round < ROUNDS; round++) {
            Optional<Search.Found> next =
                    new MixedSearch()
                            .maximize(
                                    acquisition,
                                    region,
                                    from,
                                    x -> untried.at(x).isPresent(),
                                    random);
            double known = found.map(Search.Found::value).orElse(Double.NEGATIVE_INFINITY);
            if (next.isPresent() && (found.isEmpty() || next.get().value() > known)) {
                found = next;
                from = List.of(next.get().x());
            }
        }
        return found.flatMap(f -> untried.at(f.x()));
    }

    /** Makes random-forest tuners; the services file names this class. */
    public static final class Provider extends SmallProvider {
        /** For the service loader. */
        public Provider() {
            super(
                    "forest",
                    "Random forest with expected improvement, as SMAC and SuRf; one objective.",
                    List.of(INITIAL, TREES),
                    TunerAbilities.USUAL.withPermutations().withOneObjective(),
                    ForestTuner::new);
        }
    }
}
