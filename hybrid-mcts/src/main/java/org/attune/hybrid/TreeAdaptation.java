package org.attune.hybrid;

import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Suggestion;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.EngineOptions;
import org.attune.bayesopt.ProposerParts;
import org.attune.bayesopt.TaskEngine;
import org.attune.bayesopt.TaskTrials;
import org.attune.bayesopt.search.Search;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.gplcm.Adaptation;
import org.attune.hybrid.Rewards.Visit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What is done in another way than by the default tuner: nothing without levels. */
final class TreeAdaptation implements Adaptation {
    private static final int INITIAL = 5; // trials that say nothing of luck

    private final TuningRequest request;
    private final HybridOptions options;
    private final List<Level> levels;
    private final Map<Point, Branches> branches = new HashMap<>();
    private final Map<Point, KernelChoice> kernels = new HashMap<>();
    private final Map<Point, ChoiceSurrogates> choices = new HashMap<>();

    TreeAdaptation(TuningRequest request) {
        this.request = request;
        this.options = HybridOptions.read(request);
        this.levels = HybridOptions.levels(request);
    }

    /** Returns the parameters that the tree branches over. */
    List<Level> levels() {
        return levels;
    }

    /** Returns the tree of the records. */
    CategoryTree tree(Records records) {
        var rewards = new Rewards(request.problem(), options.rank());
        List<Visit> visits = rewards.of(records);
        return new CategoryTree(
                options.byImportance() ? LevelOrder.of(levels, visits, rewards) : levels, visits);
    }

    @Override
    public ProposerParts parts(TaskEngine engine, ProposerParts usual, Records records) {
        if (levels.isEmpty()) {
            return usual;
        }
        Point task = engine.region().task();
        ProposerParts parts = usual;
        if (options.criterion().isPresent()) {
            parts = parts.withSurrogates(kernels.computeIfAbsent(task, t -> kernels(engine)));
        }
        Axes axes = engine.region().axes();
        boolean alone = levels.size() == axes.dimension();
        if (options.usualKernel()
                && alone
                && request.tasks().size() == 1
                && ChoiceSurrogates.pays(axes)) {
            parts = parts.withSurrogates(choices.computeIfAbsent(task, t -> choices(engine)));
        }
        if (options.ball() && alone) {
            parts = parts.withSearch(search(engine, parts.search(), records));
        }
        if (options.turns().every() > 0) {
            parts =
                    parts.withSurroundings(
                            new TreeSurroundings(
                                    tree(records),
                                    options.descent(),
                                    branches.computeIfAbsent(
                                            task, t -> new Branches(request.problem(), t)),
                                    options.turns(),
                                    options.samples(),
                                    request.seed().child("tree of task " + task, 0),
                                    parts.surroundings()));
        }
        return parts;
    }

    private KernelChoice kernels(TaskEngine engine) {
        return new KernelChoice(
                request.problem(),
                engine.region(),
                EngineOptions.read(HybridOptions.translated(request)),
                options.criterion().orElseThrow(),
                axes(),
                request.seed().child("kernels", 0));
    }

    private ChoiceSurrogates choices(TaskEngine engine) {
        return new ChoiceSurrogates(
                request.problem(),
                engine.region().axes(),
                EngineOptions.read(HybridOptions.translated(request)),
                request.seed().child("choices", 0));
    }

    private int[] axes() {
        return levels.stream().mapToInt(Level::axis).toArray();
    }

    /** Confines the search of every other proposal to a ball around the best trial. */
    private Search search(TaskEngine engine, Search search, Records records) {
        Point task = engine.region().task();
        int count = records.trials(task).size();
        Objective output = request.problem().optimized().getFirst();
        if (count % 2 != 0 || request.problem().optimized().size() > 1) {
            return search;
        }
        TaskTrials trials = engine.trials(records, count).of(task);
        double[] y = trials.values(output);
        int best = -1;
        for (int i = 0; i < y.length; i++) {
            if (!request.problem().isInRange(trials.finished().get(i))) {
                y[i] = Double.NaN;
            }
            best = !Double.isNaN(y[i]) && (best < 0 || y[i] < y[best]) ? i : best;
        }
        return best < 0
                ? search
                : new BallSearch(
                        search, axes(), trials.x(best), BallRadius.of(y, INITIAL, levels.size()));
    }

    @Override
    public Suggestion signed(TaskEngine engine, Suggestion suggestion, Records records) {
        return levels.isEmpty()
                ? suggestion
                : options.turns()
                        .signed(suggestion, records.trials(suggestion.candidate().task()).size());
    }
}
